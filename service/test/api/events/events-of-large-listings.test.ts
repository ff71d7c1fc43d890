// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { purgeParts } from '../../../src/record/events/event-parts.ts';
import { purgeEvents } from '../../../src/record/events/event-purge.ts';
import { appendEvents } from '../../../src/record/events/event-queries.ts';

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

test('a part of many events is deleted when they are purged, and 100 others, and can be recorded again', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const { database } = service;
  const record = (first: number, count: number, character: string) =>
    database.write((db) => {
      const events = Array.from({ length: count }, (_, n) => {
        const profile = { description: character.repeat(60_000), tags: [String(first + n)] };
        const body = JSON.stringify({ pet: { id: 1 }, profile });
        return { type: 'listing.updated', at: first + n, actor: null, petId: 1n, body } as const;
      });
      return appendEvents(db, events);
    });
  const descriptions = async () => {
    const events = await readAll(service, key, '/v1/events?limit=100');
    return events.map((event) => String(at(event, 'listing', 'profile', 'description')).slice(0, 1));
  };
  const parts = async () => (await database.read.selectFrom('event_parts').select('digest').execute()).length;
  const purge = async (before: number) => {
    while ((await purgeEvents(database, before, 50)) === 50);
    await database.write((db) => purgeParts(db, 50));
  };
  await record(1, 50, 'a');
  await record(51, 350, 'b');
  assert.equal(await parts(), 2);
  await purge(200);
  assert.deepEqual(await descriptions(), Array(201).fill('b'));
  assert.equal(await parts(), 1);
  await record(401, 1, 'a');
  await purge(401);
  assert.deepEqual(await descriptions(), ['a']);
});
