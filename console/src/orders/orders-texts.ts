import type { OrderStatus } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';
import { statusName } from '../texts/status-names.ts';

export const TEXTS = inLanguage({
  en: {
    end: 'End of list.',
    none: 'No orders yet.',
    placeOne: 'Place a hold on an animal to create an order.',
    noneWith: (status: OrderStatus) => `No ${status} orders.`,
    newOrders: (count: number) => plural(count, 'new order', 'new orders'),
    order: (id: bigint) => `Order ${id}`,
    animal: (id: bigint) => `Animal ${id}`,
    removedAnimal: (id: bigint) => `Animal ${id} (removed)`,
    namedAnimal: (name: string, id: bigint) => `${name} · no. ${id}`,
    forAnother: 'for another',
    noReference: 'No reference',
    reference: 'Reference:',
    placed: 'Placed',
    holdsUntil: 'Holds until',
    since: 'Since',
    steps: {
      approved: { name: 'Approve', pending: 'Approving…' },
      completed: { name: 'Complete', pending: 'Completing…' },
      cancelled: { name: 'Cancel', pending: 'Cancelling…' },
    },
    ofOrder: (id: bigint) => `order ${id}`,
    /** What a final step does, as a question and on its button. */
    final: {
      completed: { question: 'It is then adopted, for good.', yes: 'Complete the order' },
      cancelled: { question: 'The hold then ends, for good.', yes: 'Cancel the order' },
    },
    no: 'Keep it',
    conflict: (status: OrderStatus) =>
      `Someone else changed this order: it is now ${status}. Your change was not made.`,
  },
  es: {
    end: 'Fin de la lista.',
    none: 'Todavía no hay solicitudes.',
    placeOne: 'Una reserva de un animal crea una solicitud.',
    noneWith: (status) => `No hay solicitudes ${statusName(status).toLowerCase()}s.`,
    newOrders: (count) => plural(count, 'solicitud nueva', 'solicitudes nuevas'),
    order: (id) => `Solicitud ${id}`,
    animal: (id) => `Animal ${id}`,
    removedAnimal: (id) => `Animal ${id} (eliminado)`,
    namedAnimal: (name, id) => `${name} · n.º ${id}`,
    forAnother: 'durante',
    noReference: 'Sin referencia',
    reference: 'Referencia:',
    placed: 'Presentada:',
    holdsUntil: 'Reserva hasta:',
    since: 'Desde:',
    steps: {
      approved: { name: 'Aprobar', pending: 'Aprobando…' },
      completed: { name: 'Completar', pending: 'Completando…' },
      cancelled: { name: 'Cancelar', pending: 'Cancelando…' },
    },
    ofOrder: (id) => `la solicitud ${id}`,
    final: {
      completed: { question: 'Queda adoptado definitivamente.', yes: 'Completar la solicitud' },
      cancelled: { question: 'La reserva termina definitivamente.', yes: 'Cancelar la solicitud' },
    },
    no: 'Dejarla así',
    conflict: (status) =>
      `Otra persona cambió esta solicitud: ahora está ${statusName(status).toLowerCase()}. El cambio no se hizo.`,
  },
});
