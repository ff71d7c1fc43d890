import type { Event, Order, OrderStatus, Pet, PetStatus } from '@petstore/client';

/** Returns the display names of values in events. */
interface Names {
  status(status: PetStatus | undefined): string;
  category(id: bigint): string;
}

interface HistoryLine {
  /** The id of the event. */
  id: bigint;
  at: string;
  words: string;
}

const ORDER_WORDS: Readonly<Record<OrderStatus, (order: string) => string>> = {
  placed: (order) => `On hold: ${order} was placed`,
  approved: (order) => `Still on hold: ${order} was approved`,
  completed: (order) => `Adopted: ${order} was completed`,
  cancelled: (order) => `Available again: ${order} was cancelled`,
  expired: (order) => `Available again: ${order} expired`,
};

/** Describes the events of one animal. Takes them oldest first and returns the lines newest first. */
export function historyLines(events: readonly Event[], names: Names): HistoryLine[] {
  let before: Pet | undefined;
  const lines: HistoryLine[] = [];
  for (const [position, event] of events.entries()) {
    const neighbours = [events[position - 1], events[position + 1]];
    if (!isPartOfOrder(event, before, neighbours)) {
      lines.push({ id: event.id, at: event.at, words: wordsOf(event, before, names) });
    }
    before = event.pet ?? before;
  }
  return lines.reverse();
}

function wordsOf({ type, pet, order, listing }: Event, before: Pet | undefined, names: Names): string {
  if (order !== undefined) return ORDER_WORDS[order.status](nameOf(order));
  if (listing !== undefined) return 'Profile or photos changed';
  if (type === 'pet.created') return pet === undefined ? 'Added' : `Added to the catalogue as “${pet.name}”`;
  if (type === 'pet.deleted') return 'Removed from the catalogue';
  return pet === undefined ? 'Changed' : changeWords(pet, before, names);
}

function nameOf({ id, reference }: Order): string {
  return reference === undefined || reference === '' ? `order ${id}` : `order ${id} (${reference})`;
}

function changeWords(pet: Pet, before: Pet | undefined, names: Names): string {
  const kind = names.category(pet.categoryId);
  if (before === undefined) return `Changed: now “${pet.name}”, ${kind}, ${names.status(pet.status)}`;
  const changes: string[] = [];
  if (pet.name !== before.name) changes.push(`Renamed from “${before.name}” to “${pet.name}”`);
  if (pet.categoryId !== before.categoryId) {
    changes.push(`Category changed from ${names.category(before.categoryId)} to ${kind}`);
  }
  if (pet.status !== before.status) {
    changes.push(`Status changed from ${names.status(before.status)} to ${names.status(pet.status)}`);
  }
  return changes.length === 0 ? 'Saved without a change' : changes.join('. ');
}

/** Whether an order changed the status at the same time. The event of the order describes it better. */
function isPartOfOrder(
  { type, pet, at }: Event,
  before: Pet | undefined,
  neighbours: ReadonlyArray<Event | undefined>,
): boolean {
  if (type !== 'pet.updated' || pet === undefined) return false;
  const isSameOtherwise =
    before === undefined || (before.name === pet.name && before.categoryId === pet.categoryId);
  return isSameOtherwise && neighbours.some((event) => event?.order !== undefined && event.at === at);
}
