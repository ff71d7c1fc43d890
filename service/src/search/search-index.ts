import { type Selectable, sql } from 'kysely';
import { stringifyJson } from '../core/json.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { jsonRows } from '../database/json-rows.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { prefixesOf, wordsOf } from './words.ts';

/** The texts of a listing that a search finds. */
export interface SearchedTexts {
  readonly name: string;
  readonly breed?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the words of all texts. */
export function searchedWords({ name, breed, color, description }: SearchedTexts): Set<string> {
  return wordsOf([name, breed, color, description].join('\n'));
}

/** Adds new pets to the index. Call it in the transaction that adds them. */
export async function addToIndex(
  db: Queries,
  pets: ReadonlyArray<{ readonly id: bigint; readonly texts: SearchedTexts }>,
): Promise<void> {
  await write(
    db,
    pets.flatMap(({ id, texts }) => rowsOf(id, keysOf(texts))),
  );
}

/** Updates the index of one pet. Call it in the transaction of the change, before the change is written, with the pet locked. */
export async function changeIndex(
  db: Queries,
  petId: bigint,
  changes: Partial<SearchedTexts>,
): Promise<void> {
  const before = (await textsOf(db, [petId])).get(petId);
  if (before === undefined) return;
  const old = keysOf(before);
  const next = keysOf({ ...before, ...changes });
  const removed = [...old.keys()].filter((prefix) => !next.has(prefix));
  const changed = [...next].filter(([prefix, inName]) => old.get(prefix) !== inName);
  await remove(
    db,
    removed.map((prefix) => [prefix, petId]),
  );
  await write(db, rowsOf(petId, new Map(changed)));
}

/** Removes pets from the index. Call it in the transaction that deletes them, before they are deleted. */
export async function removeFromIndex(db: Queries, petIds: readonly bigint[]): Promise<void> {
  const texts = await textsOf(db, petIds);
  await remove(
    db,
    [...texts].flatMap(([id, each]) => [...keysOf(each).keys()].map((prefix): Key => [prefix, id])),
  );
}

/** Returns the indexed texts of those of the pets that exist. */
export function textsOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, SearchedTexts>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    textsByPets.all(db, { petIds }),
    (rows) => new Map(rows.map(({ id, name, profile }) => [id, { ...textsOfProfile(profile), name }])),
  );
}

const textsByPets = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db
    .selectFrom('pets')
    .leftJoin('profiles', 'pet_id', 'id')
    .select(['id', 'name', 'profile'])
    .where('id', 'in', petIds),
);

function textsOfProfile(json: string | null): Omit<SearchedTexts, 'name'> {
  return json === null ? {} : (JSON.parse(json) as Omit<SearchedTexts, 'name'>); // the JSON of a profile
}

type Row = Selectable<Tables['search_prefixes']>;
type Key = [prefix: string, petId: bigint];

/** Returns the keys of the index for the texts, each with whether a word of the name has it. */
function keysOf({ name, breed, color, description }: SearchedTexts): Map<string, boolean> {
  const keys = new Map<string, boolean>();
  if (breed || color || description) {
    for (const prefix of prefixesOf(wordsOf([breed, color, description].join('\n')))) keys.set(prefix, false);
  }
  for (const prefix of prefixesOf(wordsOf(name))) keys.set(prefix, true);
  return keys;
}

function rowsOf(petId: bigint, keys: ReadonlyMap<string, boolean>): Row[] {
  return [...keys].map(([prefix, inName]) => ({ prefix, pet_id: petId, in_name: inName ? 1n : 0n }));
}

async function write(db: Queries, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  // A prefix has letters and digits only, so it needs no escapes.
  const json = `[${rows.map((row) => `["${row.prefix}",${row.pet_id},${row.in_name}]`)}]`;
  await prefixUpsert.all(db, { json });
}

const prefixUpsert = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    insert into search_prefixes (prefix, pet_id, in_name)
    select prefix, pet_id, in_name
    from ${jsonRows(db, json, { prefix: 'text', pet_id: 'bigint', in_name: 'bigint' })} as added
    where true
    on conflict (prefix, pet_id) do update set in_name = excluded.in_name`,
);

async function remove(db: Queries, keys: readonly Key[]): Promise<void> {
  if (keys.length > 0) await prefixDeletion.all(db, { json: stringifyJson(keys) });
}

const prefixDeletion = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    delete from search_prefixes where (prefix, pet_id) in (
      select prefix, pet_id
      from ${jsonRows(db, json, { prefix: 'text', pet_id: 'bigint' })} as removed
    )`,
);
