import type { Event, Order, Pet } from '@petstore/client';

/** An event as a sentence in three parts, so that the animal can be a link. */
export interface EventWords {
  before: string;
  animal: string;
  /** The id of the animal; undefined if it was removed. */
  petId: bigint | undefined;
  after: string;
}

const PET_STATUS: Readonly<Record<NonNullable<Pet['status']> | 'none', string>> = {
  available: 'available',
  pending: 'on hold',
  sold: 'adopted',
  none: 'no status',
};

const ORDER_EVENT: Readonly<Partial<Record<Event['type'], string>>> = {
  'order.placed': 'was placed',
  'order.approved': 'was approved',
  'order.completed': 'was completed',
  'order.cancelled': 'was cancelled',
  'order.expired': 'expired',
};

/** Describes an event. An event contains the new state of its subject, not the difference. */
export function eventWords({ type, pet, order, listing }: Event): EventWords {
  if (order !== undefined) return orderWords(order, ORDER_EVENT[type] ?? 'was changed');
  if (pet !== undefined) return petWords(pet, type);
  if (listing !== undefined) {
    const { id, name } = listing.pet;
    return { before: 'The profile or photos of ', animal: name, petId: id, after: ' were changed' };
  }
  return { before: '', animal: 'An animal', petId: undefined, after: ' was changed' };
}

export function eventSentence(event: Event): string {
  const { before, animal, after } = eventWords(event);
  return `${before}${animal}${after}`;
}

function petWords({ id, name, status }: Pet, type: Event['type']): EventWords {
  if (type === 'pet.deleted') return { before: '', animal: name, petId: undefined, after: ' was removed' };
  const after = type === 'pet.created' ? ' was added' : ` was changed: ${PET_STATUS[status ?? 'none']}`;
  return { before: '', animal: name, petId: id, after };
}

function orderWords({ id, petId, reference }: Order, action: string): EventWords {
  const note = reference === undefined || reference === '' ? '' : ` (${reference})`;
  return { before: `Order ${id} for `, animal: `animal ${petId}`, petId, after: ` ${action}${note}` };
}
