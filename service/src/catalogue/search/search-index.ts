import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds, jsonRows, jsonTexts } from '../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { prefixesOf } from './index-keys.ts';
import { addNameWords } from './name-words.ts';
import { lockMarksOf, markStale } from './stale-entries.ts';
import { type FoldedWords, foldWords, wordsOf } from './words.ts';

/** The texts of a listing that a search finds. */
export interface SearchedTexts {
  readonly name: string;
  readonly breed?: string | null | undefined;
  readonly secondBreed?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the words by which the index finds a listing: the first ones of its name, and those of its other texts. */
export function searchedWords({ name, ...others }: SearchedTexts): FoldedWords {
  const ofName = foldWords(name);
  const ofOthers = foldWords(otherTexts(others));
  return { words: ofName.words.union(ofOthers.words), cost: ofName.cost + ofOthers.cost };
}

/** The keys of the index for one pet: those of the words of its name, and those that only its other texts have. */
interface Keys {
  readonly name: readonly string[];
  readonly others: readonly string[];
}

export interface PetKeys {
  readonly id: bigint;
  readonly keys: Keys;
}

/** Adds new pets to the index. Call it in the transaction that adds them. */
export async function addToIndex(
  db: Queries,
  pets: ReadonlyArray<{ readonly id: bigint; readonly texts: SearchedTexts }>,
): Promise<void> {
  const added = pets.map(({ id, texts }) => ({ id, keys: keysOf(texts) }));
  const [first] = added;
  if (first === undefined) return;
  if (added.length === 1) await addKeys(db, first.id, first.keys);
  else await addKeysOfPets(db, added);
  await addNameWords(
    db,
    pets.map(({ texts }) => texts.name),
  );
}

/**
 * Adds a pet again that was removed. Call it in the transaction that returns it. A removal of stale entries that runs meanwhile cannot see the
 * pet, so it must have ended, or must wait: it has the marks of the pet locked.
 */
export async function returnToIndex(
  db: Queries,
  pet: { readonly id: bigint; readonly texts: SearchedTexts },
): Promise<void> {
  await lockMarksOf(db, pet.id);
  await addToIndex(db, [pet]);
}

/**
 * Updates the index for another name of a pet. Call it in the transaction of the change, with the pet locked. Entries that are
 * no longer true are corrected later (`stale-removal.ts`).
 */
export async function changeName(db: Queries, petId: bigint, before: string, after: string): Promise<void> {
  const [old, next] = [prefixesOf(wordsOf(before)), prefixesOf(wordsOf(after))];
  await addKeys(db, petId, { name: without(next, old), others: [] });
  await addNameWords(db, [after]);
  await markStale(db, [{ petId, prefixes: without(old, next) }]);
}

/** The same for its other texts. Call it before the change is written. */
export async function changeOtherTexts(
  db: Queries,
  petId: bigint,
  after: Omit<SearchedTexts, 'name'>,
): Promise<void> {
  const before = (await textsOf(db, [petId])).get(petId);
  if (before === undefined) return;
  const old = prefixesOf(wordsOf(otherTexts(before)));
  const next = prefixesOf(wordsOf(otherTexts(after)));
  const ofName = prefixesOf(wordsOf(before.name));
  await addKeys(db, petId, { name: [], others: without(new Set(without(next, old)), ofName) });
  await markStale(db, [{ petId, prefixes: without(new Set(without(old, next)), ofName) }]);
}

/** Removes pets from the index. Call it in the transaction that deletes them, before they are deleted. */
export async function removeFromIndex(db: Queries, petIds: readonly bigint[]): Promise<void> {
  const texts = await textsOf(db, petIds);
  await markStale(
    db,
    [...texts].map(([petId, each]) => ({ petId, prefixes: Object.values(keysOf(each)).flat() })),
  );
}

/** Returns the indexed texts of those of the pets that exist. */
export function textsOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, SearchedTexts>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    textsByPets.all(db, { petIds: idsJson(petIds) }),
    (rows) => new Map(rows.map(({ id, name, profile }) => [id, { ...textsOfProfile(profile), name }])),
  );
}

const textsByPets = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('pets')
    .leftJoin('profiles', 'pet_id', 'id')
    .select(['id', 'name', 'profile'])
    .where('id', 'in', jsonIds(db, petIds)),
);

function textsOfProfile(json: string | null): Omit<SearchedTexts, 'name'> {
  return json === null ? {} : (JSON.parse(json) as Omit<SearchedTexts, 'name'>); // the JSON of a profile
}

/** Returns the keys of the index for the texts of a pet. */
export function keysOf({ name, ...others }: SearchedTexts): Keys {
  const ofName = prefixesOf(wordsOf(name));
  return { name: [...ofName], others: without(prefixesOf(wordsOf(otherTexts(others))), ofName) };
}

/** Returns the texts besides the name as one, in which words count only once. */
export function otherTexts(texts: Omit<SearchedTexts, 'name'>): string {
  const { breed, secondBreed, color, tags, description } = texts;
  return [breed, secondBreed, color, ...(tags ?? []), description].filter(Boolean).join('\n');
}

function without(prefixes: ReadonlySet<string>, excluded: ReadonlySet<string>): string[] {
  return [...prefixes].filter((prefix) => !excluded.has(prefix));
}

/** Adds entries of a pet, or corrects whether they are of its name. */
export async function addKeys(db: Queries, petId: bigint, { name, others }: Keys): Promise<void> {
  if (name.length > 0) await keysOfPet.all(db, { petId, inName: 1n, prefixes: prefixesJson(name) });
  if (others.length > 0) await keysOfPet.all(db, { petId, inName: 0n, prefixes: prefixesJson(others) });
}

/** Adds the entries of several pets. */
export async function addKeysOfPets(db: Queries, pets: readonly PetKeys[]): Promise<void> {
  const rows = pets.flatMap(({ id, keys: { name, others } }) => [
    `[${id},1,${prefixesJson(name)}]`,
    `[${id},0,${prefixesJson(others)}]`,
  ]);
  await keysOfPets.all(db, { json: `[${rows}]` });
}

/** A prefix has letters and digits only, so it needs no escapes. */
export function prefixesJson(prefixes: readonly string[]): string {
  return prefixes.length === 0 ? '[]' : `["${prefixes.join('","')}"]`;
}

const keysOfPet = new PreparedQuery(
  (db, { petId, inName, prefixes }: { petId: bigint; inName: bigint; prefixes: string }) => sql`
    insert into search_prefixes (prefix, pet_id, in_name)
    select value, cast(${petId} as bigint), cast(${inName} as bigint) from ${jsonTexts(db, sql`${prefixes}`)} as prefixes
    where true
    on conflict (prefix, pet_id) do update set in_name = excluded.in_name`,
);

const keysOfPets = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    insert into search_prefixes (prefix, pet_id, in_name)
    select prefixes.value, pets.pet_id, pets.in_name
    from ${jsonRows(db, json, { pet_id: 'bigint', in_name: 'bigint', prefixes: 'text' })} as pets,
      ${jsonTexts(db, sql`pets.prefixes`)} as prefixes
    where true
    on conflict (prefix, pet_id) do update set in_name = excluded.in_name`,
);
