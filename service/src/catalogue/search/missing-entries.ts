import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/database/database.ts';
import { jsonRows, jsonTexts } from '../../platform/database/json-rows.ts';
import { lockPets } from '../../platform/database/locks.ts';
import { readSnapshot } from '../../platform/database/long-transactions.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { addNameWords } from './name-words.ts';
import { restoreTimes } from './pet-times.ts';
import { addKeysOfPets, keysOf, prefixesJson, type SearchedTexts, textsOf } from './search-index.ts';

/** The pets of one snapshot. */
const PAGE_SIZE = 500;
/** The pets of one transaction that adds entries, so that other writers have their turn. */
const MAX_ADDED = 50;

/** Pets that the search does not find by all of their words, because an older version wrote them beside this one. */
export interface MissingEntries {
  readonly pets: number;
  readonly firstId: bigint | undefined;
}

/** Compares the index with the texts of all pets. A service may be running. */
export async function missingEntries(database: Database): Promise<MissingEntries> {
  let pets = 0;
  let firstId: bigint | undefined;
  for await (const ids of incompletePets(database)) {
    pets += ids.length;
    firstId ??= ids[0];
  }
  return { pets, firstId };
}

/** Adds the entries that are missing, and the times that an older version did not write. */
export async function addMissingEntries(database: Database): Promise<void> {
  for await (const ids of incompletePets(database)) {
    for (let from = 0; from < ids.length; from += MAX_ADDED) {
      await database.write((db) => addEntries(db, ids.slice(from, from + MAX_ADDED)));
    }
  }
}

async function addEntries(db: Queries, ids: readonly bigint[]): Promise<void> {
  await lockPets(db, ids);
  const texts = await textsOf(db, ids);
  await addKeysOfPets(
    db,
    [...texts].map(([id, each]) => ({ id, keys: keysOf(each) })),
  );
  await addNameWords(
    db,
    [...texts.values()].map(({ name }) => name),
  );
  await restoreTimes(db, ids);
}

/** Yields the ids of pets that lack entries, page by page. */
async function* incompletePets(database: Database): AsyncGenerator<bigint[]> {
  for (let after = 0n; ; ) {
    // The entries of a text that is changed meanwhile may be removed.
    const { last, incomplete } = await readSnapshot(database, (db) => comparePage(db, after));
    if (incomplete.length > 0) yield incomplete;
    if (last === undefined) return;
    after = last;
  }
}

async function comparePage(db: Queries, after: bigint) {
  const page = await idsAfter.all(db, { after, limit: PAGE_SIZE });
  const texts = await textsOf(
    db,
    page.map(({ id }) => id),
  );
  const expected = [...texts].map(([id, each]) => `[${id},${prefixesJson(longestKeys(each))}]`);
  const rows = await lackingEntries.all(db, { json: `[${expected}]` });
  return {
    last: page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
    incomplete: rows.map(({ pet_id }) => pet_id),
  };
}

const idsAfter = new PreparedQuery((db, { after, limit }: { after: bigint; limit: number }) =>
  db.selectFrom('pets').select('id').where('id', '>', after).orderBy('id').limit(rowLimit(limit)),
);

/** Returns the keys that no other key begins with. The others were added together with them. */
function longestKeys(texts: SearchedTexts): string[] {
  const { name, others } = keysOf(texts);
  const keys = [...name, ...others];
  const beginnings = new Set(keys.map((key) => key.slice(0, /[\ud800-\udbff].$/s.test(key) ? -2 : -1)));
  return keys.filter((key) => !beginnings.has(key));
}

const lackingEntries = new PreparedQuery(
  (db, { json }: { json: string }) => sql<{ pet_id: bigint }>`
    select distinct pets.pet_id
    from ${jsonRows(db, json, { pet_id: 'bigint', prefixes: 'text' })} as pets,
      ${jsonTexts(db, sql`pets.prefixes`)} as expected
    where not exists (
      select 1 from search_prefixes as found
      where found.prefix = expected.value and found.pet_id = pets.pet_id
    )
    order by pets.pet_id`,
);
