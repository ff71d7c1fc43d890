// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';

/** What small changes of a large profile store, and what the feed and the audit return (docs/adr/0064). */

const CHANGES = 20;

test('a small change of a large profile stores little, and its event has the whole listing as it was', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'admin' });
  const id = await addPet(service, key);
  const description = '\u0001'.repeat(10_000);
  const change = async (body: object) => {
    const { status, text } = await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body });
    assert.equal(status, 200, text);
  };
  const storedBytes = async () => {
    const { rows } = await sql<{ bytes: bigint }>`
      select (select sum(octet_length(body)) from events)
        + (select coalesce(sum(octet_length(content)), 0) from event_parts) as bytes`.execute(
      service.database.read,
    );
    return Number(rows[0]?.bytes);
  };
  await change({ description });
  const before = await storedBytes();
  for (let n = 0; n < CHANGES; n += 1) await change({ houseTrained: n % 2 === 0 });
  assert.ok((await storedBytes()) - before < CHANGES * 1_000, 'at most 1 KB for each change');
  await change({ description: 'short' });

  const listings = (await readAll(service, key, `/v1/events?petId=${id}&limit=100`))
    .map((event) => at(event, 'listing', 'profile'))
    .filter((profile) => profile !== undefined);
  const expected = [
    { description },
    ...Array.from({ length: CHANGES }, (_, n) => ({ description, houseTrained: n % 2 === 0 })),
    { description: 'short', houseTrained: false },
  ];
  assert.deepEqual(listings, expected);
  const audited = (await readAll(service, key, '/v1/audit?sort=id&limit=100')).map((entry) =>
    at(entry, 'details', 'profile'),
  );
  assert.deepEqual(
    audited.filter((profile) => profile !== undefined),
    expected,
  );
});
