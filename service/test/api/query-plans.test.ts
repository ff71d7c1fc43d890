// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { costlyQueries } from '@petstore/testing/query-plans.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { DAY } from '../../src/core/clock.ts';
import { removeTimeLimit } from '../../src/database/long-transactions.ts';

/** docs/performance.md: no query of a request reads or sorts a table that grows with the years. */

const ROWS = 20_000;
const GROWING = [
  'applications',
  'application_messages',
  'application_states',
  'events',
  'orders',
  'outbox',
  'pets',
  'photos',
  'profiles',
  'removed_pets',
  'search_prefixes',
  'stays',
];

/** Queries whose plan does not show that they read few rows, by their beginnings. */
const EXCEPTIONS = [
  // Sorts the applications for the animals of one group.
  /from "applications" where .*and pet_id in /,
  // Groups one part of the stays, which has at most 4,000 rows.
  /^\s*select (?:rtrim\(key|case when in_date)/,
  // Reads the last events in the order of the table.
  /from "events" .* where "events"."id" is not null order by "events"."id" desc limit/,
  // Merges ranges of at most 1,000 animals, one for each status.
  /^\s*select id, place, .*CO-ROUTINE part/s,
  // Examines the next 1,000 animals in the order of the table.
  /\(select "id" as "pet_id" from "pets" order by "id" desc limit /,
  // Counts at most 500 adoptions of each day.
  /^select 0 as position,/,
  // Sorts the open orders of an account.
  /from "orders" where "(?:account|owner)_id" = \S+ and "status" = 'placed' order by "expires_at"/,
  // Groups the letters that have failed, which are kept for 30 days.
  /from "outbox" cross join "applications"/,
];

/** Every account has as many rows as another one, and one row in ten is current. */
async function fill({ database, clock }: TestService, ids: readonly bigint[], personId: bigint) {
  const now = clock.now();
  await database.write(async (db) => {
    await removeTimeLimit(db);
    const numbers = sql.raw(
      `with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${ROWS})`,
    );
    const owner = sql`case ${sql.join(
      ids.map((id, index) => sql`when n % 7 = ${sql.lit(index)} then cast(${sql.lit(id)} as bigint)`),
      sql` `,
    )} end`;
    const at = sql`${sql.lit(now - 3_000 * DAY)} + n * ${sql.lit((3_000 * DAY) / ROWS)}`;
    const isCurrent = sql`n % 10 = 0`;
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
    await run(sql`insert into pets (name, category_id, status, owner_id, created_at, status_changed_at, updated_at)
      ${numbers} select 'Luna ' || n, n % 7 + 1, case when ${isCurrent} then 'available' when n % 100 = 1 then 'pending' else 'sold' end,
        ${owner}, ${at}, ${at}, ${at} from numbers`);
    await run(sql`insert into profiles (pet_id, profile)
      ${numbers} select n, '{"sex":"female","tags":["tag ' || n % 5000 || '"]}' from numbers`);
    await run(sql`insert into search_prefixes (prefix, pet_id, in_name)
      ${numbers} select 'luna', n, 1 from numbers where true on conflict do nothing`);
    await run(sql`insert into stays (movement_id, pet_id, owner_id, category_id, kind, in_date, out_date, in_key, out_key)
      ${numbers} select n, n, ${owner}, n % 7 + 1, 'stay', '20' || (16 + n % 10) || '-01-02', '20' || (16 + n % 10) || '-03-02',
        '20' || (16 + n % 10) || '-01 1 u stray - -', '20' || (16 + n % 10) || '-03 1 u adoption - ' || n % 300 from numbers`);
    await run(sql`insert into orders (pet_id, account_id, owner_id, status, placed_at, updated_at)
      ${numbers} select n, ${sql.lit(ids[0])}, ${owner}, case when n % 3 = 0 then 'cancelled' else 'completed' end, ${at}, ${at} from numbers`);
    await run(sql`insert into applications (account_id, pet_id, state, queue, created_at, updated_at, due_at, answered_at, ended_at, erased_at, acceptance_ended_at, assigned_to, language)
      ${numbers} select ${owner}, n, case when n % 20 = 0 then 'received' else 'declined' end, case when n % 500 = 0 then 2 else 1 end,
        ${at}, ${at}, ${at} + 1, case when n % 20 = 0 and n % 40 = 0 then null else ${at} end, case when n % 20 > 0 then ${at} end,
        case when n % 20 > 3 then ${at} end, case when n % 20 > 0 and n % 110 < 10 then ${at} end, case when n % 5 < 2 then ${sql.lit(personId)} end, 'es' from numbers`);
    await run(sql`insert into events (id, type, at, account_id, owner_id, pet_id, body)
      ${numbers} select n + 1000, 'pet.updated', ${at}, ${owner}, ${owner}, n, '{}' from numbers`);
    await run(sql`insert into outbox (kind, message, created_at, next_at, give_up_at, attempts, failed_at, application_id)
      ${numbers} select 'test', '{}', ${at}, ${at}, ${at}, 1, case when n % 100 = 0 then ${at} end, n from numbers`);
    await run(sql`insert into photos (id, pet_id, position, alt, width, height, color, bytes)
      ${numbers} select 'photo ' || n, n, 0, '', 1, 1, '#ffffff', 1 from numbers where n % 5 = 0`);
    if (database.engine.usesCostBasedPlanner)
      await sql`analyze ${sql.join(GROWING.map((name) => sql.ref(name)))}`.execute(db);
  });
}

/** GETs of the inbox, the summary, figures, lists and the audit. */
function paths(personId: bigint): string[] {
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

test('no query of a request reads or sorts a table that grows', async (t) => {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin', ...UNLIMITED });
  const manager = await service.account({ role: 'manager', ...UNLIMITED });
  const member = await service.account({ role: 'member', ...UNLIMITED });
  const person = await addPerson(service, manager.key, { role: 'member' });
  await fill(service, [admin.id, manager.id, member.id], BigInt(person.id));
  const found = await costlyQueries(service.database, GROWING, [], async () => {
    for (const { key } of [admin, manager, member])
      for (const path of paths(BigInt(person.id))) {
        const { status, text } = await service.send(path, { key });
        assert.ok(status === 200 || status === 403, `${path}: ${status} ${text}`);
      }
  });
  assert.deepEqual(
    found.filter((query) => !EXCEPTIONS.some((exception) => exception.test(query))),
    [],
  );
});
