import { environmentOf } from '../../../access/accounts/store-environment.ts';
import type { Environment } from '../../../platform/config/options.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { readSnapshot } from '../../../platform/database/long-transactions.ts';
import { NUMBERED_TABLES, readHighestIds } from '../../../platform/database/recovery/id-sequences.ts';
import { pagesOf } from '../../../platform/database/transfer/transfer-rows.ts';
import { withBodies } from '../../../record/events/event-bodies.ts';
import { hasUnassignedEvents, lastPurgedId, latestEventId } from '../../../record/events/event-ids.ts';
import { EVENTS, EXPORTED_TABLES, type ExportedTable, PHOTO_FILES } from './exported-tables.ts';
import { type ExportedFile, MANIFEST, type Manifest, manifestJson } from './manifest.ts';
import { NewFolder } from './new-folder.ts';
import { type StoredRow, toLine } from './row-json.ts';
import { photoPath } from './store-export.ts';

const MAX_ATTEMPTS = 10;

/** Others write so much that no snapshot has all its events. */
export class TooManyWrites extends Error {
  override name = 'TooManyWrites';
}

export interface ExportOptions {
  /** Also exports API keys, without their secrets, and bans. */
  readonly withKeyDigests: boolean;
  /** Also exports what applicants have written, and the answers to them. */
  readonly withApplications?: boolean;
  readonly onRows: (rows: number) => void;
}

/**
 * Writes everything that the store contains into a new folder, completely or not at all. Not exported are what other
 * data contain (counts, the index of the search) and what is short-lived (stored responses, counted requests).
 *
 * @throws {FolderInUse}
 * @throws {TooManyWrites}
 */
export async function exportStore(
  database: Database,
  path: string,
  { withKeyDigests, withApplications = false, onRows }: ExportOptions,
): Promise<Manifest> {
  const environment = await environmentOf(database, undefined);
  const tables = EXPORTED_TABLES.filter(
    ({ isSecret, isOfApplicants }) => (withKeyDigests || !isSecret) && (withApplications || !isOfApplicants),
  );
  await using folder = await NewFolder.create(path);
  const manifest = await onCompleteFeed(database, async (snapshot) => {
    const files: Record<string, ExportedFile> = {};
    for (const table of tables) {
      files[table.file] = await folder.writeLines(table.file, lines(snapshot, table, folder, onRows));
    }
    return { ...(await storeFacts(snapshot, environment, tables)), files };
  });
  await folder.writeFile(MANIFEST, manifestJson(manifest));
  await folder.complete();
  return manifest;
}

/** Runs `work` on a snapshot in which every event has its id. */
async function onCompleteFeed<T>(database: Database, work: (snapshot: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await latestEventId(database);
    const done = await readSnapshot(database, async (snapshot) =>
      (await hasUnassignedEvents(snapshot)) ? undefined : { result: await work(snapshot) },
    );
    if (done !== undefined) return done.result;
  }
  throw new TooManyWrites();
}

async function* lines(
  snapshot: Queries,
  table: ExportedTable,
  folder: NewFolder,
  onRows: (rows: number) => void,
): AsyncGenerator<string[]> {
  for await (const page of pagesOf(snapshot, table.stored)) {
    const rows = page.filter(table.keeps);
    if (table === PHOTO_FILES) for (const row of rows) await writePhoto(folder, row);
    for await (const some of table === EVENTS ? withWholeBodies(snapshot, rows) : [rows]) {
      yield some.map((row) => toLine(table, row));
    }
    onRows(page.length);
  }
}

/** Yields a few events at a time, because their parts may have 100 KB each. */
async function* withWholeBodies(snapshot: Queries, rows: readonly StoredRow[]): AsyncGenerator<StoredRow[]> {
  // The columns have these types.
  let rest = rows.map((row) => ({ ...row, id: row.id as bigint, body: row.body as string, bytes: 0n }));
  while (rest.length > 0) {
    const some = await withBodies(snapshot, rest);
    yield some;
    rest = rest.slice(some.length);
  }
}

function writePhoto(folder: NewFolder, { photo_id, name, content }: StoredRow): Promise<void> {
  const path = photoPath(photo_id, name);
  if (path === undefined) throw new Error(`The store has a photo with the file ${photo_id}/${name}`);
  return folder.writeFile(path, content as Uint8Array); // the column has bytes
}

/**
 * Without the keys, an export does not depend on how many there were: an import issues a new one, and the export after it
 * has the same bytes.
 */
async function storeFacts(
  snapshot: Queries,
  environment: Environment,
  tables: readonly ExportedTable[],
): Promise<Omit<Manifest, 'files'>> {
  const { id: store } = await snapshot.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  const highest = await readHighestIds(snapshot);
  const names = new Set<string>(tables.map(({ stored }) => stored.name));
  // Events name applications, so that their ids continue also where they stay behind.
  const numbered = NUMBERED_TABLES.filter((name) => names.has(name) || name === 'applications');
  return {
    store,
    environment,
    lastPurgedEvent: await lastPurgedId(snapshot),
    highestIds: Object.fromEntries(numbered.map((name) => [name, highest[name]])),
  };
}
