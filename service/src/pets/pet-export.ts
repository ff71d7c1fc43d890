import { stringify } from 'csv-stringify/sync';

import type { Queries } from '../database/database.ts';
import { type Pet, petJson } from './pet.ts';
import type { RowFormat } from './pet-rows.ts';
import { listPets } from './pet-store.ts';

const PAGE = 1000;
const CSV_COLUMNS = ['id', 'name', 'categoryId', 'status'];

/**
 * All pets, oldest first, as the text of a file; a page at a time, so that it costs no more memory than one. What is
 * imported from it again are the same pets, but for their ids.
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

async function* pagesOfPets(db: Queries): AsyncGenerator<Pet[]> {
  for (let after: bigint | undefined; ; ) {
    const pets = await listPets(db, { order: 'oldest first', after, limit: PAGE });
    if (pets.length > 0) yield pets;
    if (pets.length < PAGE) return;
    after = pets.at(-1)?.id;
  }
}

/**
 * Texts are quoted, so that a line feed or a comma in a name is part of it. A name that begins with `=`, `+`, `-` or
 * `@` stays as it is: an apostrophe before it would be part of the name after the next import.
 */
function toCsv(pets: readonly Pet[]): string {
  return stringify([...pets], { columns: CSV_COLUMNS, quoted_string: true });
}

/** What a spreadsheet takes for a formula, which could run a program or send the other cells away. */
const FORMULA = /^[=+\-@\t\r]/;

/** Names that look like formulas have an apostrophe before them, which a spreadsheet takes for "this is text". */
function toSpreadsheet(pets: readonly Pet[]): string {
  return toCsv(pets.map((pet) => (FORMULA.test(pet.name) ? { ...pet, name: `'${pet.name}` } : pet)));
}

function toNdjson(pets: readonly Pet[]): string {
  return pets.map((pet) => `${petJson(pet)}\n`).join('');
}

const TEXTS = { csv: toCsv, spreadsheet: toSpreadsheet, ndjson: toNdjson };
