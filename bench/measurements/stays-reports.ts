import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { Client } from 'pg';
import type { Database } from '../../service/src/database/database.ts';
import { deriveStays } from '../../service/src/database/derived-stays.ts';
import { removeTimeLimit } from '../../service/src/database/long-transactions.ts';
import { openPostgres } from '../../service/src/database/postgres/postgres.ts';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { readStaysReport } from '../../service/src/reports/stays-report.ts';
import type { Result } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { watchTurns } from '../turns.ts';

const PERIODS = {
  'the last year': { from: '2025-01', to: '2025-12', target: 1_000 },
  'a year before nine others': { from: '2016-01', to: '2016-12', target: 1_000 },
  'ten years': { from: '2016-01', to: '2025-12', target: 5_000 },
} as const;
const MAX_TURN_MS = 50;
const FIRST_DAY = '2016-01-01';
const DAYS = 3_650;
const RUNS = 3;
/** So many animals are still in care that their equal keys are many parts of a report. */
const ONE_IN_CARE_OF = 5;
const CONNECTIONS = 4;

/** Measures how long a report takes, and how long it holds the event loop, with animals that came in over ten years, each with three movements. A fifth of them is still in care. */
export const staysReports: Measurement<{ readonly animals: number }> = async ({ animals }) => {
  const results: Result[] = [];
  for (const [engine, open] of Object.entries({ SQLite: inSqlite, PostgreSQL: inPostgres })) {
    await using scope = new RunScope();
    const database = await open(scope, animals);
    for (const [period, { from, to, target }] of Object.entries(PERIODS)) {
      const { ms, holdMs } = await measure(database, { from, to });
      results.push(
        { what: `${engine}, ${period}: report`, value: ms, unit: 'ms', target: { max: target } },
        {
          what: `${engine}, ${period}: longest turn of the event loop, processor time`,
          value: holdMs,
          unit: 'ms',
          target: { max: MAX_TURN_MS },
        },
      );
    }
    await database.close();
  }
  return results;
};

async function inSqlite(scope: RunScope, animals: number): Promise<Database> {
  const path = join(temporaryFolder(scope), 'petstore.db');
  await (await openSqlite(path)).close();
  const store = new DatabaseSync(path);
  for (const statement of statements('sqlite', animals)) store.exec(statement);
  store.close();
  return derived(await openSqlite(path));
}

async function inPostgres(scope: RunScope, animals: number): Promise<Database> {
  const server = await startPostgres();
  scope.after(() => server.remove());
  await (await openPostgres(server.url, CONNECTIONS)).close();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    for (const statement of statements('postgres', animals)) await client.query(statement);
    const database = await derived(await openPostgres(server.url, CONNECTIONS));
    // Autovacuum, which the server of the tests has off, soon lets the reports read the index alone.
    // It sees the rows only after their asynchronous commit is on the disk.
    await client.query('checkpoint');
    await client.query('vacuum analyze stays');
    return database;
  } finally {
    await client.end();
  }
}

/** The triggers would derive the stays of each animal three times. */
function statements(engine: 'sqlite' | 'postgres', animals: number): string[] {
  const isSqlite = engine === 'sqlite';
  const day = (days: string) =>
    isSqlite
      ? `date('${FIRST_DAY}', (${days}) || ' days')`
      : `to_char(date '${FIRST_DAY}' + (${days})::int, 'YYYY-MM-DD')`;
  const numbers = isSqlite
    ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${animals}) select i from n)`
    : `(select generate_series(1::bigint, ${animals}) as i)`;
  // Spread without a generator of random numbers, so that both engines have the same animals.
  const cameIn = `(i * 7919) % ${DAYS}`;
  const stayed = '((i * 31) % 13) * ((i * 17) % 19) + (i % 5)';
  const reasons = (names: readonly string[], by: string) =>
    `case ${by} % ${names.length} ${names.map((name, index) => `when ${index} then '${name}'`).join(' ')} end`;
  return [
    ...(isSqlite
      ? ['insert', 'update', 'delete'].map((name) => `drop trigger stays_after_${name}`)
      : ['alter table movements disable trigger user']),
    `insert into pets (name, category_id, status, birth_date) select 'Pet ' || i, 1 + i % 8, null,
       case when i % 11 = 0 then '' else ${day(`${cameIn} - (i * 13) % 1500`)} end from ${numbers} as n`,
    `insert into movements (pet_id, type, reason, date) select i, 'intake',
       ${reasons(['stray', 'surrender', 'seized', 'other', 'return'], '(i / 3)')}, ${day(cameIn)} from ${numbers} as n`,
    `insert into movements (pet_id, type, date) select i, 'foster', ${day(`${cameIn} + (${stayed}) / 3`)} from ${numbers} as n`,
    `insert into movements (pet_id, type, reason, date) select i,
       case when i % ${ONE_IN_CARE_OF} = 0 then 'foster' else 'outcome' end,
       case when i % ${ONE_IN_CARE_OF} = 0 then null else
         ${reasons(['adoption', 'adoption', 'return_to_owner', 'transfer_out', 'died', 'euthanasia'], '(i / 7)')} end,
       ${day(`${cameIn} + ${stayed}`)} from ${numbers} as n`,
  ];
}

async function derived(database: Database): Promise<Database> {
  const { write, engine } = database;
  await write(async (db) => {
    if (engine.supportsConcurrentWrites) await removeTimeLimit(db);
    await deriveStays(db, engine);
  });
  return database;
}

async function measure(database: Database, period: { from: string; to: string }) {
  const times: number[] = [];
  const turns = watchTurns();
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await readStaysReport(database.read, { ...period, ownerId: undefined }, 'UTC');
    times.push(performance.now() - startedAt);
  }
  const holdMs = turns.longest();
  return { ms: times.toSorted((one, other) => one - other)[1] ?? 0, holdMs };
}
