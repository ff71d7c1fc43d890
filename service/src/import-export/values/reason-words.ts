import type { INTAKE_REASONS, OUTCOME_REASONS } from '../../database/column-values.ts';
import { phrases } from './words.ts';

// How shelters write why an animal came in and how it left, in all languages: whole phrases in the form that `plain` returns.

export const INTAKE_WORDS: Readonly<Record<(typeof INTAKE_REASONS)[number], readonly string[]>> = {
  stray: phrases(
    'stray, found, at large, otc stray, field stray, public drop off stray, callejero, callejera, vagabundo, vagabunda',
    'encontrado, encontrada, perdido, perdida, errant, errante, trouve, trouvee, divagation, fundtier, gefunden, streuner, zugelaufen',
  ),
  surrender: phrases(
    'surrender, owner surrender, surrendered, surrendered by owner, owner relinquished, relinquished, relinquished by owner, relinquishment',
    'owner turn in, given up, entrega, entregado, entregada, entrega del dueno, entregado por su dueno, cesion',
    'abandon, abandonne par son proprietaire, cede, cedee, remis par son proprietaire, abgabe, abgegeben, abgabe durch halter, vom halter abgegeben',
  ),
  transfer_in: phrases(
    'transfer in, transferred in, transfer, transfer from, agency transfer, traslado, trasladado, traslado de otro refugio',
    'transfert, transfere, transfert entrant, ubernahme, ubernommen, verlegung',
  ),
  seized: phrases(
    'seized, seizure, seized custody, confiscated, confiscate, confiscation, impound, impounded, cruelty, bite case, protective custody',
    'decomisado, decomisada, decomiso, incautado, incautada, saisi, saisie, requisition, sichergestellt, beschlagnahmt, sicherstellung',
  ),
  born_in_care: phrases(
    'born in care, born here, born in shelter, born, nacido en el refugio, nacida en el refugio, nacimiento, nacido aqui',
    'ne au refuge, nee au refuge, naissance, im tierheim geboren, hier geboren, geburt',
  ),
  return: phrases(
    'return, returned, adoption return, returned adoption, return from adoption, returned by adopter, devolucion, devuelto, devuelta',
    'retour, retour d adoption, rendu, rendue, ruckgabe, ruckkehrer, zuruckgegeben, rucklaufer',
  ),
  owner_intended_euthanasia: phrases(
    'owner intended euthanasia, owner requested euthanasia, euthanasia request, euthanasia requested, requested euthanasia',
    'eutanasia pedida por el dueno, euthanasie demandee par le proprietaire, einschlaferung auf wunsch des halters',
  ),
  other: phrases('other, other intake, wildlife, otro, otra, autre, anderes, sonstiges, andere'),
};

export const OUTCOME_WORDS: Readonly<Record<(typeof OUTCOME_REASONS)[number], readonly string[]>> = {
  adoption: phrases(
    'adoption, adopted, rto adopt, foster to adopt, rehomed, sold, placed, adopcion, adoptado, adoptada',
    'adopte, adoptee, vermittelt, vermittlung, adoptiert',
  ),
  return_to_owner: phrases(
    'return to owner, returned to owner, return to own, rto, reclaimed, reclaim, redeemed, devuelto a su dueno, devuelta a su dueno, devolucion al dueno',
    'rendu a son proprietaire, rendue a sa famille, restitue, restitution, an halter zuruck, zuruck an halter, an besitzer zuruck, abgeholt',
  ),
  transfer_out: phrases(
    'transfer, transferred, transfer out, transferred out, rescue, to rescue, partner, traslado, trasladado, trasladada, transfert, transfere, transferee',
    'verlegt, verlegung, abgabe an anderes tierheim',
  ),
  returned_to_field: phrases(
    'returned to field, return to field, rtf, tnr, snr, released, shelter neuter return, community cat, devuelto a su colonia, liberado, liberada',
    'remis sur site, relache, relachee, zuruck an fundort, freigelassen, ausgewildert',
  ),
  died: phrases(
    'died, dead, deceased, died in care, dead on arrival, doa, disposal, murio, muerto, muerta, fallecido, fallecida, fallecimiento',
    'mort, morte, decede, decedee, deces, gestorben, verstorben, tot',
  ),
  euthanasia: phrases(
    'euthanasia, euthanized, euthanised, euthanize, euth, pts, put to sleep, humanely euthanized, eutanasia, sacrificado, sacrificada, eutanasiado, eutanasiada',
    'euthanasie, euthanasiee, eingeschlafert, einschlaferung',
  ),
  owner_intended_euthanasia: phrases(
    'owner intended euthanasia, owner requested euthanasia, euthanasia request, requested euthanasia',
    'eutanasia pedida por el dueno, euthanasie demandee par le proprietaire, einschlaferung auf wunsch des halters',
  ),
  lost: phrases(
    'lost, missing, stolen, escaped, lost in care, perdido, perdida, desaparecido, desaparecida, robado, robada, escapado, escapada',
    'perdu, perdue, disparu, disparue, vole, volee, echappe, echappee, entlaufen, vermisst, gestohlen, verschwunden',
  ),
  other_live: phrases(
    'other live, other live outcome, relocate, relocated, barn, barn cat, working cat, sanctuary, reubicado, reubicada, place ailleurs, umgesiedelt, gnadenhof',
  ),
  other: phrases('other, other outcome, otro, otra, autre, anderes, sonstiges, andere'),
};
