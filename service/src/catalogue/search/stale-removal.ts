import { sql } from 'kysely';
import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { lockPets } from '../../platform/database/locks.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { batchesInBackground } from './batches.ts';
import { addKeys, keysOf, textsOf } from './search-index.ts';
import { deleteMarks, hasMarked, lockMarked, shortenMark } from './stale-entries.ts';

const INTERVAL = SECOND;
/** The share of the time that removing may take while the service is busy. No one waits for it. */
const MAX_SHARE = 1 / 10;
/** The share if large marks wait, so that entries are removed faster than an account may add them. */
const MAX_SHARE_BEHIND = 1 / 2;
/** The marks of 200 new names have about 16 kB. */
const MAX_WAITING_BYTES = 128 * 1024;

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
 * Corrects about `limit` of the entries that changes have made stale, and removes those that are not true again since. Returns
 * the share of the time that the next calls may take; 0 if nothing is left.
 */
export async function removeStale(db: Queries, limit: number): Promise<number> {
  const { marks, waitingBytes } = await lockMarked(db, limit);
  if (marks.length === 0) return 0;
  const petIds = [...new Set(marks.map(({ petId }) => petId))];
  // Their texts must not change meanwhile.
  await lockPets(db, petIds);
  const texts = await textsOf(db, petIds);
  const keys = new Map([...texts].map(([petId, current]) => [petId, keysOf(current)]));
  const stale: Array<[prefix: string, petId: bigint]> = [];
  const done: bigint[] = [];
  let left = limit;
  for (const { id, petId, prefixes } of marks) {
    const marked = new Set(prefixes.slice(0, left));
    const { name, others } = keys.get(petId) ?? NO_KEYS;
    // Prefixes that were of the name, and are now only of other texts.
    await addKeys(db, petId, { name: [], others: others.filter((prefix) => marked.has(prefix)) });
    for (const prefix of marked.difference(new Set([...name, ...others]))) stale.push([prefix, petId]);
    if (prefixes.length > left) await shortenMark(db, id, prefixes.slice(left));
    else done.push(id);
    left = Math.max(0, left - prefixes.length);
    if (left === 0) break;
  }
  if (stale.length > 0) await removal.all(db, { json: stringifyJson(stale) });
  await deleteMarks(db, done);
  return waitingBytes > MAX_WAITING_BYTES ? MAX_SHARE_BEHIND : MAX_SHARE;
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
    afterRun: 'more',
    hasWork: hasMarked,
    work: removeStale,
    onError,
  });
}
