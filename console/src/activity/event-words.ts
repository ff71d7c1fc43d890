import type { Event, Order, Pet } from '@petstore/client';

/** An event as a sentence, in three parts so that its animal can be a link. */
export interface EventWords {
  before: string;
  animal: string;
  /** The animal's id; undefined where it is gone and there is nothing to open. */
  petId: bigint | undefined;
  after: string;
}

const ANIMAL_IS: Readonly<Record<NonNullable<Pet['status']> | 'none', string>> = {
  available: 'available',
  pending: 'on hold',
  sold: 'adopted',
  none: 'no status',
};

const ORDER_DID: Readonly<Partial<Record<Event['type'], string>>> = {
  'order.placed': 'was placed',
  'order.approved': 'was approved',
  'order.completed': 'was completed',
  'order.cancelled': 'was cancelled',
  'order.expired': 'expired',
};

/** What an event tells. An event has its subject as it then was, and not what of it changed. */
export function eventWords({ type, pet, order }: Event): EventWords {
  if (order !== undefined) return orderWords(order, ORDER_DID[type] ?? 'was changed');
  if (pet !== undefined) return petWords(pet, type);
  return { before: '', animal: 'An animal', petId: undefined, after: ' was changed' };
}

export function eventSentence(event: Event): string {
  const { before, animal, after } = eventWords(event);
  return `${before}${animal}${after}`;
}

function petWords({ id, name, status }: Pet, type: Event['type']): EventWords {
  if (type === 'pet.deleted') return { before: '', animal: name, petId: undefined, after: ' was removed' };
  const after = type === 'pet.created' ? ' was added' : ` was changed: ${ANIMAL_IS[status ?? 'none']}`;
  return { before: '', animal: name, petId: id, after };
}

function orderWords({ id, petId, reference }: Order, did: string): EventWords {
  const note = reference === undefined || reference === '' ? '' : ` (${reference})`;
  return { before: `Order ${id} for `, animal: `animal ${petId}`, petId, after: ` ${did}${note}` };
}
