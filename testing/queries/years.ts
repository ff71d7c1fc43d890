import { sql } from 'kysely';
import { DAY } from '../../service/src/platform/core/clock.ts';
import type { Database, Queries } from '../../service/src/platform/database/database.ts';
import { removeTimeLimit } from '../../service/src/platform/database/long-transactions.ts';
import { engineOf } from '../../service/src/platform/database/prepared-query.ts';

/** What ten years of a network leave in a store. */

const YEARS_MS = 3_000 * DAY;
/** The tables that get rows with each year. */
export const GROWING = [
  'applications',
  'application_messages',
  'application_states',
  'events',
  'movements',
  'orders',
  'outbox',
  'pets',
  'photos',
  'profiles',
  'removed_pets',
  'search_prefixes',
  'stays',
];

interface Years {
  /** Of each table. */
  readonly rows: number;
  /** SQL: the account of the row `n`. */
  readonly owner: string;
  /** Places all orders. */
  readonly accountId: bigint;
  /** Of that account, who is assigned two fifths of its applications. */
  readonly personId: bigint;
  readonly now: number;
}

/** Fills an empty store: one animal in ten is current, and one application in twenty is open. */
export async function fillYears(
  { write, engine }: Database,
  { rows, owner: ownerSql, accountId, personId, now }: Years,
): Promise<void> {
  await write(async (db) => {
    await removeTimeLimit(db);
    const owner = sql.raw(ownerSql);
    const numbers = sql.raw(
      `with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${rows})`,
    );
    const at = sql`${sql.lit(now - YEARS_MS)} + n * ${sql.lit(YEARS_MS / rows)}`;
    const isCurrent = sql`n % 10 = 0`;
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
    await run(sql`insert into pets (name, category_id, status, owner_id, created_at, status_changed_at, updated_at)
      ${numbers} select 'Luna ' || n, n % 7 + 1, case when ${isCurrent} then 'available' when n % 100 = 1 then 'pending' else 'sold' end,
        ${owner}, ${at}, ${at}, ${at} from numbers`);
    await run(sql`insert into profiles (pet_id, profile)
      ${numbers} select n, '{"sex":"' || case when n % 4 = 0 then 'male' else 'female' end || '","tags":["tag ' || (n % 5000) || '"]}' from numbers`);
    await run(sql`insert into search_prefixes (prefix, pet_id, in_name)
      ${numbers} select 'luna', n, 1 from numbers union all select 'tag', n, 0 from numbers
      union all select cast(n % 5000 as text), n, 0 from numbers where n % 5000 > 9`);
    // The triggers would derive each stay.
    await withoutTriggers(db, 'movements', async () => {
      await run(
        sql`insert into movements (pet_id, type, reason, date) ${numbers} select n, 'intake', 'stray', '20' || (16 + n % 10) || '-01-02' from numbers`,
      );
      await run(
        sql`insert into movements (pet_id, type, reason, date) ${numbers} select n, 'outcome', 'adoption', '20' || (16 + n % 10) || '-03-02' from numbers where n % 10 > 0`,
      );
    });
    await run(sql`insert into stays (movement_id, pet_id, owner_id, category_id, kind, in_date, out_date, in_key, out_key)
      ${numbers} select n, n, ${owner}, n % 7 + 1, 'stay', '20' || (16 + n % 10) || '-01-02', case when n % 10 > 0 then '20' || (16 + n % 10) || '-03-02' end,
        '20' || (16 + n % 10) || '-01 1 u stray - -',
        case when n % 10 > 0 then '20' || (16 + n % 10) || '-03 1 u adoption - ' || (n % 300) else '9999-99' end from numbers`);
    await run(sql`insert into orders (pet_id, account_id, owner_id, status, placed_at, updated_at, adoption_recorded)
      ${numbers} select n, ${sql.lit(accountId)}, ${owner}, case when n % 3 = 0 then 'cancelled' else 'completed' end, ${at}, ${at}, case when n % 3 > 0 then 1 end from numbers`);
    await run(sql`insert into applications (account_id, pet_id, state, queue, created_at, updated_at, due_at, answered_at, ended_at, erased_at, acceptance_ended_at, assigned_to, language)
      ${numbers} select ${owner}, n, case when n % 20 = 0 then 'received' else 'declined' end, case when n % 500 = 0 then 2 else 1 end,
        ${at}, ${at}, ${at} + 1, case when n % 20 = 0 and n % 40 = 0 then null else ${at} end, case when n % 20 > 0 then ${at} end,
        case when n % 20 > 3 then ${at} end, case when n % 20 > 0 and n % 110 < 10 then ${at} end, case when n % 5 < 2 and ${owner} = ${sql.lit(accountId)} then ${sql.lit(personId)} end, 'es' from numbers`);
    await run(sql`insert into events (id, type, at, account_id, owner_id, pet_id, body)
      ${numbers} select n + 1000, 'pet.updated', ${at}, ${owner}, ${owner}, n, '{}' from numbers`);
    await run(sql`insert into outbox (kind, message, created_at, next_at, give_up_at, attempts, failed_at, application_id)
      ${numbers} select 'test', '{}', ${at}, ${at}, ${at}, 1, case when n % 100 = 0 then ${at} end, n from numbers`);
    await run(sql`insert into photos (id, pet_id, position, alt, width, height, color, bytes)
      ${numbers} select 'photo ' || n, n, 0, '', 1, 1, '#ffffff', 1 from numbers where n % 5 = 0`);
    if (engine.usesCostBasedPlanner)
      await sql`analyze ${sql.join(GROWING.map((name) => sql.ref(name)))}`.execute(db);
  });
}

async function withoutTriggers(db: Queries, table: string, work: () => Promise<void>): Promise<void> {
  if (engineOf(db).name === 'postgres') {
    await sql`alter table ${sql.ref(table)} disable trigger user`.execute(db);
    await work();
    await sql`alter table ${sql.ref(table)} enable trigger user`.execute(db);
    return;
  }
  const { rows } = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ${table}`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

/** GETs of the inbox, the summary, figures, lists and the audit. */
export function readsOfYears(personId: bigint): string[] {
  return [
    ...[
      '',
      'waiting=true',
      'waiting=false',
      'late=true',
      'ended=true',
      'ended=false',
      'queue=2',
      'state=declined',
      'state=received',
      'petId=20',
      `assignedTo=${personId}`,
      `assignedTo=${personId}&waiting=true`,
      `assignedTo=${personId}&state=declined`,
    ]
      .flatMap((filter) => [`sort=id&${filter}`, filter])
      .map((filter) => `/v1/applications?limit=20&${filter}`),
    '/v1/pets/20/movements',
    '/v1/summary',
    ...[
      'status=available',
      'photos=with',
      'photos=without&status=sold',
      'tag=tag%2077',
      'tag=none',
      'q=luna&status=pending',
      'sort=name&photos=with',
      'sort=-updatedAt&categoryId=2&sex=male',
    ].map((filter) => `/v1/listings?${filter}`),
    '/v1/pets?name=luna&status=pending',
    '/v1/pets?status=sold&categoryId=2',
    '/v1/reports/stays?from=2016-01&to=2025-12',
    '/v1/reports/stays?from=2024-03&to=2024-03',
    '/v1/reports/animals-count?month=2024-03',
    '/v1/reports/applications?from=2024-01&to=2024-12',
    '/v1/audit',
    '/v1/audit?petId=20',
    '/v1/audit?day=2024-01-15',
    '/v1/audit?accountId=2',
    '/v1/audit?keyId=2',
  ];
}
