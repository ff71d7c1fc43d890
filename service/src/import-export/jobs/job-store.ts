import { type Selectable, sql } from 'kysely';
import { HOUR, MINUTE } from '../../core/clock.ts';
import { stringifyJson } from '../../core/json.ts';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import type { Tables } from '../../database/tables.ts';
import { countOnPage, type ListOrder } from '../../http/responses/pagination.ts';
import type { Preview } from '../preview/preview.ts';
import type { ImportFormat } from '../readers/rows.ts';
import type { ImportSummary } from '../summary.ts';
import type { ImportJob, NewImportJob } from './import-job.ts';

/** The imports that are received, wait or run: one runs, and five wait. */
const MAX_OPEN_IMPORTS = 6;
/** An upload takes at most five minutes. After this time the process that received it has ended. */
const MAX_RECEIVING_MS = 10 * MINUTE;
/** How long a preview waits for its mapping. */
export const PREVIEW_KEPT_MS = HOUR;

/** Makes transactions that choose among the imports run one after the other, also those of other processes. */
async function lockImports(db: Queries): Promise<void> {
  await db.selectFrom('store_identity').select('id').forUpdate().execute();
}

/** Adds an import whose file will be received. Returns undefined if too many imports wait. */
export async function addReceiving(
  db: Queries,
  accountId: bigint,
  now: number,
  limit = MAX_OPEN_IMPORTS,
): Promise<bigint | undefined> {
  await lockImports(db);
  const open = await db
    .selectFrom('imports')
    .select('id')
    .where(({ eb, and, or }) =>
      or([
        eb('state', 'in', ['waiting', 'running']),
        and([eb('state', '=', 'receiving'), eb('created_at', '>', BigInt(now - MAX_RECEIVING_MS))]),
      ]),
    )
    .limit(rowLimit(limit))
    .execute();
  if (open.length >= limit) return undefined;
  const row = {
    account_id: accountId,
    owner_id: accountId,
    state: 'receiving',
    dry_run: 0n,
    file_name: '',
    format: '',
    created_at: BigInt(now),
  } as const;
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Makes a received import wait for its turn. Returns undefined if it was deleted in the meantime. */
export async function addWaiting(db: Queries, id: bigint, job: NewImportJob): Promise<ImportJob | undefined> {
  const row = await db
    .updateTable('imports')
    .set({
      state: 'waiting',
      owner_id: job.ownerId,
      dry_run: job.dryRun ? 1n : 0n,
      file_name: job.fileName,
      format: job.format,
      mapping: job.mapping ?? null,
      language: job.language,
      has_preview: job.hasPreview ? 1n : 0n,
      created_at: BigInt(job.createdAt),
    })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

const importById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).where('state', '!=', 'receiving'),
);

export function findImport(db: Queries, id: bigint): MaybePromise<ImportJob | undefined> {
  return andThen(importById.first(db, { id }), (row) => row && toJob(row));
}

const COLUMNS_OF_LIST = [
  'id',
  'owner_id',
  'state',
  'dry_run',
  'file_name',
  'format',
  'created_at',
  'finished_at',
  'starts',
  'rows',
  'applied',
  'highest_pet_id',
  'summary',
  'failure',
  'language',
  'has_preview',
  'preview',
] as const;

/** An import has at most a few megabytes of them, and its mapping may have 4 MiB, which the list does not show. */
const BYTES_OF_RESULT = sql<bigint>`octet_length(coalesce(summary, '')) + octet_length(coalesce(preview, ''))`;

const importsOfPage = new PreparedQuery(
  (db, { order, after, limit }: { order: ListOrder; after: bigint | undefined; limit: number }) => {
    const isNewestFirst = order === 'newest first';
    let query = db
      .selectFrom('imports')
      .select(['id', BYTES_OF_RESULT.as('bytes')])
      .where('state', '!=', 'receiving');
    if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after);
    return query.orderBy('id', isNewestFirst ? 'desc' : 'asc').limit(rowLimit(limit));
  },
  ['order'],
);

