import type { Clock, WorkClock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { DEFAULT_TIME_ZONE } from '../../platform/core/local-days.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { type BatchSettings, ImportBatches } from './apply-batches.ts';
import { ImportInterrupted } from './import-interrupted.ts';
import { laterPasses } from './later-passes.ts';
import type { RowContext } from './mapping/cell.ts';
import { findDateOrder } from './mapping/find-date-order.ts';
import { hasStays, neededColumns, OWN_COLUMNS, type PetMapping, statusFollows } from './mapping/mapping.ts';
import { mapRowWithProfile } from './mapping/profile-mapping.ts';
import { identityOf } from './mapping/row-identity.ts';
import type { MappedRow } from './mapping/row-validation.ts';
import { addPhotoNames, type PhotoDependencies, PhotoImport } from './photos/photo-import.ts';
import { ImportError, type SourceRow } from './readers/row.ts';
import { readRows, type SourceFile, watched } from './readers/rows.ts';
import type { Header } from './readers/table.ts';
import { type AssignedIds, readAssignedIds } from './recognition.ts';
import { RowsOfBin } from './rows-of-bin.ts';
import { ImportStaging } from './staging.ts';
import { type ImportSummary, ImportTally } from './summary.ts';
import { EN } from './texts/en.ts';
import type { ImportTexts } from './texts/import-texts.ts';

export interface ImportSource {
  readonly file: SourceFile;
  /** Default: the columns of an export, name, categoryId and optionally status. */
  readonly mapping?: PetMapping | undefined;
}

export interface ImportOptions extends BatchSettings {
  /** The account that owns new pets, and whose earlier imports are compared. */
  readonly ownerId: bigint;
  readonly clock: Clock;
  /** The base of the links in events. */
  readonly publicUrl: string;
  /** Returns the zone whose days the shelter counts; by default UTC. */
  readonly timeZone?: () => MaybePromise<string>;
  /** Only counts the effects. */
  readonly dryRun?: boolean;
  /** The import waits for a promise that it returns. An error that it throws ends the import. */
  onProgress?(progress: ImportProgress): unknown;
  /** Called once, before the rows. */
  onHeader?(header: Header): void;
  /** Called for each row, in the order of the file. */
  onRow?(row: SourceRow, mapped: MappedRow): void;
  /** The texts of faults; by default in English. */
  readonly texts?: ImportTexts | undefined;
  readonly workClock?: WorkClock;
  /** The time that dates of the file are compared with, in Unix milliseconds; by default the current one. */
  readonly readAt?: number;
  /** Continues an import of the same file that was interrupted; by default it begins with the first row. */
  readonly continued?: ContinuedImport | undefined;
  /** Needed if the mapping has photos. */
  readonly photos?: PhotoDependencies;
}

/** How far an interrupted import came. */
interface ContinuedImport {
  /** The number of rows that were applied. */
  readonly applied: number;
  /** Their effects. */
  readonly tally: ImportTally;
  /** The ids that the store had assigned before the import. */
  readonly own: AssignedIds;
}

/** The progress of an import: first the bytes of the file that were read, then the rows that were applied. */
export type ImportProgress =
  | { readonly stage: 'reading'; readonly bytes: number }
  | { readonly stage: 'applying'; readonly rows: number; readonly of: number };

/**
 * Imports a file of pets. It reads the whole file before it writes anything. Then it applies the rows in their order, in
 * transactions of at most 50 ms with pauses, so that a running service stays responsive. The rules are in `reconcile.ts`.
 *
 * @throws {ImportError} if the file cannot be read, or if the store fails; the message states what was imported.
 */
export async function importPets(
  database: Database,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportSummary> {
  const mapping = source.mapping ?? OWN_COLUMNS;
  const tally = new ImportTally();
  const staging = new ImportStaging((options.texts ?? EN).file);
  try {
    await stageRows(database, source.file, mapping, staging, tally, options);
    await applyRows(database, mapping, staging, tally, options);
    return tally.summary();
  } finally {
    staging.close();
  }
}

async function stageRows(
  database: Database,
  file: SourceFile,
  mapping: PetMapping,
  staging: ImportStaging,
  tally: ImportTally,
  options: ImportOptions,
): Promise<void> {
  const { clock, readAt, texts = EN } = options;
  const now = readAt ?? clock.now();
  const tracked = watched(file, (bytes) => options.onProgress?.({ stage: 'reading', bytes }));
  const dateOrder = await findDateOrder(tracked, mapping, { now, texts });
  const context = { now, dateOrder, hasPlainNumbers: file.format !== 'csv', texts: texts.row };
  const { sheet, headerRow } = mapping;
  const reading = { columns: neededColumns(mapping), sheet, headerRow, texts };
  const { ownerId, continued } = options;
  const bin = await RowsOfBin.open(database.read, { ownerId, own: continued?.own, texts: texts.row });
  let header: Header | undefined;
  for await (const block of readRows(tracked, reading)) {
    if (header === undefined) options.onHeader?.(block.header);
    header = block.header;
    tally.count('rows', block.rows.length);
    const understood = await mapRows(file, block.rows, mapping, context);
    const shown = bin === undefined ? understood : await bin.fail(understood);
    for (const [index, row] of block.rows.entries()) {
      const mapped = understood[index];
      if (mapped === undefined) continue;
      if (mapped.kind === 'failed') tally.fail({ line: row.line, faults: mapped.faults });
      options.onRow?.(row, shown[index] ?? mapped);
      staging.add(row.line, mapped);
    }
  }
  staging.finish();
}

async function mapRows(
  file: SourceFile,
  rows: readonly SourceRow[],
  mapping: PetMapping,
  context: RowContext,
): Promise<MappedRow[]> {
  const mapped: MappedRow[] = [];
  for (const row of rows) {
    mapped.push(mapOrFail(row, mapping, context));
    const turn = file.turn?.();
    if (turn !== undefined) await turn;
  }
  return mapped;
}

function mapOrFail({ values, fault }: SourceRow, mapping: PetMapping, context: RowContext): MappedRow {
  if (fault === undefined) {
    return addPhotoNames(mapRowWithProfile(mapping, values, context), mapping.photos, values);
  }
  return { kind: 'failed', ...identityOf(mapping, values, context), faults: [fault] };
}

async function applyRows(
  database: Database,
  mapping: PetMapping,
  staging: ImportStaging,
  tally: ImportTally,
  options: ImportOptions,
): Promise<void> {
  const { continued, dryRun = false, texts = EN } = options;
  const own = continued?.own ?? (await readAssignedIds(database.read));
  if (continued !== undefined) tally.add(continued.tally);
  const batches = new ImportBatches(staging, categoryNames(mapping), {
    ...options,
    own,
    laterPasses: laterPasses(mapping, staging, { ...options, dryRun, own, texts: texts.row }),
    hasStays: hasStays(mapping),
    statusFollows: statusFollows(mapping),
    hasStatusDates: mapping.rowDate !== undefined,
    timeZone: (await options.timeZone?.()) ?? DEFAULT_TIME_ZONE,
  });
  const photos = photoImport(database, mapping, options);
  let lastLine = 0;
  try {
    for await (const { applied, withPhotos, ...batch } of batches.apply(database, continued?.applied)) {
      tally.add(batch.tally);
      lastLine = batch.lastLine;
      for (const [index, row] of withPhotos.entries()) {
        await options.onProgress?.({
          stage: 'applying',
          rows: applied - withPhotos.length + index,
          of: batch.of,
        });
        await photos?.add(row, tally);
      }
      await options.onProgress?.({ stage: 'applying', rows: applied, of: batch.of });
    }
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ImportInterrupted)) throw error;
    throw new ImportError(`${error.message} ${importedSoFar(staging, lastLine)}`, { cause: error });
  }
}

function photoImport(
  database: Database,
  { photos: source }: PetMapping,
  options: ImportOptions,
): PhotoImport | undefined {
  if (source === undefined) return undefined;
  if (options.photos === undefined) throw new Error('The mapping has photos, and the import no folder');
  return new PhotoImport(database, source.column, { ...options, ...options.photos });
}

function importedSoFar(staging: ImportStaging, lastLine: number): string {
  if (lastLine === 0) return 'Nothing was imported.';
  const imported = `The file was imported up to line ${lastLine}`;
  return staging.isRecognisable
    ? `${imported}: import it again to add the rest.`
    : `${imported}: import only the lines after it, because the pets before it would be added again.`;
}

/** Returns the name of each category: the first value that the mapping maps to it. */
function categoryNames({ categoryId }: PetMapping): Map<bigint, string> {
  const names = new Map<bigint, string>();
  for (const [name, id] of categoryId.values ?? []) {
    if (!names.has(id)) names.set(id, name);
  }
  return names;
}
