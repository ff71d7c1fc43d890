import type { OrderStatus } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';
import { statusName, statusWord } from '../texts/status-names.ts';

export const TEXTS = inLanguage({
  en: {
    end: 'End of list.',
    none: 'No applications yet.',
    placeOne: 'Put an animal on hold, and its application appears here.',
    noneWith: (status: OrderStatus) => `No applications with the status “${statusName(status)}”.`,
    newOrders: (count: number) => plural(count, 'new application', 'new applications'),
    order: (id: bigint) => `Application ${id}`,
    animal: (id: bigint) => `Animal ${id}`,
    removedAnimal: (id: bigint) => `Animal ${id} (removed)`,
    namedAnimal: (name: string, id: bigint) => `${name} · no. ${id}`,
    forAnother: 'for another',
    noReference: 'No reference',
    reference: 'Reference:',
    placed: 'Received',
    holdsUntil: 'Holds until',
    since: 'Since',
    steps: {
      approved: { name: 'Approve', pending: 'Approving…' },
      completed: { name: 'Complete', pending: 'Completing…' },
      cancelled: { name: 'Cancel', pending: 'Cancelling…' },
    },
    ofOrder: (id: bigint) => `application ${id}`,
    /** In place of a name that is not known. */
    theAnimal: 'The animal',
    /** What a final step does, as a question and on its button. */
    final: {
      completed: {
        question: (name: string, id: bigint) =>
          `${name} goes home with the family of application ${id}, for good.`,
        yes: (name: string, _id: bigint) => `${name} goes home`,
      },
      cancelled: {
        question: (name: string, id: bigint) =>
          `${name} is available again, and application ${id} is cancelled for good.`,
        yes: (_name: string, id: bigint) => `Cancel application ${id}`,
      },
    },
    no: 'Keep it',
    conflict: (status: OrderStatus) =>
      `Someone else changed this application: it is now ${statusWord(status)}. Your change was not made.`,
  },
  es: {
    end: 'Fin de la lista.',
    none: 'Todavía no hay solicitudes.',
    placeOne: 'Reserve un animal, y su solicitud aparece aquí.',
    noneWith: (status) => `No hay solicitudes con el estado «${statusName(status)}».`,
    newOrders: (count) => plural(count, 'solicitud nueva', 'solicitudes nuevas'),
    order: (id) => `Solicitud ${id}`,
    animal: (id) => `Animal ${id}`,
    removedAnimal: (id) => `Animal ${id} (eliminado)`,
    namedAnimal: (name, id) => `${name} · n.º ${id}`,
    forAnother: 'durante',
    noReference: 'Sin referencia',
    reference: 'Referencia:',
    placed: 'Recibida:',
    holdsUntil: 'Hasta:',
    since: 'Desde:',
    steps: {
      approved: { name: 'Aprobar', pending: 'Aprobando…' },
      completed: { name: 'Completar', pending: 'Completando…' },
      cancelled: { name: 'Cancelar', pending: 'Cancelando…' },
    },
    ofOrder: (id) => `la solicitud ${id}`,
    theAnimal: 'El animal',
    final: {
      completed: {
        question: (name, id) => `${name} se va a casa con la familia de la solicitud ${id}, definitivamente.`,
        yes: (name) => `${name} se va a casa`,
      },
      cancelled: {
        question: (name, id) =>
          `${name} vuelve a estar disponible, y la solicitud ${id} queda cancelada definitivamente.`,
        yes: (_name, id) => `Cancelar la solicitud ${id}`,
      },
    },
    no: 'Dejarla así',
    conflict: (status) =>
      `Otra persona cambió esta solicitud: ahora está ${statusWord(status)}. Su cambio no se hizo.`,
  },
  fr: {
    end: 'Fin de la liste.',
    none: 'Aucune demande pour le moment.',
    placeOne: 'Réservez un animal, et sa demande apparaît ici.',
    noneWith: (status) => `Aucune demande avec le statut « ${statusName(status)} ».`,
    newOrders: (count) => plural(count, 'nouvelle demande', 'nouvelles demandes'),
    order: (id) => `Demande ${id}`,
    animal: (id) => `Animal ${id}`,
    removedAnimal: (id) => `Animal ${id} (supprimé)`,
    namedAnimal: (name, id) => `${name} · nº ${id}`,
    forAnother: 'encore',
    noReference: 'Sans référence',
    reference: 'Référence :',
    placed: 'Reçue :',
    holdsUntil: 'Jusqu’au',
    since: 'Depuis :',
    steps: {
      approved: { name: 'Accepter', pending: 'Acceptation…' },
      completed: { name: 'Conclure', pending: 'Conclusion…' },
      cancelled: { name: 'Annuler', pending: 'Annulation…' },
    },
    ofOrder: (id) => `la demande ${id}`,
    theAnimal: 'L’animal',
    final: {
      completed: {
        question: (name, id) => `${name} part vivre dans la famille de la demande ${id}, définitivement.`,
        yes: (name) => `${name} part dans sa famille`,
      },
      cancelled: {
        question: (name, id) =>
          `${name} redevient disponible, et la demande ${id} est annulée définitivement.`,
        yes: (_name, id) => `Annuler la demande ${id}`,
      },
    },
    no: 'Laisser ainsi',
    conflict: (status) =>
      `Une autre personne a modifié cette demande : elle est maintenant ${statusWord(status)}. Votre modification n’a pas été faite.`,
  },
  de: {
    end: 'Ende der Liste.',
    none: 'Noch keine Anfragen.',
    placeOne: 'Reservieren Sie ein Tier, und seine Anfrage erscheint hier.',
    noneWith: (status) => `Keine Anfragen mit dem Status „${statusName(status)}“.`,
    newOrders: (count) => plural(count, 'neue Anfrage', 'neue Anfragen'),
    order: (id) => `Anfrage ${id}`,
    animal: (id) => `Tier ${id}`,
    removedAnimal: (id) => `Tier ${id} (entfernt)`,
    namedAnimal: (name, id) => `${name} · Nr. ${id}`,
    forAnother: 'noch',
    noReference: 'Ohne Kennzeichen',
    reference: 'Kennzeichen:',
    placed: 'Eingegangen:',
    holdsUntil: 'Bis:',
    since: 'Seit:',
    steps: {
      approved: { name: 'Annehmen', pending: 'Wird angenommen …' },
      completed: { name: 'Abschließen', pending: 'Wird abgeschlossen …' },
      cancelled: { name: 'Absagen', pending: 'Wird abgesagt …' },
    },
    ofOrder: (id) => `: Anfrage ${id}`,
    theAnimal: 'Das Tier',
    final: {
      completed: {
        question: (name, id) => `${name} zieht endgültig bei der Familie von Anfrage ${id} ein.`,
        yes: (name) => `${name} zieht ein`,
      },
      cancelled: {
        question: (name, id) => `${name} ist wieder verfügbar, und Anfrage ${id} ist endgültig abgesagt.`,
        yes: (_name, id) => `Anfrage ${id} absagen`,
      },
    },
    no: 'So lassen',
    conflict: (status) =>
      `Jemand anderes hat diese Anfrage geändert: Sie ist jetzt ${statusWord(status)}. Ihre Änderung wurde nicht gemacht.`,
  },
});
