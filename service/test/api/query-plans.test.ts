// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { costlyQueries } from '@petstore/testing/queries/query-plans.ts';
import { fillYears, GROWING, readsOfYears } from '@petstore/testing/queries/years.ts';
import { startService } from '@petstore/testing/service.ts';

/** docs/performance.md: no query of a request reads or sorts a table that grows with the years. */

const ROWS = 20_000;

/** Queries whose plan does not show that they read few rows, by their beginnings. */
const EXCEPTIONS = [
  // Sorts the applications for the animals of one group.
  /from "applications" where .*and pet_id in /,
  // Groups one part of the stays, which has at most 4,000 rows.
  /^\s*select (?:rtrim\(key|case when in_date)/,
  // Reads the last events in the order of the table.
  /from "events" .* where "events"."id" is not null order by "events"."id" desc limit/,
  // Examines the next 1,000 animals in the order of the table.
  /\(select "id" as "pet_id" from "pets" order by "id" desc limit /,
  // Counts at most 500 adoptions of each day.
  /^select 0 as position,/,
  // Sorts the open orders of an account.
  /from "orders" where "(?:account|owner)_id" = \S+ and "status" = 'placed' order by "expires_at"/,
  // Groups the letters that have failed, which are kept for 30 days.
  /from "outbox" cross join "applications"/,
];

test('no query of a request reads or sorts a table that grows', async (t) => {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin', ...UNLIMITED });
  const manager = await service.account({ role: 'manager', ...UNLIMITED });
  const member = await service.account({ role: 'member', ...UNLIMITED });
  const person = await addPerson(service, manager.key, { role: 'member' });
  await fillYears(service.database, {
    rows: ROWS,
    // Others belong to no account.
    owner: `case n % 7 when 0 then ${admin.id} when 1 then ${manager.id} when 2 then ${member.id} end`,
    accountId: manager.id,
    personId: BigInt(person.id),
    now: service.clock.now(),
  });
  const found = await costlyQueries(service.database, GROWING, [], async () => {
    for (const { key } of [admin, manager, member])
      for (const path of readsOfYears(BigInt(person.id))) {
        const { status, text } = await service.send(path, { key });
        assert.ok(status === 200 || status === 403, `${path}: ${status} ${text}`);
      }
  });
  assert.deepEqual(
    found.filter((query) => !EXCEPTIONS.some((exception) => exception.test(query))),
    [],
  );
});
