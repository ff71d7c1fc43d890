// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { costlyQueries } from '@petstore/testing/queries/query-plans.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { nextMail } from '../../access/mail/outbox-queries.ts';
import { dayOf } from '../../access/quota/fixed-window.ts';
import { RepeatedErasures, readStoreIdentity } from '../../adoption/applications/repeated-erasures.ts';
import { DAY, SECOND } from '../../platform/core/clock.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { ErasureList } from '../../platform/database/recovery/erasure-list.ts';
import { deleteExpiredRecords } from './retention.ts';

const ROWS = 20_000;
/** Every third one, and those of the others that have expired. */
const ERASED = 6_673;
const GROWING = [
  'applications',
  'application_messages',
  'application_states',
  'day_counts',
  'events',
  'event_parts',
  'idempotency_keys',
  'outbox',
  'removed_pets',
  'sign_in_attempts',
];
/** Queries whose plan does not show that they read few rows. */
const EXCEPTIONS = [
  // The first events in the order of the table.
  'select "id", "at" from "events" where "id" is not null order by "id" limit',
  // Sorts the open applications for ten animals.
  'select "applications"."id", "applications"."state", "applications"."order_id", "pets"."id" as "in_catalogue"',
];

test('what expires, and the list of erasures, are found by indexes among much that stays', async (t) => {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  const now = clock.now();
  const { id } = await addAccount(database, 'one', now, {});
  const tables = sql.join(GROWING.map((name) => sql.ref(name)));
  await database.write(async (db) => {
    await removeTimeLimit(db);
    const numbers = sql.raw(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`,
    );
    // Ten of each have expired.
    const expiresAt = sql`case when n > 10 then ${sql.lit(now)} else ${sql.lit(now - 2_000 * DAY)} end + n`;
    const digest = sql`'digest ' || n`;
    await sql`insert into events (id, type, at, pet_id, body)
      ${numbers} select n, 'pet.updated', ${expiresAt}, 1, '{}' from numbers`.execute(db);
    await sql`insert into event_parts (digest, content, used_by)
      ${numbers} select ${digest}, '""', case when n > 10 then n else -1000 end from numbers`.execute(db);
    await sql`insert into applications (account_id, state, queue, created_at, updated_at, due_at, ended_at, erased_at, language)
      ${numbers} select ${sql.lit(id)}, case when n % 3 = 0 then 'received' else 'declined' end, 1, n, ${expiresAt}, n,
        case when n % 3 > 0 then ${expiresAt} end, case when n % 3 = 1 then ${sql.lit(now)} end, 'es' from numbers`.execute(
      db,
    );
    await sql`insert into application_messages (application_id, kind, author, at, content)
      ${numbers} select n, 'message', 'applicant', n, 'Hello' from numbers`.execute(db);
    await sql`insert into application_states (application_id, state, at, author)
      ${numbers} select n, 'received', n, 'applicant' from numbers`.execute(db);
    await sql`insert into idempotency_keys (account_id, key, fingerprint, status, body, created_at)
      ${numbers} select ${sql.lit(id)}, ${digest}, '', 200, '', ${expiresAt} from numbers`.execute(db);
    await sql`insert into removed_pets (pet_id, name, category_id, status, removed_at)
      ${numbers} select n, 'Rex', 1, 'available', ${expiresAt} from numbers`.execute(db);
    await sql`insert into outbox (kind, message, created_at, next_at, give_up_at, attempts, failed_at)
      ${numbers} select 'test', '{}', n, ${expiresAt}, ${expiresAt}, 1, case when n % 100 > 0 then ${expiresAt} end from numbers`.execute(
      db,
    );
    await sql`insert into day_counts (name, day, number, bytes)
      ${numbers} select ${digest}, case when n > 10 then ${dayOf(now)} else n end, 1, 0 from numbers`.execute(
      db,
    );
    await sql`insert into sign_in_attempts (digest, kind, content, tries, expires_at)
      ${numbers} select ${digest}, 'code', '{}', 0, ${expiresAt} from numbers`.execute(db);
    if (database.engine.usesCostBasedPlanner) await sql`analyze ${tables}`.execute(db);
  });
  const unerased = () =>
    database.read
      .selectFrom('applications')
      .select('id')
      .where('erased_at', 'is', null)
      .where('updated_at', '<', BigInt(now - DAY))
      .execute();
  const faults: unknown[] = [];
  const costly = await costlyQueries(database, GROWING, EXCEPTIONS, async () => {
    const stop = deleteExpiredRecords(database, clock, { events: 90, applications: 180 }, (error) =>
      faults.push(error),
    );
    await nextMail(database.read, now);
    await until(async () => (await unerased()).length === 0);
    await stop();
    const list = new ErasureList(`${await temporaryFolder(t)}/erasures`);
    const erasures = new RepeatedErasures(database, list);
    await erasures.repeat(now);
    await erasures.keep(now, () => false);
    // One that is committed later than others with a later time.
    const late = { erased_at: BigInt(now - SECOND) };
    await database.write((db) => db.updateTable('applications').set(late).where('id', '=', 12n).execute());
    await erasures.keep(now, () => false);
    assert.equal([...list.read(await readStoreIdentity(database.read))].length, ERASED + 1);
    assert.equal(await new RepeatedErasures(database, list).repeat(now), 0);
  });
  assert.deepEqual([costly, faults], [[], []]);
});
