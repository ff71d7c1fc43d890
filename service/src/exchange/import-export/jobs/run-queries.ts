import { stringifyJson } from '../../../platform/core/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import type { Preview } from '../preview/preview.ts';
import type { ImportSummary } from '../summary.ts';
import type { ImportJob } from './import-job.ts';
import { lockImports, toJob } from './job-queries.ts';

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

/** Stores how the run of an import ended. Returns false, and does nothing, if another process runs it already. */
export async function releaseImport(
  db: Queries,
  { id, runner }: { id: bigint; runner: string },
  end: ImportEnd & { readonly now: number },
): Promise<boolean> {
  const summary = 'summary' in end ? { summary: JSON.stringify(end.summary) } : {};
  const preview = end.state === 'preview' ? { preview: stringifyJson(end.preview) } : {};
  const { numUpdatedRows } = await db
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
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function toColumns({ rows, applied, highestPetId, summary }: ImportProgressColumns) {
  return {
    ...(rows === undefined ? {} : { rows: BigInt(rows) }),
    ...(applied === undefined ? {} : { applied: BigInt(applied), starts: 0n }),
    ...(highestPetId === undefined ? {} : { highest_pet_id: highestPetId }),
    ...(summary === undefined ? {} : { summary: JSON.stringify(summary) }),
  };
}