const importsByIds = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db
    .selectFrom('imports')
    .select([...COLUMNS_OF_LIST, sql<string | null>`null`.as('mapping')])
    .where('id', 'in', ids),
);

interface FoundImports {
  /** Without their mappings. */
  readonly items: readonly ImportJob[];
  /** The last id that was examined if there are more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/** @param page its limit is one more than the page has. */
export function listImports(
  db: Queries,
  page: { order: ListOrder; after: bigint | undefined; limit: number },
): MaybePromise<FoundImports> {
  return andThen(importsOfPage.all(db, page), (rows) => {
    const first = rows.slice(0, page.limit - 1);
    const ids = first.slice(0, countOnPage(first.map(({ bytes }) => Number(bytes)))).map(({ id }) => id);
    const examined = ids.length < rows.length ? ids.at(-1) : undefined;
    if (ids.length === 0) return { items: [], examined };
    return andThen(importsByIds.all(db, { ids }), (found) => {
      const byId = new Map(found.map((row) => [row.id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []).map(toJob), examined };
    });
  });
}

/** A running import as another process sees it. */
export interface RunningImport {
  readonly id: bigint;
  readonly runner: string | null;
  readonly heartbeat: bigint;
}

const openImports = new PreparedQuery((db, _: object) =>
  db
    .selectFrom('imports')
    .select(['id', 'runner', 'heartbeat', 'state'])
    .where('state', 'in', ['waiting', 'running']),
);

/** Returns whether an import waits, and the imports that run. */
export async function readOpenImports(
  db: Queries,
): Promise<{ isOneWaiting: boolean; running: RunningImport[] }> {
  const rows = await openImports.all(db, {});
  const running = rows.filter(({ state }) => state === 'running');
  return { isOneWaiting: running.length < rows.length, running };
}

/**
 * Makes `runner` run the next import: the one that a process has abandoned, or else the one that has waited longest. Returns
 * undefined if there is none, or if another process runs one.
 *
 * @param abandoned the running import whose process has ended.
 */
export async function claimImport(
  db: Queries,
  runner: string,
  abandoned: RunningImport | undefined,
): Promise<ImportJob | undefined> {
  await lockImports(db);
  const { running } = await readOpenImports(db);
  const [current] = running;
  if (current !== undefined && !isSame(current, abandoned)) return undefined;
  const next =
    current ??
    (await db
      .selectFrom('imports')
      .select('id')
      .where('state', '=', 'waiting')
      .orderBy('id')
      .limit(rowLimit(1))
      .executeTakeFirst());
  if (next === undefined) return undefined;
  const row = await db
    .updateTable('imports')
    .set(({ eb }) => ({
      state: 'running',
      runner,
      heartbeat: eb('heartbeat', '+', 1n),
      starts: eb('starts', '+', 1n),
    }))
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}

function isSame(one: RunningImport, other: RunningImport | undefined): boolean {
  return one.id === other?.id && one.runner === other.runner && one.heartbeat === other.heartbeat;
}

/** What a runner stores about its import. */
export interface ImportProgressColumns {
  readonly rows?: number;
  readonly applied?: number;
  readonly highestPetId?: bigint;
  readonly summary?: ImportSummary;
}

/** Stores the progress of an import. Returns false if another process runs it now. */
export async function saveProgress(
  db: Queries,
  { id, runner }: { id: bigint; runner: string },
  progress: ImportProgressColumns,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(({ eb }) => ({ ...toColumns(progress), heartbeat: eb('heartbeat', '+', 1n) }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('runner', '=', runner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const ownRun = new PreparedQuery((db, { id, runner }: { id: bigint; runner: string }) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('runner', '=', runner),
);

/** Returns false if the import was cancelled, or if another process runs it now. */
export async function isRunBy(db: Queries, claim: { id: bigint; runner: string }): Promise<boolean> {
  return (await ownRun.first(db, claim)) !== undefined;
}

const cancelById = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db
    .updateTable('imports')
    .set({ state: 'cancelled', runner: null, preview: null, finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running', 'preview'])
    .returningAll(),
);

/** Cancels an import that has not ended. Its runner stops it. Returns undefined if there is none to cancel. */
export async function cancelImport(db: Queries, id: bigint, now: number): Promise<ImportJob | undefined> {
  const row = await cancelById.first(db, { id, now: BigInt(now) });
  return row && toJob(row);
}

/** How the run of an import ends. One that waits continues later. */
export type ImportEnd =
  | { readonly state: 'waiting' }
  /** A preview waits for a mapping. `failure` is why the last one could not be used. */
  | {
      readonly state: 'preview';
      readonly preview: Preview;
      readonly summary?: ImportSummary;
      readonly failure?: string;
    }
  | { readonly state: 'done'; readonly summary: ImportSummary }
  | { readonly state: 'failed'; readonly failure: string };

/** Stores how the run of an import ended. Does nothing if another process runs it already. */
export async function releaseImport(
  db: Queries,
  { id, runner }: { id: bigint; runner: string },
  end: ImportEnd & { readonly now: number },
): Promise<void> {
  const summary = 'summary' in end ? { summary: JSON.stringify(end.summary) } : {};
  const preview = end.state === 'preview' ? { preview: stringifyJson(end.preview) } : {};
  await db
    .updateTable('imports')
    .set({
      ...summary,
      ...preview,
      state: end.state,
      runner: null,
      finished_at: end.state === 'waiting' ? null : BigInt(end.now),
      failure: 'failure' in end ? end.failure : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('runner', '=', runner)
    .execute();
}

function toColumns({ rows, applied, highestPetId, summary }: ImportProgressColumns) {
  return {
    ...(rows === undefined ? {} : { rows: BigInt(rows) }),
    ...(applied === undefined ? {} : { applied: BigInt(applied), starts: 0n }),
    ...(highestPetId === undefined ? {} : { highest_pet_id: highestPetId }),
    ...(summary === undefined ? {} : { summary: JSON.stringify(summary) }),
  };
}

const expiredImports = new PreparedQuery(
  (db, times: { ended: bigint; received: bigint; previewed: bigint }) =>
    db
      .selectFrom('imports')
      .select('id')
      .where(({ eb, and, or }) =>
        or([
          eb('finished_at', '<', times.ended),
          and([eb('state', '=', 'receiving'), eb('created_at', '<', times.received)]),
          and([eb('state', '=', 'preview'), eb('finished_at', '<', times.previewed)]),
        ]),
      ),
);

/** Returns the ids of imports that ended before `before`, of previews that no one has started, and of those whose file will never be received completely. */
export async function findExpiredImports(
  db: Queries,
  { before, now }: { before: number; now: number },
): Promise<bigint[]> {
  const times = {
    ended: BigInt(before),
    received: BigInt(now - MAX_RECEIVING_MS),
    previewed: BigInt(now - PREVIEW_KEPT_MS),
  };
  return (await expiredImports.all(db, times)).map(({ id }) => id);
}

/** Deletes an import whose files were deleted. */
export async function deleteImport(db: Queries, id: bigint): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export function toJob(
  row: Omit<Selectable<Tables['imports']>, 'account_id' | 'runner' | 'heartbeat'>,
): ImportJob {
  return {
    id: row.id,
    ownerId: row.owner_id,
    state: row.state,
    starts: Number(row.starts),
    dryRun: row.dry_run === 1n,
    fileName: row.file_name,
    format: row.format as ImportFormat, // `addWaiting` stored it
    mapping: row.mapping ?? undefined,
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    rows: row.rows === null ? undefined : Number(row.rows),
    applied: Number(row.applied),
    highestPetId: row.highest_pet_id ?? undefined,
    summary: row.summary === null ? undefined : (JSON.parse(row.summary) as ImportSummary), // as it was stored
    failure: row.failure ?? undefined,
    language: row.language ?? 'en',
    hasPreview: row.has_preview === 1n,
    preview: row.preview === null ? undefined : (JSON.parse(row.preview) as Preview), // as it was stored
  };
}
