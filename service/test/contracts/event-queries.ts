import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../src/database/database.ts';
import type { NewEvent } from '../../src/events/event.ts';
import { lastPurgedId, latestEventId } from '../../src/events/event-ids.ts';
import { purgeEvents } from '../../src/events/event-purge.ts';
import { appendEvents, readEvents, type Viewer } from '../../src/events/event-queries.ts';

type Open = (test: TestContext) => Promise<Database>;

const MANAGER: Viewer = { accountId: 1n, seesAll: true };
const MEMBER: Viewer = { accountId: 2n, seesAll: false };
const EVENT: NewEvent = { type: 'pet.created', at: 0, actor: null, petId: 1n, body: '{"id":1}' };
const FOREIGN: NewEvent = { ...EVENT, type: 'order.placed', audience: { placedBy: 8n, ownerId: 9n } };

/** The contract of every engine for the feed. `open` gives a new, empty store that is closed after the test. */
export function testEventQueries(engine: string, open: Open): void {
  describe(`events on ${engine}`, () => {
    testReading(open);
    testVisibility(open);
    testPurging(open);
    testSharedParts(open);
  });
}

async function append(db: Database, ...events: NewEvent[]): Promise<void> {
  await db.write((queries) => appendEvents(queries, events));
}

async function idsSeen(
  db: Database,
  { after = 0n, limit = 100, viewer = MANAGER }: { after?: bigint; limit?: number; viewer?: Viewer },
): Promise<[bigint[], bigint]> {
  const { events, lastScannedId } = await readEvents(db, { after, limit, viewer });
  return [events.map(({ id }) => id), lastScannedId];
}

function testReading(open: Open): void {
  test('returns an event as it was recorded, with the next id', async (t) => {
    const db = await open(t);
    const body = '{"id":9223372036854775807,"name":"Zoë 🐕 \\"x\\""}';
    await append(db, { ...EVENT, at: 1_795_262_400_123, actor: { accountId: 3n, keyId: 4n }, body });
    const { events } = await readEvents(db, { after: 0n, limit: 10, viewer: MANAGER });
    assert.deepEqual(
      events.map((event) => ({ ...event })),
      [
        {
          id: 1n,
          type: 'pet.created',
          at: 1_795_262_400_123,
          body,
          createdAt: null,
          statusChangedAt: null,
          profileTag: null,
          mergedInto: null,
          petId: 1n,
          placedBy: null,
          ownerId: null,
        },
      ],
    );
  });

  test('keeps the order of events that are recorded together', async (t) => {
    const db = await open(t);
    await append(db, ...Array.from({ length: 300 }, (_, n) => ({ ...EVENT, body: String(n) })));
    const { events } = await readEvents(db, { after: 0n, limit: 1_000, viewer: MANAGER });
    assert.deepEqual(
      events.map(({ body }) => body),
      Array.from({ length: 300 }, (_, n) => String(n)),
    );
  });

  test('a failed transaction records no event, and an empty append does nothing', async (t) => {
    const db = await open(t);
    const failing = db.write(async (queries) => {
      await appendEvents(queries, [EVENT]);
      throw new Error('the change was refused');
    });
    await assert.rejects(failing, /refused/);
    await append(db);
    assert.deepEqual(await idsSeen(db, {}), [[], 0n]);
  });

  test('reads after an id and returns the id to continue from', async (t) => {
    const db = await open(t);
    await append(db, EVENT, EVENT, EVENT, EVENT, EVENT);
    assert.deepEqual(await idsSeen(db, { limit: 2 }), [[1n, 2n], 2n]);
    assert.deepEqual(await idsSeen(db, { after: 2n, limit: 3 }), [[3n, 4n, 5n], 5n]);
    assert.deepEqual(await idsSeen(db, { after: 5n }), [[], 5n]);
    assert.deepEqual(await idsSeen(db, { after: 77n }), [[], 77n]);
  });

  test('the latest event id is 0 before the first event', async (t) => {
    const db = await open(t);
    assert.deepEqual([await latestEventId(db), await lastPurgedId(db.read)], [0n, 0n]);
    await append(db, EVENT, EVENT);
    assert.deepEqual([await latestEventId(db), await lastPurgedId(db.read)], [2n, 0n]);
  });

  test('concurrent transactions have ids without a gap, each in its own order', async (t) => {
    const db = await open(t);
    const ofOne = (n: number) => [1, 2, 3].map((place) => ({ ...EVENT, body: `${n}.${place}` }));
    await Promise.all(Array.from({ length: 50 }, (_, n) => append(db, ...ofOne(n))));
    const { events } = await readEvents(db, { after: 0n, limit: 1_000, viewer: MANAGER });
    assert.deepEqual(
      events.map(({ id }) => id),
      Array.from({ length: 150 }, (_, n) => BigInt(n + 1)),
    );
    for (let n = 0; n < 50; n += 1) {
      const bodies = events.map(({ body }) => body).filter((body) => body.startsWith(`${n}.`));
      assert.deepEqual(bodies, [`${n}.1`, `${n}.2`, `${n}.3`]);
    }
  });
}

