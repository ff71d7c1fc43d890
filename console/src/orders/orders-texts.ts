import type { OrderStatus } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';
import { statusName, statusWord } from '../texts/status-names.ts';

export const TEXTS = inLanguage({
  en: {
    end: 'End of list.',
    none: 'No reservations yet.',
    placeOne: 'Put an animal on hold, and its reservation appears here.',
    noneWith: (status: OrderStatus) => `No reservations with the status “${statusName(status)}”.`,
    newOrders: (count: number) => plural(count, 'new reservation', 'new reservations'),
    order: (id: bigint) => `Reservation ${id}`,
    animal: (id: bigint) => `Animal ${id}`,
    removedAnimal: (id: bigint) => `Animal ${id} (removed)`,
    namedAnimal: (name: string, id: bigint) => `${name} · no. ${id}`,
    forAnother: 'for another',
    noReference: 'No reference',
    reference: 'Reference:',
    application: (id: bigint) => `Application ${id}`,
    placed: 'Received',
    holdsUntil: 'Holds until',
    since: 'Since',
    steps: {
      approved: { name: 'Approve', pending: 'Approving…' },
      completed: { name: 'Complete', pending: 'Completing…' },
      cancelled: { name: 'Cancel', pending: 'Cancelling…' },
    },
    ofOrder: (id: bigint) => `reservation ${id}`,
    /** In place of a name that is not known. */
    theAnimal: 'The animal',
    /** What a final step does, as a question and on its button. */
    final: {
      completed: {
        question: (name: string, id: bigint) =>
          `${name} goes home with the family of reservation ${id}, for good.`,
        yes: (name: string, _id: bigint) => `${name} goes home`,
      },
      cancelled: {
        question: (name: string, id: bigint) =>
          `${name} is available again, and reservation ${id} is cancelled for good.`,
        yes: (_name: string, id: bigint) => `Cancel reservation ${id}`,
      },
    },
    no: 'Keep it',
    conflict: (status: OrderStatus) =>
      `Someone else changed this reservation: it is now ${statusWord(status)}. Your change was not made.`,
  },
  es: {
    end: 'Fin de la lista.',
    none: 'Todavía no hay reservas.',
    placeOne: 'Reserve un animal, y su reserva aparece aquí.',
    noneWith: (status) => `No hay reservas con el estado «${statusName(status)}».`,
    newOrders: (count) => plural(count, 'reserva nueva', 'reservas nuevas'),
    order: (id) => `Reserva ${id}`,
    animal: (id) => `Animal ${id}`,
    removedAnimal: (id) => `Animal ${id} (eliminado)`,
    namedAnimal: (name, id) => `${name} · n.º ${id}`,
    forAnother: 'durante',
    noReference: 'Sin referencia',
    reference: 'Referencia:',
    application: (id) => `Solicitud ${id}`,
    placed: 'Recibida:',
    holdsUntil: 'Hasta:',
    since: 'Desde:',
    steps: {
      approved: { name: 'Aprobar', pending: 'Aprobando…' },
      completed: { name: 'Completar', pending: 'Completando…' },
      cancelled: { name: 'Cancelar', pending: 'Cancelando…' },
    },
    ofOrder: (id) => `la reserva ${id}`,
    theAnimal: 'El animal',
    final: {
      completed: {
        question: (name, id) => `${name} se va a casa con la familia de la reserva ${id}, definitivamente.`,
        yes: (name) => `${name} se va a casa`,
      },
      cancelled: {
        question: (name, id) =>
          `${name} vuelve a estar disponible, y la reserva ${id} queda cancelada definitivamente.`,
        yes: (_name, id) => `Cancelar la reserva ${id}`,
      },
    },
    no: 'Dejarla así',
    conflict: (status) =>
      `Otra persona cambió esta reserva: ahora está ${statusWord(status)}. Su cambio no se hizo.`,
  },
  fr: {
    end: 'Fin de la liste.',
    none: 'Aucune réservation pour le moment.',
    placeOne: 'Réservez un animal, et sa réservation apparaît ici.',
    noneWith: (status) => `Aucune réservation avec le statut « ${statusName(status)} ».`,
    newOrders: (count) => plural(count, 'nouvelle réservation', 'nouvelles réservations'),
    order: (id) => `Réservation ${id}`,
    animal: (id) => `Animal ${id}`,
    removedAnimal: (id) => `Animal ${id} (supprimé)`,
    namedAnimal: (name, id) => `${name} · nº ${id}`,
    forAnother: 'encore',
    noReference: 'Sans référence',
    reference: 'Référence :',
    application: (id) => `Demande ${id}`,
    placed: 'Reçue :',
    holdsUntil: 'Jusqu’au',
    since: 'Depuis :',
    steps: {
      approved: { name: 'Accepter', pending: 'Acceptation…' },
      completed: { name: 'Conclure', pending: 'Conclusion…' },
      cancelled: { name: 'Annuler', pending: 'Annulation…' },
    },
    ofOrder: (id) => `la réservation ${id}`,
    theAnimal: 'L’animal',
    final: {
      completed: {
        question: (name, id) => `${name} part vivre dans la famille de la réservation ${id}, définitivement.`,
        yes: (name) => `${name} part dans sa famille`,
      },
      cancelled: {
        question: (name, id) =>
          `${name} redevient disponible, et la réservation ${id} est annulée définitivement.`,
        yes: (_name, id) => `Annuler la réservation ${id}`,
      },
    },
    no: 'Laisser ainsi',
    conflict: (status) =>
      `Une autre personne a modifié cette réservation : elle est maintenant ${statusWord(status)}. Votre modification n’a pas été faite.`,
  },
  de: {
    end: 'Ende der Liste.',
    none: 'Noch keine Reservierungen.',
    placeOne: 'Reservieren Sie ein Tier, und seine Reservierung erscheint hier.',
    noneWith: (status) => `Keine Reservierungen mit dem Status „${statusName(status)}“.`,
    newOrders: (count) => plural(count, 'neue Reservierung', 'neue Reservierungen'),
    order: (id) => `Reservierung ${id}`,
    animal: (id) => `Tier ${id}`,
    removedAnimal: (id) => `Tier ${id} (entfernt)`,
    namedAnimal: (name, id) => `${name} · Nr. ${id}`,
    forAnother: 'noch',
    noReference: 'Ohne Kennzeichen',
    reference: 'Kennzeichen:',
    application: (id) => `Anfrage ${id}`,
    placed: 'Eingegangen:',
    holdsUntil: 'Bis:',
    since: 'Seit:',
    steps: {
      approved: { name: 'Annehmen', pending: 'Wird angenommen …' },
      completed: { name: 'Abschließen', pending: 'Wird abgeschlossen …' },
      cancelled: { name: 'Absagen', pending: 'Wird abgesagt …' },
    },
    ofOrder: (id) => `: Reservierung ${id}`,
    theAnimal: 'Das Tier',
    final: {
      completed: {
        question: (name, id) => `${name} zieht endgültig bei der Familie von Reservierung ${id} ein.`,
        yes: (name) => `${name} zieht ein`,
      },
      cancelled: {
        question: (name, id) =>
          `${name} ist wieder verfügbar, und Reservierung ${id} ist endgültig abgesagt.`,
        yes: (_name, id) => `Reservierung ${id} absagen`,
      },
    },
    no: 'So lassen',
    conflict: (status) =>
      `Jemand anderes hat diese Reservierung geändert: Sie ist jetzt ${statusWord(status)}. Ihre Änderung wurde nicht gemacht.`,
  },
});
