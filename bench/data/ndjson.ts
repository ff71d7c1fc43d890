import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cacheFolder } from './seed.ts';

const LINES_A_CHUNK = 10_000;
const STATUSES = ['available', 'available', 'available', 'sold', 'pending'];
const NAMES = [
  'Frank',
  'Bella',
  'Łucja',
  'Charlie "Chuck"',
  'Max',
  'Daisy',
  'Coco',
  'Rocky',
  'Molly',
  'Buddy',
];

/** A file of this many pets, as `petstore pets export` writes it. Made once and then kept among the temporary files. */
export async function ndjsonFile(rows: number): Promise<string> {
  const path = join(await cacheFolder(), `pets-${rows}.ndjson`);
  if (existsSync(path)) return path;
  process.stderr.write(`making a file of ${rows.toLocaleString('en')} rows, once\n`);
  await pipeline(Readable.from(chunks(rows)), createWriteStream(`${path}.new`));
  await rename(`${path}.new`, path);
  return path;
}

function* chunks(rows: number): Generator<string> {
  for (let first = 1; first <= rows; first += LINES_A_CHUNK) {
    const count = Math.min(LINES_A_CHUNK, rows - first + 1);
    yield Array.from({ length: count }, (_, index) => lineOf(first + index)).join('');
  }
}

function lineOf(number: number): string {
  const name = `${NAMES[number % NAMES.length]} ${number}`;
  const pet = { name, categoryId: (number % 7) + 1, status: STATUSES[number % STATUSES.length] };
  return `${JSON.stringify(pet)}\n`;
}
