import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ApiError } from '../../core/errors.ts';
import { dropCategoryDeltas } from '../category-counts.ts';
import type { Database, Queries } from '../database.ts';
import {
  addToTarget,
  pagesOfSource,
  pagesOfTarget,
  type Row,
  summarise,
  type TableSummary,
} from './transfer-rows.ts';
import { TRANSFER_TABLES, type TransferTable } from './transfer-tables.ts';
import { continueIds, countRows, withTarget } from './transfer-target.ts';

/** Why nothing was transferred; the message is for the operator. */
export class TransferError extends Error {
  override name = 'TransferError';
}

/** By the names of the tables, in the order of the transfer. */
export type Summaries = ReadonlyMap<string, TableSummary>;

export type Transfer =
  | { readonly outcome: 'transferred' | 'was there already'; readonly tables: Summaries }
  /** The target holds something else: so many rows by table. */
  | { readonly outcome: 'refused'; readonly held: ReadonlyMap<string, number> };

/** Rows read so far on either side, and how many there will be about. */
export type OnProgress = (stage: 'copying' | 'verifying' | 'comparing', rows: number, of: number) => void;

/**
 * Copies everything from the store `source` in SQLite, as it is at this moment, to the PostgreSQL database at `url`
 * and reads it back, in one transaction there: it is all there and verified, or nothing is.
 *
 * @throws {TransferError} if PostgreSQL does not take a row, or keeps it otherwise than it was.
 * @throws {ApiError} `service_unavailable` if either store fails.
 */
export function transferStore(source: Database, url: string, onProgress: OnProgress): Promise<Transfer> {
  return withTarget(url, (target) =>
    // A transaction reads one snapshot, whatever is written beside it.
    source.read.transaction().execute(async (snapshot) => {
      const held = await countRows(target);
      const toCopy = await countRows(snapshot);
      const step = steps(onProgress, toCopy);
      if (held.size === 0) return copy(snapshot, target, toCopy, step);
      const mayBeCopy = differing(held, toCopy).length === 0;
      return mayBeCopy ? compare(snapshot, target, held, step) : { outcome: 'refused', held };
    }),
  );
}

type Step = (stage: Parameters<OnProgress>[0], rows: readonly Row[]) => void;

/** Each row is read twice: where it comes from, and where it is to be. */
function steps(onProgress: OnProgress, toCopy: ReadonlyMap<string, number>): Step {
  const of = 2 * toCopy.values().reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  return (stage, rows) => {
    done += rows.length;
    onProgress(stage, done, of);
  };
}

async function copy(
  source: Queries,
  target: Queries,
  toCopy: ReadonlyMap<string, number>,
  step: Step,
): Promise<Transfer> {
  // The rows that the migrations made.
  await target.deleteFrom('event_feed').execute();
  await target.deleteFrom('store_identity').execute();
  const sent = await summariseAll(source, pagesOfSource, async (table, rows) => {
    await add(target, table, rows);
    step('copying', rows);
  });
  // The counters that were copied count these pets already.
  await dropCategoryDeltas(target);
  // Without it PostgreSQL would plan its first queries for empty tables.
  await sql`analyze ${sql.join(TRANSFER_TABLES.map(({ name }) => sql.table(name)))}`.execute(target);
  const arrived = await summariseAll(target, pagesOfTarget, (_, rows) => step('verifying', rows));
  const [wrong] = [...differing(toCopy, await countRows(target)), ...differing(sent, arrived)];
  if (wrong !== undefined) {
    throw new TransferError(
      `${wrong} came back from PostgreSQL otherwise than it was sent: nothing was kept there; look for triggers and rules on that table`,
    );
  }
  // Last, because a sequence does not go back with a transaction that fails.
  await continueIds(source, target);
  return { outcome: 'transferred', tables: sent };
}

async function add(target: Queries, table: TransferTable, rows: readonly Row[]): Promise<void> {
  try {
    await addToTarget(target, table, rows);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TransferError(
      `PostgreSQL does not take a row of ${table.name} (${why}): nothing was kept there`,
      {
        cause: error,
      },
    );
  }
}

async function compare(
  source: Queries,
  target: Queries,
  held: ReadonlyMap<string, number>,
  step: Step,
): Promise<Transfer> {
  const here = await summariseAll(source, pagesOfSource, (_, rows) => step('comparing', rows));
  const there = await summariseAll(target, pagesOfTarget, (_, rows) => step('comparing', rows));
  return differing(here, there).length === 0
    ? { outcome: 'was there already', tables: here }
    : { outcome: 'refused', held };
}

async function summariseAll(
  db: Queries,
  pagesOf: typeof pagesOfSource,
  onPage: (table: TransferTable, rows: readonly Row[]) => Promise<void> | void,
): Promise<Summaries> {
  const summaries = new Map<string, TableSummary>();
  for (const table of TRANSFER_TABLES) {
    summaries.set(table.name, await summarise(table, pagesOf(db, table), (rows) => onPage(table, rows)));
  }
  return summaries;
}

/** The tables of which the two say something else. */
function differing(some: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): string[] {
  const names = TRANSFER_TABLES.map(({ name }) => name);
  return names.filter((name) => !isDeepStrictEqual(some.get(name), others.get(name)));
}
