import { stringify } from 'csv-stringify/sync';

import type { Queries } from '../database/database.ts';
import { type Pet, petJson } from '../pets/pet.ts';
import { formatOrigin } from '../pets/pet-origin.ts';
import { listPets } from '../pets/pet-store.ts';
import { importsOfPets } from './import-store.ts';
import type { RowFormat } from './readers/rows.ts';

const PAGE = 1000;
/** The first four are those of version 1.0.0. */
const CSV_COLUMNS = ['id', 'name', 'categoryId', 'status', 'store', 'origin', 'reference'];

/** A pet, and what recognises it in an import: `import-recognition.ts` has the rules. */
interface ExportedPet {
  readonly pet: Pet;
  readonly names: {
    /** The identity of this store, in which the pet has its id. */
    readonly store: string;
    /** Where it was first exported from; absent if nowhere else. */
    readonly origin?: string;
    /** Its name in the system that it was imported from. */
    readonly reference?: string;
  };
}

/**
 * All pets, oldest first, as the text of a file; a page at a time, so that it costs no more memory than one. To import
 * it into the same store changes nothing; another store gets the same pets once, with ids of its own.
 *
 * @param onProgress told how many pets there were so far.
 */
export async function* exportPets(
  db: Queries,
  format: RowFormat | 'spreadsheet',
  onProgress: (pets: number) => void = () => {},
): AsyncGenerator<string> {
  if (format !== 'ndjson') yield `${CSV_COLUMNS.join(',')}\n`;
  let exported = 0;
  for await (const pets of pagesOfPets(db)) {
    yield TEXTS[format](pets);
    exported += pets.length;
    onProgress(exported);
  }
}

async function* pagesOfPets(db: Queries): AsyncGenerator<ExportedPet[]> {
  const { id: store } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  for (let after: bigint | undefined; ; ) {
    const pets = await listPets(db, { order: 'oldest first', after, limit: PAGE });
    if (pets.length > 0) yield withNames(pets, store, await importsOf(db, pets));
    if (pets.length < PAGE) return;
    after = pets.at(-1)?.id;
  }
}

function importsOf(db: Queries, pets: readonly Pet[]) {
  return importsOfPets(db, pets[0]?.id ?? 0n, pets.at(-1)?.id ?? 0n);
}

function withNames(
  pets: readonly Pet[],
  store: string,
  imports: Awaited<ReturnType<typeof importsOfPets>>,
): ExportedPet[] {
  return pets.map((pet) => {
    const { reference, origin } = imports.get(pet.id) ?? { reference: null, origin: null };
    const isFromSystem = reference !== null && reference !== origin;
    const isFromStore = origin !== null && origin !== formatOrigin({ storeId: store, petId: pet.id });
    const names = {
      store,
      ...(isFromStore ? { origin } : {}),
      ...(isFromSystem ? { reference } : {}),
    };
    return { pet, names };
  });
}

/**
 * Texts are quoted, so that a line feed or a comma in a name is part of it. A name that begins with `=`, `+`, `-` or
 * `@` stays as it is: an apostrophe before it would be part of the name after the next import.
 */
function toCsv(pets: readonly ExportedPet[]): string {
  const rows = pets.map(({ pet, names }) => ({ ...pet, ...names }));
  return stringify(rows, { columns: CSV_COLUMNS, quoted_string: true });
}

/** What a spreadsheet takes for a formula, which could run a program or send the other cells away. */
const FORMULA = /^[=+\-@\t\r]/;

/** Texts that look like formulas have an apostrophe before them, which a spreadsheet takes for "this is text". */
function toSpreadsheet(pets: readonly ExportedPet[]): string {
  const harmless = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
  return toCsv(
    pets.map(({ pet, names: { reference, ...names } }) => ({
      pet: { ...pet, name: harmless(pet.name) },
      names: reference === undefined ? names : { ...names, reference: harmless(reference) },
    })),
  );
}

function toNdjson(pets: readonly ExportedPet[]): string {
  return pets
    .map(({ pet, names }) => `${petJson(pet).slice(0, -1)},${JSON.stringify(names).slice(1)}\n`)
    .join('');
}

const TEXTS = { csv: toCsv, spreadsheet: toSpreadsheet, ndjson: toNdjson };
