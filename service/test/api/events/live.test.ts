// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { openUnread } from '@petstore/testing/http/unread-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';
import { observeStatements } from '../../../src/platform/database/prepared-query.ts';
import { latestEventId } from '../../../src/record/events/event-ids.ts';
import { purgeEvents } from '../../../src/record/events/event-purge.ts';
import { readEvents, readEveryEvent } from '../../../src/record/events/event-queries.ts';
import { maySee } from '../../../src/record/events/event-query.ts';
import { openStream } from './event-stream.ts';

/** docs/events.md: `GET /v1/events` that waits, and streams. */

const service = await startSharedService();
const QUARTER = SECOND / 4;

function wait(
  key: string,
  {
    query = 'after=latest',
    seconds = 30,
    on = service,
  }: { query?: string; seconds?: number; on?: TestService } = {},
) {
  return on.send(`/v1/events?${query}`, { key, headers: { Prefer: `wait=${seconds}` } });
}

/** Sends a request that waits. Resolves when it does, with its response. */
async function waiting(...args: Parameters<typeof wait>): Promise<{ response: ReturnType<typeof wait> }> {
  const [, { on = service } = {}] = args;
  const before = await on.followers();
  const response = wait(...args);
  await until(async () => (await on.followers()) > before);
  return { response };
}

function patch(key: string, petId: number, body: object) {
  return service.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body });
}

/** Returns how many statements the service sends to the embedded store, at most, in one turn of the event loop while `act` runs. */
async function mostStatementsInOneTurn(act: () => Promise<void>): Promise<number> {
  const { read } = service.database;
  let [inTurn, most] = [0, 0];
  let turn = setImmediate(function next() {
    inTurn = 0;
    turn = setImmediate(next);
  });
  observeStatements(read, () => {
    inTurn += 1;
    most = Math.max(most, inTurn);
  });
  await act();
  observeStatements(read, () => {});
  clearImmediate(turn);
  return most;
}

async function revoke(keyId: bigint | string, on = service): Promise<void> {
  const { key } = await on.account({ role: 'admin' });
  assert.equal((await on.send(`/v1/keys/${keyId}`, { method: 'DELETE', key })).status, 204);
}

test('a request waits for the next event that its filters and its role let it see, and counts as one', async () => {
  const [owner, other] = [await service.account(), await service.account({ perMinute: 10 })];
  const [rex, ada] = [await addPet(service, owner.key), await addPet(service, owner.key)];
  const [any, ofAda] = [
    await waiting(other.key),
    await waiting(other.key, { query: `after=latest&petId=${ada}` }),
  ];
  // The order of another account is not for it; the pet that it holds is.
  await placeOrder(service, owner.key, rex);
  const seen = await any.response;
  assert.deepEqual(
    listOf(seen).map(({ type }) => type),
    ['pet.updated'],
  );
  assert.equal(seen.headers.get('preference-applied'), 'wait=30');
  assert.equal(seen.headers.get('x-ratelimit-remaining'), '9');
  assert.match(seen.headers.get('vary') ?? '', /Prefer, Accept/);
  // The next page waits, because the order is not for it.
  const next = await waiting(other.key, { query: (nextOf(seen) ?? '').split('?')[1] ?? '' });
  await patch(owner.key, ada, { name: 'Ada' });
  const page = await next.response;
  assert.deepEqual(listOf(page), listOf(await ofAda.response));
  assert.deepEqual(page.json, (await service.send(nextOf(seen) ?? '', other)).json);
  assert.equal(
    nextOf(page)?.replace(/\?.*after/, ''),
    nextOf(await ofAda.response)?.replace(/\?.*after/, ''),
  );
  assert.equal(await service.followers(), 0);
});

test('events that are there already are the response, also if the client would wait', async () => {
  const { key } = await service.account();
  const { headers } = await service.send('/v1/events?after=latest', { key });
  await addPet(service, key);
  const query = (nextOf({ headers }) ?? '').split('?')[1] ?? '';
  const page = await wait(key, { query, seconds: 500 });
  assert.equal(listOf(page).length, 1);
  assert.equal(page.headers.get('preference-applied'), 'wait=60');
});

