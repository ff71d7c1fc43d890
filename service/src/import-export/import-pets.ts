import type { Clock } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { ImportBatches, type Pace } from './apply-batches.ts';
import {
  identityOf,
  type MappedRow,
  mapRow,
  neededColumns,
  OWN_COLUMNS,
  type PetMapping,
} from './mapping.ts';
import { ImportError, type SourceRow } from './readers/row.ts';
import { type RowFormat, readRows } from './readers/rows.ts';
import { readOwnAnimals } from './recognition.ts';
import { ImportStaging } from './staging.ts';
import { type ImportSummary, ImportTally } from './summary.ts';

/** A file to import. */
export interface ImportSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly format: RowFormat;
  /** Without one the columns are those of an export: name, categoryId and, if it is there, status. */
  readonly mapping?: PetMapping | undefined;
}

export interface ImportOptions {
  /** The account that new pets belong to, and whose earlier imports this one continues. */
  readonly ownerId: bigint;
  readonly clock: Clock;
  /** Only find out what would happen. */
  readonly dryRun?: boolean;
  onProgress?(progress: ImportProgress): void;
  /** How time is spent; a test hands in its own. */
  readonly pace?: Pace;
}

/** How far an import is: first the bytes of the file that were read, then the rows that were applied. */
export type ImportProgress =
  | { readonly stage: 'reading'; readonly bytes: number }
  | { readonly stage: 'applying'; readonly rows: number; readonly of: number };

/**
 * Imports a file of pets. All of it is read before anything is written; then its rows are applied in its order, in
 * transactions of at most 50 ms with a pause between, so that a service that runs beside goes on. `import-decision.ts`
 * has the rules.
 *
 * @throws {ImportError} if the file cannot be read, or the store stops taking rows; the message says what is done.
 */
export async function importPets(
  database: Database,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportSummary> {
  const mapping = source.mapping ?? OWN_COLUMNS;
  const tally = new ImportTally();
  const staging = new ImportStaging();
  try {
    await stageRows({ ...source, bytes: reported(source.bytes, options) }, mapping, staging, tally);
    await applyRows(database, mapping, staging, tally, options);
    return tally.summary();
  } finally {
    staging.close();
  }
}

async function* reported(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    options.onProgress?.({ stage: 'reading', bytes: read });
    yield chunk;
  }
}

async function stageRows(
  { bytes, format }: ImportSource,
  mapping: PetMapping,
  staging: ImportStaging,
  tally: ImportTally,
): Promise<void> {
  for await (const rows of readRows(bytes, format, neededColumns(mapping))) {
    tally.count('rows', rows.length);
    for (const row of rows) {
      const mapped = mapOrFail(row, mapping);
      if (mapped.kind === 'failed') tally.fail({ line: row.line, faults: mapped.faults });
      staging.add(row.line, mapped);
    }
  }
  staging.finish();
}

function mapOrFail({ values, fault }: SourceRow, mapping: PetMapping): MappedRow {
  if (fault === undefined) return mapRow(mapping, values);
  return { kind: 'failed', ...identityOf(mapping, values), faults: [fault] };
}

async function applyRows(
  database: Database,
  mapping: PetMapping,
  staging: ImportStaging,
  tally: ImportTally,
  options: ImportOptions,
): Promise<void> {
  const own = await readOwnAnimals(database.read);
  const batches = new ImportBatches(staging, categoryNames(mapping), { ...options, own });
  let lastLine = 0;
  try {
    for await (const batch of batches.apply(database)) {
      tally.add(batch.tally);
      lastLine = batch.lastLine;
      options.onProgress?.({ stage: 'applying', rows: batch.applied, of: staging.size });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ImportError(`${error.message} ${whatIsDone(staging, lastLine)}`, { cause: error });
  }
}

function whatIsDone(staging: ImportStaging, lastLine: number): string {
  if (lastLine === 0) return 'Nothing was imported.';
  const done = `The file was imported to line ${lastLine}`;
  return staging.isRecognisable
    ? `${done}: import it again, and the rest is added.`
    : `${done}: import what comes after that line, or the pets before it are added twice.`;
}

/** The values that stand for a category are its name; the first of several. */
function categoryNames({ categoryId }: PetMapping): Map<bigint, string> {
  const names = new Map<bigint, string>();
  for (const [name, id] of categoryId.values ?? []) {
    if (!names.has(id)) names.set(id, name);
  }
  return names;
}
