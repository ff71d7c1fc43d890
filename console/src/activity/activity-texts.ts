import type { Event } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    none: 'No events yet. New animals and orders appear here.',
    end: 'No earlier events.',
    cut: 'Earlier events are no longer kept.',
    newEvents: (count: number) => plural(count, 'new event', 'new events'),
    profileChanges: (count: number) => `${count} changes`,
    moreThan: (count: number) => `More than ${count} new events`,
  },
  es: {
    none: 'Todavía no hay actividad. Los animales y las solicitudes nuevas aparecen aquí.',
    end: 'No hay nada anterior.',
    cut: 'Lo anterior ya no se conserva.',
    newEvents: (count) => plural(count, 'novedad', 'novedades'),
    profileChanges: (count) => `${count} cambios`,
    moreThan: (count) => `Más de ${count} novedades`,
  },
});

/** What surrounds the animal in the sentence of an event. */
export const SENTENCES = inLanguage({
  en: {
    animal: (id: bigint) => `animal ${id}`,
    unknownAnimal: 'An animal',
    added: ' was added',
    removed: ' was removed',
    merged: ' was merged into another record',
    changed: ' was changed',
    changedTo: (status: string) => ` was changed: ${status}`,
    profile: { before: 'The profile or photos of ', after: ' were changed' },
    category: { before: 'A category was named ', after: '' },
    stay: { before: 'The stay of ', after: ' was changed' },
    order: (id: bigint) => `Order ${id} for `,
    orderEvents: {
      'order.placed': ' was placed',
      'order.approved': ' was approved',
      'order.completed': ' was completed',
      'order.cancelled': ' was cancelled',
      'order.expired': ' expired',
    } as Readonly<Partial<Record<Event['type'], string>>>,
  },
  es: {
    animal: (id) => `el animal ${id}`,
    unknownAnimal: 'Un animal',
    added: ': agregado',
    removed: ': eliminado',
    merged: ': combinado con otra ficha',
    changed: ': cambiado',
    changedTo: (status) => `: cambiado, ${status}`,
    profile: { before: 'Perfil o fotos de ', after: ': cambiados' },
    category: { before: 'Categoría con nuevo nombre: ', after: '' },
    stay: { before: 'Estadía de ', after: ': cambiada' },
    order: (id) => `Solicitud ${id} para `,
    orderEvents: {
      'order.placed': ': presentada',
      'order.approved': ': aprobada',
      'order.completed': ': completada',
      'order.cancelled': ': cancelada',
      'order.expired': ': vencida',
    },
  },
});
