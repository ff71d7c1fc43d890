import { stringify } from 'csv-stringify/sync';
import { bondsOf } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { type Pet, petJson } from '../../../catalogue/pets/pet.ts';
import { listPets } from '../../../catalogue/pets/pet-queries.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import { importsOfPets } from '../imported-pets.ts';
import { formatOrigin } from '../pet-origin.ts';
import type { RowFormat } from '../readers/rows.ts';
import { ESCAPED_BY_APOSTROPHE, escapeFormula } from './formulas.ts';
import { listAdded, sharedReferences } from './since.ts';

/** Reading a page and writing its text takes 0.3 ms, and 1 ms with the longest names. Then other requests have their turn. */
const PAGE_SIZE = 100;
/** The first four columns are those of version 1.0.0. */
const CSV_COLUMNS = [
  ...['id', 'name', 'categoryId', 'status'],
  ...['store', 'origin', 'reference', 'goesTogetherWith'],
];
/** Between the ids of a cell. With a comma alone, a spreadsheet would read two ids as one number. */
const BETWEEN_IDS = '; ';
const COLUMNS = { csv: CSV_COLUMNS, spreadsheet: [...CSV_COLUMNS, 'escaped'] };

/** A pet with the members by which an import recognises it (`recognition.ts`), and those that it goes together with. */
interface ExportedPet {
  readonly pet: Pet;
  readonly identity: {
    /** The id of this store. */
    readonly store: string;
    /** The other store that first exported it, and its id there. */
    readonly origin?: string;
    /** Its name in the system that it was imported from. */
    readonly reference?: string;
    /** The ids of the animals that it goes together with. */
    readonly goesTogetherWith?: string;
  };
}

interface ExportOptions {
  /** Receives the number of pets so far. */
  onProgress?: ((pets: number) => void) | undefined;
  /** Unix milliseconds. */
  readonly since?: bigint | undefined;
}

/**
 * Yields all pets, oldest first, as the text of a file, one page at a time. Importing the file into the same store
 * changes nothing; another store gets each pet once, with an id of its own.
 * With `since`, only those that were added since then. Each has a reference, which any version recognises with a mapping.
 */
export async function* exportPets(
  db: Queries,
  format: RowFormat | 'spreadsheet',
  { onProgress = () => {}, since }: ExportOptions = {},
): AsyncGenerator<string> {
  if (format !== 'ndjson') yield `${COLUMNS[format].join(',')}\n`;
  let exported = 0;
  for await (const pets of exportPages(db, since)) {
    yield FORMATTERS[format](pets);
    exported += pets.length;
    onProgress(exported);
  }
}

const storeIdentity = new PreparedQuery((db, _: object) => db.selectFrom('store_identity').select('id'));

async function* exportPages(db: Queries, since: bigint | undefined): AsyncGenerator<ExportedPet[]> {
  const store = (await storeIdentity.first(db, {}))?.id ?? '';
  const shared = since === undefined ? new Set<string>() : await sharedReferences(db);
  for (let after: bigint | undefined; ; ) {
    const pets = await nextPets(db, after, since);
    if (pets.length > 0) {
      const exported = addIdentities(pets, store, {
        imports: await importsOf(db, pets),
        bonds: await bondsOf(
          db,
          pets.map(({ id }) => id),
        ),
      });
      yield since === undefined ? exported : exported.map((each) => withReference(each, shared));
    }
    if (pets.length < PAGE_SIZE) return;
    after = pets.at(-1)?.id;
  }
}

function nextPets(db: Queries, after: bigint | undefined, since: bigint | undefined): MaybePromise<Pet[]> {
  return since === undefined
    ? listPets(db, { order: 'oldest first', after, limit: PAGE_SIZE })
    : listAdded(db, { since, after: after ?? 0n, limit: PAGE_SIZE });
}

/** Uses the origin if there is no reference, or if an import for one account would mistake it for that of another account. */
function withReference({ pet, identity }: ExportedPet, shared: ReadonlySet<string>): ExportedPet {
  const { store, origin = formatOrigin({ storeId: store, petId: pet.id }), reference = origin } = identity;
  return { pet, identity: { ...identity, reference: shared.has(reference) ? origin : reference } };
}

function importsOf(db: Queries, pets: readonly Pet[]) {
  return importsOfPets(db, pets[0]?.id ?? 0n, pets.at(-1)?.id ?? 0n);
}

function addIdentities(
  pets: readonly Pet[],
  store: string,
  {
    imports,
    bonds,
  }: { imports: Awaited<ReturnType<typeof importsOfPets>>; bonds: Awaited<ReturnType<typeof bondsOf>> },
): ExportedPet[] {
  return pets.map((pet) => {
    const { reference, origin } = imports.get(pet.id) ?? { reference: null, origin: null };
    const hasReference = reference !== null && reference !== origin;
    const hasOrigin = origin !== null && origin !== formatOrigin({ storeId: store, petId: pet.id });
    const others = bonds.get(pet.id);
    const identity = {
      store,
      ...(hasOrigin ? { origin } : {}),
      ...(hasReference ? { reference } : {}),
      ...(others ? { goesTogetherWith: others.join(BETWEEN_IDS) } : {}),
    };
    return { pet, identity };
  });
}

/** Quotes all strings, so that names may contain line feeds and commas. Names that look like formulas stay unchanged. */
function toCsv(pets: readonly ExportedPet[]): string {
  const rows = pets.map(({ pet, identity }) => ({ ...pet, ...identity }));
  return stringify(rows, { columns: COLUMNS.csv, quoted_string: true });
}

/** Escapes texts that look like formulas, and marks the rows in which it has changed one, so that an import undoes it. */
function toSpreadsheet(pets: readonly ExportedPet[]): string {
  const rows = pets.map(({ pet, identity }) => {
    const name = escapeFormula(pet.name);
    const reference = identity.reference && escapeFormula(identity.reference);
    const isEscaped = name !== pet.name || reference !== identity.reference;
    return { ...pet, ...identity, name, reference, escaped: isEscaped ? ESCAPED_BY_APOSTROPHE : undefined };
  });
  return stringify(rows, { columns: COLUMNS.spreadsheet, quoted_string: true });
}

function toNdjson(pets: readonly ExportedPet[]): string {
  return pets
    .map(({ pet, identity }) => `${petJson(pet).slice(0, -1)},${JSON.stringify(identity).slice(1)}\n`)
    .join('');
}

const FORMATTERS = { csv: toCsv, spreadsheet: toSpreadsheet, ndjson: toNdjson };