function testVisibility(open: Open): void {
  test('order events are visible to the placing account, the pet owner and managers; pet events to all', async (t) => {
    const db = await open(t);
    const order = (placedBy: bigint, ownerId: bigint | null): NewEvent => ({
      ...FOREIGN,
      audience: { placedBy, ownerId },
    });
    await append(db, EVENT, order(2n, 9n), order(9n, 2n), order(9n, null), order(8n, 9n), order(2n, null));
    assert.deepEqual(await idsSeen(db, { viewer: MEMBER }), [[1n, 2n, 3n, 6n], 6n]);
    assert.deepEqual(await idsSeen(db, {}), [[1n, 2n, 3n, 4n, 5n, 6n], 6n]);
  });

  test('a read skips at most 1,000 events that the viewer may not see', async (t) => {
    const db = await open(t);
    await append(db, ...Array.from({ length: 2_500 }, () => FOREIGN), EVENT);
    for (const [after, lastScannedId, ids] of [
      [0n, 1_000n, []],
      [1_000n, 2_000n, []],
      [2_000n, 2_501n, [2_501n]],
    ] as const) {
      assert.deepEqual(await idsSeen(db, { after, viewer: MEMBER }), [ids, lastScannedId]);
    }
  });

  test('following returns exactly the visible events, at any limit', async (t) => {
    const db = await open(t);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (visible, limit) => {
          const start = await latestEventId(db);
          await append(db, ...visible.map((isVisible) => (isVisible ? EVENT : FOREIGN)));
          const ids = visible.map((_, index) => start + BigInt(index + 1));
          const expected = ids.filter((_, index) => visible[index]);
          assert.deepEqual(await followAll(db, start, limit), expected);
        },
      ),
      { numRuns: 25 },
    );
  });
}

async function followAll(db: Database, start: bigint, limit: number): Promise<bigint[]> {
  const seen = [];
  for (let after = start; ; ) {
    const [ids, lastScannedId] = await idsSeen(db, { after, limit, viewer: MEMBER });
    seen.push(...ids);
    if (lastScannedId === after) return seen;
    after = lastScannedId;
  }
}

/** 60 KB, which another character makes another text. */
const longText = (character: string) => character.repeat(60_000);

function listingEvent(n: number, text: string, petId = 1n): NewEvent {
  const profile = { description: text, sex: n % 2 === 0 ? 'male' : 'female' };
  const body = JSON.stringify({ pet: { id: 1 }, profile, photos: [{ id: 'a'.repeat(200) }], updatedAt: n });
  return { ...EVENT, type: 'listing.updated', at: n, petId, body };
}

/** In several transactions, as single changes. */
async function appendInParts(db: Database, events: readonly NewEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += 10) {
    await append(db, ...events.slice(start, start + 10));
  }
}

/** Returns the number of parts, and the bytes of all parts and bodies. */
async function storedParts(db: Database): Promise<{ count: number; bytes: number }> {
  const parts = await db.read.selectFrom('event_parts').select('content').execute();
  const bodies = await db.read.selectFrom('events').select('body').execute();
  const texts = [...parts.map(({ content }) => content), ...bodies.map(({ body }) => body)];
  return { count: parts.length, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) };
}

async function bodiesAfter(db: Database, first: bigint): Promise<string[]> {
  const bodies: string[] = [];
  for (let after = first; ; ) {
    const { events, lastScannedId } = await readEvents(db, { after, limit: 100, viewer: MANAGER });
    bodies.push(...events.map(({ body }) => body));
    if (lastScannedId === after) return bodies;
    after = lastScannedId;
  }
}

