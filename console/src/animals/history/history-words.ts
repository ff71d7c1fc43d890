import type { Event, Order, Pet, PetStatus } from '@petstore/client';
import { stateWord } from '../../applications/state-names.ts';
import { referenceText } from '../../orders/order-reference.ts';
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
  const lines: HistoryLine[] = [];
  const merged = new Set(events.flatMap(({ pet, mergedInto }) => (mergedInto && pet ? pet.id : [])));
  // A record that was merged into this one has its own states.
  const states = new Map<bigint | undefined, Pet>();
  const known = new Set<bigint | undefined>();
  for (const [position, event] of events.entries()) {
    const neighbours = [events[position - 1], events[position + 1]];
    const petId = petIdOf(event);
    const before = states.get(petId);
    if (!isPartOfOrder(event, before, neighbours)) {
      const isRestored = event.type === 'pet.created' && known.has(petId);
      const words = isRestored ? TEXTS.restored : wordsOf(event, before, names);
      const isOfMerged = petId !== undefined && merged.has(petId) && event.mergedInto === undefined;
      const text = isOfMerged ? TEXTS.ofRecord(petId, words) : words;
      lines.push({ id: event.id, at: event.at, words: text, isProfile: event.listing !== undefined });
    }
    known.add(petId);
    if (event.pet !== undefined) states.set(petId, event.pet);
  }
  return lines.reverse();
}

function petIdOf({ pet, order, listing }: Event): bigint | undefined {
  return pet?.id ?? order?.petId ?? listing?.pet.id;
}

function wordsOf(event: Event, before: Pet | undefined, names: Names): string {
  const { type, pet, order, listing, mergedInto, application } = event;
  if (application !== undefined) return applicationWords(application, type);
  if (order !== undefined) return TEXTS.orders[order.status](nameOf(order));
  if (listing !== undefined) return TEXTS.listingChanged;
  if (type === 'movement.created') return TEXTS.movementAdded;
  if (type === 'movement.updated') return TEXTS.movementChanged;
  if (type === 'movement.deleted') return TEXTS.movementRemoved;
  if (type === 'pet.created') return pet === undefined ? TEXTS.added : TEXTS.addedAs(pet.name);
  if (mergedInto !== undefined && pet !== undefined) return TEXTS.merged(pet.name, pet.id, mergedInto);
  if (type === 'pet.deleted') return TEXTS.removed;
  return pet === undefined ? TEXTS.changed : changeWords(pet, before, names);
}

function applicationWords({ id, state }: NonNullable<Event['application']>, type: Event['type']): string {
  if (type === 'application.created') return TEXTS.application.created(id);
  if (type === 'application.erased') return TEXTS.application.erased(id);
  return TEXTS.application.updated(id, stateWord(state));
}

function nameOf({ id, reference }: Order): string {
  return reference === undefined || reference === ''
    ? TEXTS.order(id)
    : `${TEXTS.order(id)} (${referenceText(reference)})`;
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
