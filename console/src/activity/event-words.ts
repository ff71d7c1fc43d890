import type { Event, Order, Pet } from '@petstore/client';
import { stateWord } from '../applications/state-names.ts';
import { referenceText } from '../orders/order-reference.ts';
import { statusWord } from '../texts/status-names.ts';
import { SENTENCES } from './activity-texts.ts';

type FeedApplication = NonNullable<Event['application']>;

/** An event as a sentence in three parts, so that the animal can be a link. */
export interface EventWords {
  before: string;
  animal: string;
  /** The id of the animal; undefined if it was removed. */
  petId: bigint | undefined;
  after: string;
}

/** Describes an event. An event contains the new state of its subject, not the difference. */
export function eventWords(event: Event): EventWords {
  const { type, pet, order, listing, category, mergedInto, movement, application } = event;
  if (order !== undefined) return orderWords(order, SENTENCES.orderEvents[type] ?? SENTENCES.changed);
  // The link leads to the animal that remained.
  if (pet !== undefined && mergedInto !== undefined) {
    return { before: '', animal: pet.name, petId: mergedInto, after: SENTENCES.merged };
  }
  if (pet !== undefined) return petWords(pet, type);
  if (listing !== undefined) {
    const { id, name } = listing.pet;
    return { ...SENTENCES.profile, animal: name, petId: id };
  }
  if (movement !== undefined) {
    const { petId } = movement;
    return { ...SENTENCES.stay, animal: SENTENCES.animal(petId), petId };
  }
  if (application !== undefined) return applicationWords(application, type);
  if (category !== undefined) return { ...SENTENCES.category, animal: category.name, petId: undefined };
  return { before: '', animal: SENTENCES.unknownAnimal, petId: undefined, after: SENTENCES.changed };
}

export function eventSentence(event: Event): string {
  const { before, animal, after } = eventWords(event);
  return `${before}${animal}${after}`;
}

function petWords({ id, name, status }: Pet, type: Event['type']): EventWords {
  if (type === 'pet.deleted') return { before: '', animal: name, petId: undefined, after: SENTENCES.removed };
  const changed = () => SENTENCES.changedTo(statusWord(status));
  const after = type === 'pet.created' ? SENTENCES.added : changed();
  return { before: '', animal: name, petId: id, after };
}

function orderWords({ id, petId, reference }: Order, action: string): EventWords {
  const note = reference === undefined || reference === '' ? '' : ` (${referenceText(reference)})`;
  const animal = SENTENCES.animal(petId);
  return { before: SENTENCES.order(id), animal, petId, after: `${action}${note}` };
}

/** What an applicant wrote is never in the feed: only which application of which animal changed. */
function applicationWords({ id, petId, state }: FeedApplication, type: Event['type']): EventWords {
  const after = applicationAction(type, state);
  if (petId === undefined) return { before: '', animal: SENTENCES.application(id), petId, after };
  return { before: SENTENCES.applicationFor(id), animal: SENTENCES.animal(petId), petId, after };
}

function applicationAction(type: Event['type'], state: FeedApplication['state']): string {
  if (type === 'application.created') return SENTENCES.arrived;
  return type === 'application.erased' ? SENTENCES.erased : SENTENCES.changedTo(stateWord(state));
}