test('without an event, the wait ends after its time with an empty page, at most after a minute', async () => {
  const { key } = await service.account();
  const [short, long] = [await waiting(key, { seconds: 10 }), await waiting(key, { seconds: 3600 })];
  service.clock.advance(10 * SECOND);
  const empty = await short.response;
  assert.deepEqual(listOf(empty), []);
  const after = await latestEventId(service.database);
  assert.match(nextOf(empty) ?? '', new RegExp(`after=${after}$`));
  service.clock.advance(50 * SECOND);
  assert.deepEqual(listOf(await long.response), []);
  const contradicting = await service.send('/v1/events', { key, headers: { Prefer: 'wait=1, wait=2' } });
  assertError(contradicting, 400, 'invalid_parameter');
});

test('a merge brings the history of the duplicate to who waits for the animal that remains', async () => {
  const { key } = await service.account();
  const [rex, duplicate] = [await addPet(service, key), await addPet(service, key)];
  const { response } = await waiting(key, { query: `after=latest&petId=${rex}` });
  const body = { into: rex };
  await service.send(`/v1/pets/${duplicate}/merge`, { method: 'POST', key, body });
  assert.ok(
    listOf(await response).some(({ type, mergedInto }) => type === 'pet.deleted' && mergedInto === rex),
  );
});

test('a revocation ends waits with 401 and streams within a second, a lower role ends them, and others go on', async () => {
  const [revoked, lowered, other] = [
    await service.account(),
    await service.account({ role: 'manager' }),
    await service.account(),
  ];
  const person = await addPerson(service, (await service.account({ role: 'admin' })).key, { role: 'member' });
  const token = await person.browser.token();
  const streams = await Promise.all(
    [revoked.key, lowered.key, token, other.key].map((key) => openStream(service, key)),
  );
  const [ofRevoked, ofLowered, ofPerson, ofOther] = streams;
  for (const stream of streams) await stream.next();
  const { response } = await waiting(revoked.key);
  await revoke(revoked.keyId);
  const admin = await service.account({ role: 'admin' });
  await service.send(`/v1/accounts/${lowered.id}`, {
    method: 'PATCH',
    key: admin.key,
    body: { role: 'member' },
  });
  await service.send(`/v1/people/${person.id}`, { method: 'DELETE', key: admin.key });
  for (let passed = 0; passed < SECOND; passed += QUARTER) {
    service.clock.advance(QUARTER);
    await service.idleFeed();
  }
  assertError(await response, 401, 'invalid_api_key');
  for (const ended of [ofRevoked, ofLowered, ofPerson]) assert.equal(await ended?.next(), undefined);
  await addPet(service, other.key);
  assert.equal((await ofOther?.events(1))?.[0]?.event, 'pet.created');
  await ofOther?.close();
  await until(async () => (await service.followers()) === 0);
});

test('a stream has the events of the feed, continues after Last-Event-ID, and sends a comment and its position in between', async () => {
  const { key } = await service.account();
  const stream = await openStream(service, key);
  const start = (await stream.next())?.id;
  assert.equal(start, String(await latestEventId(service.database)));
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(stream.headers.get('cache-control'), 'no-store');
  assert.equal(stream.headers.get('x-accel-buffering'), 'no');
  const rex = await addPet(service, key);
  const [created] = await stream.events(1);
  assert.equal(created?.event, 'pet.created');
  await patch(key, rex, { name: 'Rex' });
  const [updated] = await stream.events(1);
  const feed = listOf(await service.send(`/v1/events?after=${start}`, { key }));
  assert.deepEqual(
    [created, updated].map((message) => JSON.parse(message?.data ?? '')),
    feed,
  );
  assert.equal(updated?.id, String(feed[1]?.id));
  // An order of others moves the position, which the next comment has.
  const other = await service.account();
  await placeOrder(service, other.key, await addPet(service, other.key));
  await stream.events(2);
  service.clock.advance(15 * SECOND);
  assert.equal((await stream.next())?.id, String(await latestEventId(service.database)));
  service.clock.advance(HOUR);
  assert.equal(await stream.next(), undefined);
  // `Last-Event-ID` is stronger than the address, which an `EventSource` does not change.
  const again = await openStream(service, key, 'after=0', { 'Last-Event-ID': String(created?.id) });
  assert.deepEqual((await again.events(1))[0], updated);
  await again.close();
  const invalid = { accept: 'text/html, text/event-stream;q=0.9', 'Last-Event-ID': 'x' };
  assertError(await service.send('/v1/events', { key, headers: invalid }), 400, 'invalid_parameter');
});

