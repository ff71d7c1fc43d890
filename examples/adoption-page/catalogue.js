// @ts-check
import { PetstoreError } from '@petstore/client';

/**
 * @import { Event, Pet, Petstore } from '@petstore/client'
 */

/** The maximum of the service. */
const MAX_IDS_PER_REQUEST = 100;

/**
 * The part of the catalogue that the page shows.
 *
 * @typedef {object} Copy
 * @property {Map<bigint, Pet>} animals the available animals by their ids
 * @property {Map<bigint, string | undefined>} categories the names by their ids; undefined for a category without a name
 */

/**
 * Reads the catalogue and follows its feed. Yields the copy after it has been read and after each change; ends when the
 * signal is aborted. It always yields the same object.
 *
 * @param {Petstore} petstore
 * @param {{ signal: AbortSignal, everySeconds: number | undefined }} options
 * @returns {AsyncGenerator<Copy, void, undefined>}
 */
export async function* keepCopy(petstore, options) {
  const { signal } = options;
  while (!signal.aborted) {
    // Take the position in the feed before reading the catalogue: changes during the read come again as events.
    const { next } = await petstore.events.page({ after: 'latest' }, { signal });
    const copy = await readCopy(petstore, signal);
    yield copy;
    try {
      yield* follow(petstore, copy, { ...options, after: next });
    } catch (error) {
      // The missed events are no longer kept: read the catalogue again.
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
    // An import changes thousands of animals. Render the page once, at the end of the feed.
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
  // An event of an order. The change of its animal to pending or sold has an event of its own.
  if (pet === undefined) return;
  if (type !== 'pet.deleted' && pet.status === 'available') animals.set(pet.id, pet);
  else animals.delete(pet.id);
}

/**
 * Reads the names of categories that are in use and not known yet.
 *
 * @param {Petstore} petstore
 * @param {Copy} copy
 * @param {AbortSignal} signal
 */
async function nameCategories(petstore, { animals, categories }, signal) {
  const used = new Set([...animals.values()].map(({ categoryId }) => categoryId));
  const missing = [...used].filter((id) => !categories.has(id));
  for (let n = 0; n < missing.length; n += MAX_IDS_PER_REQUEST) {
    const ids = missing.slice(n, n + MAX_IDS_PER_REQUEST);
    const { items } = await petstore.categories.page({ ids, limit: MAX_IDS_PER_REQUEST }, { signal });
    const names = new Map(items.map(({ id, name }) => [id, name]));
    // A category may be gone by now. Store it without a name, so that it is not requested again.
    for (const id of ids) categories.set(id, names.get(id));
  }
}
