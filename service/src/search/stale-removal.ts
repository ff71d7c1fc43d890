import { sql } from 'kysely';
import { type Clock, SECOND } from '../core/clock.ts';
import { stringifyJson } from '../core/json.ts';
import type { Database, Queries } from '../database/database.ts';
import { jsonRows } from '../database/json-rows.ts';
import { lockPets } from '../database/pet-locks.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { batchesInBackground } from './batches.ts';
import { addKeys, keysOf, textsOf } from './search-index.ts';
import { deleteMarks, hasMarked, lockMarked } from './stale-entries.ts';

const INTERVAL = SECOND;
/** The share of time that removing may take while the service is busy. No one waits for it. */
const MAX_SHARE = 1 / 10;

/** Those of a pet that was removed. */
const NO_KEYS = { name: [], others: [] };

/** All at once: the engine sorts them, so that each page of the index is changed once. */
const removal = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    delete from search_prefixes where (prefix, pet_id) in (
      select prefix, pet_id
      from ${jsonRows(db, json, { prefix: 'text', pet_id: 'bigint' })} as removed
    )`,
);

/**
 * Corrects the entries that the next `limit` changes have made stale, and removes those that are not true again since.
 * Returns false if none is left.
 */
export async function removeStale(db: Queries, limit: number): Promise<boolean> {
  const marks = await lockMarked(db, limit);
  if (marks.length === 0) return false;
  const petIds = [...new Set(marks.map(({ petId }) => petId))];
  // Their texts must not change meanwhile.
  await lockPets(db, petIds);
  const texts = await textsOf(db, petIds);
  const stale: Array<[prefix: string, petId: bigint]> = [];
  for (const { petId, prefixes } of marks) {
    const current = texts.get(petId);
    const { name, others } = current === undefined ? NO_KEYS : keysOf(current);
    const marked = new Set(prefixes);
    // Prefixes that were of the name, and are now only of other texts.
    await addKeys(db, petId, { name: [], others: others.filter((prefix) => marked.has(prefix)) });
    const valid = new Set([...name, ...others]);
    for (const prefix of prefixes) if (!valid.has(prefix)) stale.push([prefix, petId]);
  }
  if (stale.length > 0) await removal.all(db, { json: stringifyJson(stale) });
  await deleteMarks(db, marks);
  return marks.length === limit;
}

/**
 * Removes stale entries in the background.
 *
 * @param onError called when a run failed; the next one continues.
 * @returns a function that stops it.
 */
export function removeStaleEntries(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  return batchesInBackground(database, clock, {
    intervalMs: INTERVAL,
    maxShare: MAX_SHARE,
    runsOnce: false,
    hasWork: hasMarked,
    work: removeStale,
    onError,
  });
}
