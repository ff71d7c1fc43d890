// @ts-check
import { PetstoreError } from '@petstore/client';

/**
 * @import { Event, Pet, Petstore } from '@petstore/client'
 */

/** The most categories that one request may name. */
const IDS_PER_REQUEST = 100;

/**
 * What the page shows of the catalogue.
 *
 * @typedef {object} Copy
 * @property {Map<bigint, Pet>} animals those that can be adopted, by their ids
 * @property {Map<bigint, string | undefined>} categories their names, by their ids; undefined where they have none
 */

/**
 * Reads the catalogue and follows its feed. Yields the copy when it has been read and whenever it may have changed; ends
 * when the signal is aborted. The copy is the same object each time.
 *
 * @param {Petstore} petstore
 * @param {{ signal: AbortSignal, everySeconds: number | undefined }} options
 * @returns {AsyncGenerator<Copy, void, undefined>}
 */
export async function* keepCopy(petstore, options) {
  const { signal } = options;
  while (!signal.aborted) {
    // The head before the catalogue: what changes while that is read is told again afterwards.
    const { next } = await petstore.events.page({ after: 'latest' }, { signal });
    const copy = await readCopy(petstore, signal);
    yield copy;
    try {
      yield* follow(petstore, copy, { ...options, after: next });
    } catch (error) {
      // Away for longer than the service keeps events: what is missing is only in the catalogue.
      if (!(error instanceof PetstoreError && error.code === 'events_expired')) throw error;
    }
  }
}

/**
 * @param {Petstore} petstore
 * @param {Copy} copy
 * @param {{ signal: AbortSignal, everySeconds: number | undefined, after: bigint }} options
 */
async function* follow(petstore, copy, options) {
  let isChanged = false;
  for await (const { items, isHead } of petstore.events.pages(options)) {
    for (const event of items) apply(event, copy);
    isChanged ||= items.length > 0;
    // An import changes thousands: the page need not be made for each.
    if (!isHead || !isChanged) continue;
    isChanged = false;
    await nameCategories(petstore, copy, options.signal);
    yield copy;
  }
}

/**
 * @param {Petstore} petstore
 * @param {AbortSignal} signal
 * @returns {Promise<Copy>}
 */
async function readCopy(petstore, signal) {
  const copy = { animals: new Map(), categories: new Map() };
  const available = petstore.pets.list({ status: 'available', limit: 100 }, { signal });
  for await (const pet of available) copy.animals.set(pet.id, pet);
  await nameCategories(petstore, copy, signal);
  return copy;
}

/**
 * @param {Event} event
 * @param {Copy} copy
 */
function apply({ type, pet }, { animals }) {
  // An order's event says nothing more: its animal, which becomes pending or sold, has one of its own.
  if (pet === undefined) return;
  if (type !== 'pet.deleted' && pet.status === 'available') animals.set(pet.id, pet);
  else animals.delete(pet.id);
}

/**
 * Asks for the names of the categories that an animal has and that are not known yet.
 *
 * @param {Petstore} petstore
 * @param {Copy} copy
 * @param {AbortSignal} signal
 */
async function nameCategories(petstore, { animals, categories }, signal) {
  const used = new Set([...animals.values()].map(({ categoryId }) => categoryId));
  const missing = [...used].filter((id) => !categories.has(id));
  for (let n = 0; n < missing.length; n += IDS_PER_REQUEST) {
    const ids = missing.slice(n, n + IDS_PER_REQUEST);
    const { items } = await petstore.categories.page({ ids, limit: IDS_PER_REQUEST }, { signal });
    const names = new Map(items.map(({ id, name }) => [id, name]));
    // One that has gone again meanwhile is not asked for each time.
    for (const id of ids) categories.set(id, names.get(id));
  }
}
