import type { INTAKE_REASONS, OUTCOME_REASONS } from '../../../platform/database/column-values.ts';
import { NO_STAY, phrases } from './words.ts';

// How shelters write why an animal came in and how it left, in all languages: whole phrases in the form that `plain` returns.
//
// The words of the open data of Austin, Dallas, Long Beach, Sonoma County and Louisville are among them, decided by the definitions of
// Shelter Animals Count: an intake is a living animal that comes into care, and an outcome is how it left.
//
// - No stay (`NO_STAY`, the row is left out): bodies (DEAD ON ARRIVAL, DISPOSAL, DISPOS REQ, DOA, DEAD), services for animals with an
//   owner (TREATMENT, OUTSURGERY, SPAY, S/N CLINIC, RESOURCE), reports of animals that are elsewhere (LOST REPORT, FOUND EXP), appointments
//   (APPT, NO SHOW), and records that exist twice (DUPLICATE).
// - Nothing to record (`nothing`): FOSTER. An animal in foster care stays in care, and comes back to the shelter without an intake.
// - Intakes: WILDLIFE, PUBLIC ASSIST, KEEPSAFE, SAFE KEEP and EVACUEE are `other`; QUARANTINE is `seized`; EUTH REQ and ET REQUEST are
//   `owner_intended_euthanasia`; ABANDONED and TNR are `stray`; FOR TRANSP is `transfer_in`.
// - Outcomes: MISSING, STOLEN and ESCAPED/STOLEN are `lost`; TNR, SNR, RTF, COMMUNITY CAT and RETURN TO WILD HABITAT are
//   `returned_to_field`; TRANSPORT and RETURN TO RESCUE are `transfer_out`; RELOCATE is `other_live`; ET PROCESS is
//   `owner_intended_euthanasia`; RTOS is `return_to_owner`.
// - Not understood, so that a person decides: LOST as an intake (a report, or a stray), RELEASED (of a quarantine, after a surgery, or to its colony), WILDLIFE as an outcome, VET,
//   OS APPT, KHS, INVESTIGAT, MED OBSERV, HOMEFIRST, INDEFINITE and CLOSED.
//
// Subtypes and conditions say how and in what state an animal came or left, and are no reasons. The outcome shows the bodies, too: in
// Louisville, 1,237 of 1,238 with the subtype DEAD ARRIV have the outcome DISPOSAL; in Dallas, 465 of 47,181 cats and dogs have the outcome
// DEAD ON ARRIVAL, and 454 an intake subtype that ends so. Such a subtype is understood if someone chooses its column.

type Words<Reason extends string> = Readonly<
  Record<Reason | typeof NO_STAY | typeof NOTHING, readonly string[]>
>;

/** The key of the words that record nothing: the animal stays in care. */
export const NOTHING = 'nothing';

/** Also at the end of a longer text, such as `Quarantine dead on arrival`. */
export const DEAD_ON_ARRIVAL = phrases(
  'dead on arrival, doa, dead arriv, arrived dead, muerto al llegar, muerta al llegar, ingreso muerto, ingreso muerta, ingreso sin vida',
  'mort a l arrivee, morte a l arrivee, decede a l arrivee, decedee a l arrivee, arrive mort, arrivee morte',
  'tot eingeliefert, tot angeliefert, tot gefunden, tot aufgefunden, totfund',
);

/** What is no stay, whether a column has the intakes or the outcomes. */
const NO_STAYS = phrases(
  'disposal, dispose, dispos req, dispo req, disposal request, disposal requested, dead animal disposal, carcass, carcass disposal, cadaver',
  'cadavre, kadaver, treatment, outsurgery, outside surgery, spay, neuter, spay neuter, s n clinic, clinic, service, service in, service out',
  'owned animal service, resource, lost report, found report, lost exp, found exp, found anim, lost found, appt, appointment, no show, cita',
  'rendez vous, termin, duplicate, duplicado, duplicada, doublon, doppelt',
);