function testSharedParts(open: Open): void {
  test('stores what many events of an animal have in common once, and returns each as it was', async (t) => {
    const db = await open(t);
    const events = Array.from({ length: 300 }, (_, n) => listingEvent(n, longText(n < 150 ? 'a' : 'b')));
    await appendInParts(db, events);
    await append(db, ...[1, 2].map((n) => listingEvent(n, longText('a'), 2n)));
    const { count, bytes } = await storedParts(db);
    // Two texts of one animal, one of the other, and a photo of each.
    assert.equal(count, 5);
    assert.ok(bytes < 3 * 60_000 + 302 * 200, `${bytes} bytes`);
    const bodies = await bodiesAfter(db, 0n);
    assert.deepEqual(
      bodies.slice(0, 300),
      events.map(({ body }) => body),
    );
    assert.equal(bodies.length, 302);
  });

  test('the body of the event of an order has no parts', async (t) => {
    const db = await open(t);
    await append(db, { ...FOREIGN, body: JSON.stringify({ reference: longText('a') }) });
    assert.equal((await storedParts(db)).count, 0);
  });

  test('deletes a part when the events that have it are purged, and 100 others', async (t) => {
    const db = await open(t);
    const events = Array.from({ length: 400 }, (_, n) => listingEvent(n, longText(n < 50 ? 'a' : 'b')));
    await appendInParts(db, events);
    // Of the text that the first fifty have, none is left.
    while ((await purgeEvents(db, 200, 50)) === 50);
    assert.deepEqual(
      await bodiesAfter(db, 200n),
      events.slice(200).map(({ body }) => body),
    );
    assert.equal((await storedParts(db)).count, 2);
    await append(db, listingEvent(400, longText('a')));
    assert.equal((await bodiesAfter(db, 400n))[0], listingEvent(400, longText('a')).body);
    while ((await purgeEvents(db, 400, 50)) === 50);
    assert.deepEqual(await bodiesAfter(db, 400n), [listingEvent(400, longText('a')).body]);
  });

  test('returns the whole body of an event of an older version', async (t) => {
    const db = await open(t);
    const { type, body } = listingEvent(1, longText('a'));
    const row = { type, at: 1n, body, pet_id: 1n };
    await db.write((queries) => queries.insertInto('events').values(row).execute());
    assert.deepEqual(await bodiesAfter(db, 0n), [body]);
  });
}

function testPurging(open: Open): void {
  const purge = (db: Database, before: number, most: number) => purgeEvents(db, before, most);

  test('purges events before a time, oldest first and at most the requested number', async (t) => {
    const db = await open(t);
    await append(db, ...[10, 20, 30, 40].map((at) => ({ ...EVENT, at })));
    assert.equal(await purge(db, 10, 9), 0);
    assert.equal(await purge(db, 35, 2), 2);
    assert.deepEqual([await lastPurgedId(db.read), await idsSeen(db, {})], [2n, [[3n, 4n], 4n]]);
    assert.equal(await purge(db, 35, 2), 1);
    assert.equal(await purge(db, 35, 2), 0);
    assert.deepEqual([await lastPurgedId(db.read), await idsSeen(db, {})], [3n, [[4n], 4n]]);
  });

  test('keeps the latest event id after all events were purged, and never reuses an id', async (t) => {
    const db = await open(t);
    await append(db, EVENT, EVENT, EVENT);
    assert.equal(await purge(db, 1, 100), 3);
    assert.deepEqual([await latestEventId(db), await lastPurgedId(db.read)], [3n, 3n]);
    await append(db, EVENT);
    assert.deepEqual([await latestEventId(db), await idsSeen(db, { after: 3n })], [4n, [[4n], 4n]]);
  });

  test('purges only from the beginning, so that no gap remains', async (t) => {
    const db = await open(t);
    await append(db, ...[10, 50, 10, 10].map((at) => ({ ...EVENT, at })));
    assert.equal(await purge(db, 30, 100), 1);
    assert.deepEqual(await idsSeen(db, { after: 1n }), [[2n, 3n, 4n], 4n]);
  });

  test('purges nothing from an empty feed', async (t) => {
    const db = await open(t);
    assert.deepEqual([await purge(db, 1_000, 100), await lastPurgedId(db.read)], [0, 0n]);
  });
}
