import type { Event, Pet, PetStatus, Petstore } from '@petstore/client';
import { isEventsExpired } from '../../queries/errors.ts';
import { chunksOf } from '../../queries/id-chunks.ts';
import { readDraft } from '../../ui/forms/stored-drafts.ts';
import {
  type AnimalChange,
  type ChangeBatch,
  namesOfBatches,
  PREFIX,
  type RequestedChange,
} from './stored-batches.ts';

// Loaded only if a page has left something.

/**
 * Returns the changes of a batch that were not made after it was sent. One that was made, and replaced since by someone else, is
 * none of them. Nothing is left to change of an animal that was removed.
 */
export async function stillMissing(
  petstore: Petstore,
  { changes, after }: ChangeBatch,
): Promise<RequestedChange[]> {
  const reads = chunksOf(changes.map(({ pet }) => pet.id)).map((ids) => petstore.pets.permissions(ids));
  const pets = new Map((await Promise.all(reads)).flat().map(({ pet }) => [pet.id, pet]));
  const different = changes.filter(({ pet, change }) => {
    const current = pets.get(pet.id);
    return current !== undefined && !isMade(change, current);
  });
  if (after === undefined) return different;
  const events = await Promise.all(different.map(({ pet }) => eventsOf(petstore, pet.id, after)));
  return different.filter(
    ({ change }, index) => !events[index]?.some(({ type, pet }) => isMade(change, pet, type)),
  );
}

function isMade(change: AnimalChange, pet: Pet | undefined, type?: Event['type']): boolean {
  return change.kind === 'removal' ? type === 'pet.deleted' : pet?.status === change.status;
}

/** Returns the first events of an animal after a position; none if they are no longer kept. */
async function eventsOf(petstore: Petstore, petId: bigint, after: bigint): Promise<Event[]> {
  try {
    return (await petstore.events.page({ petId, after, limit: 100 })).items;
  } catch (error) {
    if (isEventsExpired(error)) return [];
    throw error;
  }
}

/** Returns the batches of a user for which no response has arrived, in any tab; the oldest first. */
export function storedBatches(owner: string): ChangeBatch[] {
  return namesOfBatches()
    .flatMap((name) => readBatch(name) ?? [])
    .filter((batch) => batch.owner === owner)
    .sort((one, other) => one.at - other.at);
}

/** Returns undefined if another program has stored something else. */
function readBatch(name: string): ChangeBatch | undefined {
  const draft = readDraft(name);
  if (draft === undefined) return undefined;
  const { at, values } = draft;
  try {
    const items = JSON.parse(values.items ?? '') as { id: string; name: string; status?: PetStatus }[]; // as `saveBatch` wrote it
    return {
      key: name.slice(PREFIX.length),
      owner: values.owner ?? '',
      at,
      after: values.after ? BigInt(values.after) : undefined,
      changes: items.map(({ id, name, status }) => ({
        pet: { id: BigInt(id), name },
        change: status === undefined ? { kind: 'removal' } : { kind: 'status', status },
      })),
    };
  } catch {
    return undefined;
  }
}
