import type { Event, Order, Pet, PetStatus } from '@petstore/client';
import { TEXTS } from './history-texts.ts';

/** Returns the display names of values in events. */
interface Names {
  status(status: PetStatus | undefined): string;
  category(id: bigint): string;
}

export interface HistoryLine {
  /** The id of the event. */
  id: bigint;
  at: string;
  words: string;
  /** True for a change of the profile or the photos. Several of them in a row are shown as one. */
  isProfile: boolean;
}

/** Describes the events of one animal. Takes them oldest first and returns the lines newest first. */
export function historyLines(events: readonly Event[], names: Names): HistoryLine[] {
  let before: Pet | undefined;
  const lines: HistoryLine[] = [];
  for (const [position, event] of events.entries()) {
    const neighbours = [events[position - 1], events[position + 1]];
    if (!isPartOfOrder(event, before, neighbours)) {
      const isRestored = event.type === 'pet.created' && position > 0;
      const words = isRestored ? TEXTS.restored : wordsOf(event, before, names);
      lines.push({ id: event.id, at: event.at, words, isProfile: event.listing !== undefined });
    }
    before = event.pet ?? before;
  }
  return lines.reverse();
}

function wordsOf({ type, pet, order, listing }: Event, before: Pet | undefined, names: Names): string {
  if (order !== undefined) return TEXTS.orders[order.status](nameOf(order));
  if (listing !== undefined) return TEXTS.listingChanged;
  if (type === 'pet.created') return pet === undefined ? TEXTS.added : TEXTS.addedAs(pet.name);
  if (type === 'pet.deleted') return TEXTS.removed;
  return pet === undefined ? TEXTS.changed : changeWords(pet, before, names);
}

function nameOf({ id, reference }: Order): string {
  return reference === undefined || reference === '' ? TEXTS.order(id) : `${TEXTS.order(id)} (${reference})`;
}

function changeWords(pet: Pet, before: Pet | undefined, names: Names): string {
  const kind = names.category(pet.categoryId);
  if (before === undefined) return TEXTS.changedTo(pet.name, kind, names.status(pet.status));
  const changes: string[] = [];
  if (pet.name !== before.name) changes.push(TEXTS.renamed(before.name, pet.name));
  if (pet.categoryId !== before.categoryId) {
    changes.push(TEXTS.categoryChanged(names.category(before.categoryId), kind));
  }
  if (pet.status !== before.status) {
    changes.push(TEXTS.statusChanged(names.status(before.status), names.status(pet.status)));
  }
  return changes.length === 0 ? TEXTS.unchanged : changes.join('. ');
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