test('a stream from the beginning reads the feed in pages, of which each but the first counts as a request', async () => {
  const event = { type: 'pet.updated' as const, at: 0n, pet_id: 1n, body: '{"id":1,"name":"Rex"}' };
  await service.database.write((db) => db.insertInto('events').values(Array(300).fill(event)).execute());
  const latest = await latestEventId(service.database);
  const reader = await service.account({ perMinute: 2 });
  const stream = await openStream(service, reader.key, `after=${latest - 300n}`);
  const events = await stream.events(200);
  assert.deepEqual([events[0]?.id, events[199]?.id], [String(latest - 299n), String(latest - 100n)]);
  assert.equal(await stream.next(), undefined);
  assertError(await service.send('/v1/pets', reader), 429, 'rate_limit_exceeded');
});

test('a reader pays for the pages that hold nothing for it, which take turns with requests, and continues after them', async () => {
  const event = { type: 'application.updated' as const, at: 0n, body: '{}', owner_id: 9_999n };
  await service.database.write((db) => db.insertInto('events').values(Array(5_000).fill(event)).execute());
  const latest = await latestEventId(service.database);
  const start = latest - 5_000n;
  const reader = await service.account({ perMinute: 3 });
  const ids: unknown[] = [];
  const most = await mostStatementsInOneTurn(async () => {
    const stream = await openStream(service, reader.key, `after=${start}`);
    for (let message = await stream.next(); message !== undefined; message = await stream.next())
      ids.push(message.id);
  });
  assert.deepEqual(ids, [String(start + 1_000n), String(start + 3_000n)]);
  assert.ok(most < 12, `${most} statements in one turn`);
  assertError(await service.send('/v1/pets', reader), 429, 'rate_limit_exceeded');
  // A request that waits scans as much as one that does not.
  const other = await service.account();
  const page = await wait(other.key, { query: `after=${start + 3_000n}` });
  assert.deepEqual([listOf(page), nextOf(page)?.split('after=')[1]], [[], String(start + 4_000n)]);
  const rest = await waiting(other.key, { query: `after=${latest - 999n}` });
  await addPet(service, other.key);
  assert.equal(listOf(await rest.response).length, 1);
});

test('many events at a time leave turns to requests while they are read for all who wait', async () => {
  const event = { type: 'application.updated' as const, at: 0n, body: '{}', owner_id: 9_999n };
  const stream = await openStream(service, (await service.account()).key);
  await service.database.write((db) => db.insertInto('events').values(Array(2_000).fill(event)).execute());
  const most = await mostStatementsInOneTurn(async () => {
    service.clock.advance(QUARTER);
    await service.idleFeed();
  });
  assert.ok(most < 12, `${most} statements in one turn`);
  await stream.close();
});

