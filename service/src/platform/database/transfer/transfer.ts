import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { ApiError } from '../../core/errors.ts';
import { dropCategoryDeltas } from '../category-counts.ts';
import type { Database, Queries } from '../database.ts';
import { allowIdleness } from '../long-transactions.ts';
import { openPostgres, postgresQueries } from '../postgres/postgres.ts';
import { Connections, type Timeouts } from '../postgres/postgres-connections.ts';
import {
  advanceSequence,
  NUMBERED_TABLES,
  OTHER_NUMBERED_TABLES,
  readHighestId,
} from '../recovery/id-sequences.ts';
import type { Tables } from '../tables.ts';
import {
  addToTarget,
  countRows,
  pagesOfSource,
  pagesOfTarget,
  type Row,
  summarise,
  type TableSummary,
} from './transfer-rows.ts';
import { readTransferTables, TRANSFERRED_TABLES, type TransferTable } from './transfer-tables.ts';

/** Without limits: nothing else uses the store during the transfer. */
const TRANSFERRING: Timeouts = { connection: 5_000, statement: 0, lock: 0 };

/** The transfer failed and transferred nothing. The message is for the operator. */
export class TransferError extends Error {
  override name = 'TransferError';
}

/** By the names of the tables, in the order of the transfer. */
export type Summaries = ReadonlyMap<string, TableSummary>;

export type Transfer =
  | { readonly outcome: 'transferred' | 'was there already'; readonly tables: Summaries }
  /** The target has other data: the number of rows of each table. */
  | { readonly outcome: 'refused'; readonly held: ReadonlyMap<string, number> };

/** Gets the number of rows read so far from both stores, and about how many there are. */
export type OnProgress = (stage: 'copying' | 'verifying' | 'comparing', rows: number, of: number) => void;

/**
 * Copies a snapshot of the store `source` in SQLite to the PostgreSQL database at `url` and reads it back, in one
 * transaction there: the copy is complete and verified, or nothing is written.
 *
 * An export that is imported would lose quota counters, responses of idempotent writes, imports that wait, and when keys were used.
 *
 * @throws {TransferError} if PostgreSQL rejects a row, or returns it changed.
 * @throws {ApiError} `service_unavailable` if either store fails.
 */
export function transferStore(source: Database, url: string, onProgress: OnProgress): Promise<Transfer> {
  return withTarget(url, (target) =>
    // A transaction reads one snapshot, even if other processes write.
    source.read.transaction().execute(async (snapshot) => {
      const held = await countRows(target);
      const toCopy = await countRows(snapshot);
      const step = steps(onProgress, toCopy);
      const stores = { source: snapshot, target, tables: await readTransferTables(snapshot) };
      if (held.size === 0) return copy(stores, toCopy, step);
      const mayBeCopy = differing(held, toCopy).length === 0;
      return mayBeCopy ? compare(stores, held, step) : { outcome: 'refused', held };
    }),
  );
}

/**
 * Migrates a PostgreSQL database, then runs `work` in one transaction that locks all tables against other writers. If
 * the process dies before the commit, nothing of `work` is kept.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
async function withTarget<T>(url: string, work: (target: Transaction<Tables>) => Promise<T>): Promise<T> {
  const migrated = await openPostgres(url, 1);
  await migrated.close();
  const pool = new Connections(url, 'write', 1, TRANSFERRING);
  const target = postgresQueries(pool);
  try {
    return await target.transaction().execute(async (transaction) => {
      // Nothing waits for this transaction, so it may be idle, for example while a laptop sleeps.
      await allowIdleness(transaction);
      const tables = TRANSFERRED_TABLES.map((name) => sql.table(name));
      await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(transaction);
      return work(transaction);
    });
  } finally {
    await target.destroy();
  }
}

/** Makes the ids in PostgreSQL continue after the highest id that SQLite ever assigned, also to deleted rows. */
async function continueIds(source: Queries, target: Queries): Promise<void> {
  for (const table of [...NUMBERED_TABLES, ...OTHER_NUMBERED_TABLES]) {
    const highest = await readHighestId(source, table);
    if (highest > 0n) await advanceSequence(target, table, highest);
  }
}

interface Stores {
  readonly source: Queries;
  readonly target: Queries;
  readonly tables: readonly TransferTable[];
}

type Step = (stage: Parameters<OnProgress>[0], rows: readonly Row[]) => void;

/** Each row is read twice: in the source, and in the target. */
function steps(onProgress: OnProgress, toCopy: ReadonlyMap<string, number>): Step {
  const of = 2 * toCopy.values().reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  return (stage, rows) => {
    done += rows.length;
    onProgress(stage, done, of);
  };
}

async function copy(
  { source, target, tables }: Stores,
  toCopy: ReadonlyMap<string, number>,
  step: Step,
): Promise<Transfer> {
  // The rows that the migrations inserted.
  await target.deleteFrom('event_feed').execute();
  await target.deleteFrom('store_identity').execute();
  const sent = await summariseAll(source, tables, pagesOfSource, async (table, rows) => {
    await add(target, table, rows);
    step('copying', rows);
  });
  // The copied counters include these pets already.
  await dropCategoryDeltas(target);
  // Without statistics PostgreSQL would plan its first queries for empty tables. Triggers have derived the stays.
  const filled = [...TRANSFERRED_TABLES, 'stays'].map((name) => sql.table(name));
  await sql`analyze ${sql.join(filled)}`.execute(target);
  const arrived = await summariseAll(target, tables, pagesOfTarget, (_, rows) => step('verifying', rows));
  const [wrong] = [...differing(toCopy, await countRows(target)), ...differing(sent, arrived)];
  if (wrong !== undefined) {
    throw new TransferError(
      `PostgreSQL changed rows of ${wrong}: nothing was written there; check that table for triggers and rules`,
    );
  }
  // Last, because a rollback does not reset a sequence.
  await continueIds(source, target);
  return { outcome: 'transferred', tables: sent };
}

async function add(target: Queries, table: TransferTable, rows: readonly Row[]): Promise<void> {
  try {
    await addToTarget(target, table, rows);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TransferError(`PostgreSQL rejects a row of ${table.name} (${why}): nothing was written there`, {
      cause: error,
    });
  }
}

async function compare(
  { source, target, tables }: Stores,
  held: ReadonlyMap<string, number>,
  step: Step,
): Promise<Transfer> {
  const here = await summariseAll(source, tables, pagesOfSource, (_, rows) => step('comparing', rows));
  const there = await summariseAll(target, tables, pagesOfTarget, (_, rows) => step('comparing', rows));
  return differing(here, there).length === 0
    ? { outcome: 'was there already', tables: here }
    : { outcome: 'refused', held };
}

async function summariseAll(
  db: Queries,
  tables: readonly TransferTable[],
  pagesOf: typeof pagesOfSource,
  onPage: (table: TransferTable, rows: readonly Row[]) => Promise<void> | void,
): Promise<Summaries> {
  const summaries = new Map<string, TableSummary>();
  for (const table of tables) {
    summaries.set(table.name, await summarise(table, pagesOf(db, table), (rows) => onPage(table, rows)));
  }
  return summaries;
}

/** Returns the tables whose entries differ. */
function differing(some: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): string[] {
  return TRANSFERRED_TABLES.filter((name) => !isDeepStrictEqual(some.get(name), others.get(name)));
}
