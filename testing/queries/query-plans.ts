import { CompiledQuery, sql } from 'kysely';
import type { Database, Queries } from '../../service/src/platform/database/database.ts';
import { engineOf, observeStatements } from '../../service/src/platform/database/prepared-query.ts';

/** A sort of more rows than a page or a batch has. */
const MANY_ROWS = 1_000;
const EXPLAINABLE = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * Runs `work`, and explains the prepared queries that it sends. Returns those that read all of a table that grows, or sort many rows,
 * with their plans, but for those that begin as one of the exceptions. The store must be filled, so that PostgreSQL chooses as in a large one.
 */
export async function costlyQueries(
  { read, write }: Database,
  growing: readonly string[],
  exceptions: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent = new Map<string, readonly unknown[]>();
  const record = (text: string, parameters: readonly unknown[]) => {
    if (EXPLAINABLE.test(text)) sent.set(text, parameters);
    return undefined;
  };
  observeStatements(read, record);
  await write(async (db) => observeStatements(db, record));
  await work();
  const explained = [...sent].filter(([text]) => !exceptions.some((start) => text.startsWith(start)));
  return write(async (db) => {
    // 100 rows by their ids are then less than a scan in a table of 20,000, as by default in one of 80,000.
    if (engineOf(db).usesCostBasedPlanner) await sql`set local random_page_cost = 1.1`.execute(db);
    const costly: string[] = [];
    for (const [text, parameters] of explained) {
      const plan = await planOf(db, text, parameters);
      if (plan.some((step) => isCostly(step, growing))) costly.push([text, ...plan].join('\n  '));
    }
    return costly;
  });
}

/** Returns the steps of a plan, each as a line. */
async function planOf(db: Queries, text: string, parameters: readonly unknown[]): Promise<string[]> {
  const how = engineOf(db).name === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]));
  // `detail` and `QUERY PLAN` are the last columns.
  return rows.map((row) => String(Object.values(row as object).at(-1)));
}

function isCostly(step: string, growing: readonly string[]): boolean {
  // That of SQLite does not estimate how many rows it sorts.
  if (step.includes('TEMP B-TREE')) return true;
  const [, sorted] = /Sort .* rows=(\d+)/.exec(step) ?? [];
  if (sorted !== undefined) return Number(sorted) > MANY_ROWS;
  const [, scanned = ''] = /^(?:SCAN|.*Seq Scan on) (\w+)/.exec(step) ?? [];
  return growing.includes(scanned);
}