test('a client that reads nothing gets a reset after ten seconds, and holds up no other', async (t) => {
  const [slow, quick] = [await service.account(), await service.account()];
  const after = await latestEventId(service.database);
  const request = `GET /v1/events?after=${after} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${slow.key}\r\n\r\n`;
  const socket = await openUnread(t, service.url, request);
  const stream = await openStream(service, quick.key, `after=${after}`);
  const event = {
    type: 'pet.updated' as const,
    at: 0n,
    pet_id: 1n,
    body: JSON.stringify({ id: 1, name: 'x'.repeat(400_000) }),
  };
  await service.database.write((db) => db.insertInto('events').values(Array(15).fill(event)).execute());
  service.clock.advance(QUARTER);
  assert.equal((await stream.events(15)).length, 15);
  await service.idleFeed();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let count = 0; count < 3; count += 1) {
    service.clock.advance(5 * SECOND);
    await service.idleFeed();
  }
  socket.resume();
  await closed;
  await stream.close();
});

test('a hold that ends is an event for who waits, without another request', async () => {
  const { key } = await service.account();
  const order = { petId: await addPet(service, key), holdHours: 1 };
  assert.equal((await service.send('/v1/store/orders', { method: 'POST', key, body: order })).status, 201);
  service.clock.advance(HOUR - SECOND);
  const stream = await openStream(service, key);
  const { response } = await waiting(key);
  service.clock.advance(SECOND);
  assert.deepEqual(await stream.events(2).then((events) => events.map(({ event }) => event).sort()), [
    'order.expired',
    'pet.updated',
  ]);
  assert.equal(listOf(await response).length, 2);
  await stream.close();
});

test('a gap in the feed ends a stream, and the next request is 410; so is a wait', async () => {
  const { key } = await service.account();
  const stream = await openStream(service, key);
  const position = (await stream.next())?.id ?? '';
  const { response } = await waiting(key);
  await addPet(service, key).then(() => stream.events(1));
  await response;
  await addPet(service, key);
  service.clock.advance(MINUTE);
  await purgeEvents(service.database, service.clock.now(), 1_000_000);
  await stream.close();
  assertError(await wait(key, { query: `after=${position}` }), 410, 'events_expired');
  const headers = { accept: 'text/event-stream', 'Last-Event-ID': position };
  assertError(await service.send('/v1/events', { key, headers }), 410, 'events_expired');
});

test('a reader sees of the events that were read for all what the store would give it', async () => {
  const { database } = service;
  const ids = [1n, 2n, 3n];
  const types = [
    'pet.updated',
    'order.placed',
    'application.created',
    'movement.created',
    'category.named',
  ] as const;
  const someone = [...ids, null];
  const events = types.flatMap((type) =>
    someone.flatMap((placed_by) => someone.map((owner_id) => ({ type, placed_by, owner_id, pet_id: 7n }))),
  );
  const after = await latestEventId(database);
  const rows = events.map((event) => ({ ...event, at: 0n, body: '{}' }));
  await database.write((db) => db.insertInto('events').values(rows).execute());
  const upTo = await latestEventId(database);
  const all = await readEveryEvent(database, { after, upTo, limit: 200 });
  for (const accountId of ids)
    for (const seesAll of [true, false])
      for (const seesApplications of [true, false]) {
        const viewer = { accountId, seesAll, seesApplications };
        const page = await readEvents(database, { after, limit: 200, viewer });
        const seen = all.events.filter((event) => maySee(viewer, event));
        assert.deepEqual(
          seen.map(({ id }) => id),
          page.events.map(({ id }) => id),
          JSON.stringify({ ...viewer, accountId: String(accountId) }),
        );
      }
});

test('an event of another process arrives within a quarter of a second, and a stop ends all who wait', async (t: TestContext) => {
  const one = await startService(t, { store: service.store });
  const { key } = await one.account();
  const stream = await openStream(one, key);
  const { response } = await waiting(key, { on: one });
  await addPet(service, key);
  one.clock.advance(QUARTER);
  assert.equal((await stream.events(1))[0]?.event, 'pet.created');
  assert.equal(listOf(await response).length, 1);
  const last = await waiting(key, { on: one });
  const drained = one.drain();
  assert.deepEqual(listOf(await last.response), []);
  assert.equal(await stream.next(), undefined);
  await drained;
});
