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
  format: RowFormat,
  onProgress: (pets: number) => void = () => {},
): AsyncGenerator<string> {
  if (format === 'csv') yield `${CSV_COLUMNS.join(',')}\n`;
  let exported = 0;
  for await (const pets of pagesOfPets(db)) {
    yield format === 'csv' ? toCsv(pets) : toNdjson(pets);
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
 * `@` stays as it is: a sign put before it against spreadsheets would come back with the next import.
 */
function toCsv(pets: readonly Pet[]): string {
  return stringify([...pets], { columns: CSV_COLUMNS, quoted_string: true });
}

function toNdjson(pets: readonly Pet[]): string {
  return pets.map((pet) => `${petJson(pet)}\n`).join('');
}