export const INTAKE_WORDS: Words<(typeof INTAKE_REASONS)[number]> = {
  stray: phrases(
    'stray, found, at large, otc stray, field stray, public drop off stray, abandoned, callejero, callejera, vagabundo, vagabunda',
    'encontrado, encontrada, perdido, perdida, errant, errante, trouve, trouvee, divagation, fundtier, gefunden, streuner, zugelaufen',
    'ausgesetzt, tnr, trap neuter return, trap neuter release, trap program, community cat',
  ),
  surrender: phrases(
    'surrender, owner surrender, surrendered, surrendered by owner, owner relinquished, relinquished, relinquished by owner, relinquishment',
    'owner sur, owner turn in, given up, entrega, entregado, entregada, entrega del dueno, entregado por su dueno, cesion',
    'abandon, abandonne par son proprietaire, cede, cedee, remis par son proprietaire, abgabe, abgegeben, abgabe durch halter, vom halter abgegeben',
  ),
  transfer_in: phrases(
    'transfer in, transferred in, transfer, transfer from, agency transfer, for transp, for transport, traslado, trasladado, traslado de otro refugio',
    'transfert, transfere, transfert entrant, ubernahme, ubernommen, verlegung',
  ),
  seized: phrases(
    'seized, seizure, seized custody, welfare seized, confiscated, confiscate, confiscation, impound, impounded, cruelty, bite case, quarantine',
    'protective custody, decomisado, decomisada, decomiso, incautado, incautada, cuarentena, saisi, saisie, requisition, quarantaine',
    'sichergestellt, beschlagnahmt, sicherstellung, quarantane',
  ),
  born_in_care: phrases(
    'born in care, born here, born in shelter, born, nacido en el refugio, nacida en el refugio, nacimiento, nacido aqui',
    'ne au refuge, nee au refuge, naissance, im tierheim geboren, hier geboren, geburt',
  ),
  return: phrases(
    'return, returned, adoption return, returned adoption, adopted animal return, return from adoption, returned by adopter, devolucion, devuelto, devuelta',
    'retour, retour d adoption, rendu, rendue, ruckgabe, ruckkehrer, zuruckgegeben, rucklaufer',
  ),
  owner_intended_euthanasia: phrases(
    'owner intended euthanasia, owner requested euthanasia, euthanasia request, euthanasia requested, requested euthanasia, euthanasia required',
    'euthenasia required, euth req, euth request, et request, req euth',
    'eutanasia pedida por el dueno, euthanasie demandee par le proprietaire, einschlaferung auf wunsch des halters',
  ),
  other: phrases(
    'other, other intake, wildlife, wild, public assist, keepsafe, keep safe, safe keep, safekeeping, boarding, evacuee, disaster, otro, otra',
    'autre, anderes, sonstiges, andere',
  ),
  [NO_STAY]: [
    ...DEAD_ON_ARRIVAL,
    ...NO_STAYS,
    ...phrases('dead, deceased, muerto, muerta, mort, morte, tot, missing report'),
  ],
  [NOTHING]: phrases(
    'foster, return from foster, foster return, acogida, hogar temporal, famille d accueil, pflegestelle',
  ),
};

export const OUTCOME_WORDS: Words<(typeof OUTCOME_REASONS)[number]> = {
  adoption: phrases(
    'adoption, adopted, rto adopt, foster to adopt, rehomed, sold, placed, adopcion, adoptado, adoptada',
    'adopte, adoptee, vermittelt, vermittlung, adoptiert',
  ),
  return_to_owner: phrases(
    'return to owner, returned to owner, return to own, rto, rtos, reclaimed, reclaim, redeemed, devuelto a su dueno, devuelta a su dueno',
    'devolucion al dueno, rendu a son proprietaire, rendue a sa famille, restitue, restitution, an halter zuruck, zuruck an halter',
    'an besitzer zuruck, abgeholt',
  ),
  transfer_out: phrases(
    'transfer, transferred, transfer out, transferred out, rescue, to rescue, return to rescue, partner, transport, transported, traslado',
    'trasladado, trasladada, transfert, transfere, transferee, verlegt, verlegung, abgabe an anderes tierheim',
  ),
  returned_to_field: phrases(
    'returned to field, return to field, rtf, tnr, trap neuter return, trap neuter release, snr, shelter neuter return, community cat',
    'return to wild habitat, devuelto a su colonia, liberado, liberada, remis sur site, relache, relachee, zuruck an fundort, freigelassen',
    'ausgewildert',
  ),
  died: phrases(
    'died, dead, deceased, died in care, murio, muerto, muerta, fallecido, fallecida, fallecimiento',
    'mort, morte, decede, decedee, deces, gestorben, verstorben, tot',
  ),
  euthanasia: phrases(
    'euthanasia, euthanized, euthanised, euthanize, euth, pts, put to sleep, humanely euthanized, eutanasia, sacrificado, sacrificada, eutanasiado, eutanasiada',
    'euthanasie, euthanasiee, eingeschlafert, einschlaferung',
  ),
  owner_intended_euthanasia: phrases(
    'owner intended euthanasia, owner requested euthanasia, euthanasia request, requested euthanasia, req euth, et process',
    'eutanasia pedida por el dueno, euthanasie demandee par le proprietaire, einschlaferung auf wunsch des halters',
  ),
  lost: phrases(
    'lost, missing, missing ex, stolen, escaped, escaped stolen, lost in care, perdido, perdida, desaparecido, desaparecida, robado, robada, escapado, escapada',
    'perdu, perdue, disparu, disparue, vole, volee, echappe, echappee, entlaufen, vermisst, gestohlen, verschwunden',
  ),
  other_live: phrases(
    'other live, other live outcome, relocate, relocated, barn, barn cat, working cat, sanctuary, reubicado, reubicada, place ailleurs, umgesiedelt, gnadenhof',
  ),
  other: phrases('other, other outcome, otro, otra, autre, anderes, sonstiges, andere'),
  [NO_STAY]: [...DEAD_ON_ARRIVAL, ...NO_STAYS],
  [NOTHING]: phrases(
    'foster, to foster, in foster, acogida, hogar temporal, famille d accueil, pflegestelle',
  ),
};
