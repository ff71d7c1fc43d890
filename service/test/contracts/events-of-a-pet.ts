import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { INT64_MAX } from '../../src/core/int64.ts';
import type { Database } from '../../src/database/database.ts';
import type { NewEvent } from '../../src/events/event.ts';
import { purgeEvents } from '../../src/events/event-purge.ts';
import { appendEvents, readEvents } from '../../src/events/event-queries.ts';
import type { Viewer } from '../../src/events/event-query.ts';

type Open = (test: TestContext) => Promise<Database>;

const MANAGER: Viewer = { accountId: 1n, seesAll: true };
const MEMBER: Viewer = { accountId: 2n, seesAll: false };

/** The contract of every engine for the feed of one pet. `open` gives a new, empty store that is closed after the test. */
export function testEventsOfAPet(engine: string, open: Open): void {
  describe(`events of a pet on ${engine}`, () => {
    testReading(open);
    testFollowing(open);
  });
}

function eventOf(petId: bigint): NewEvent {
  return { type: 'pet.updated', at: 0, actor: null, petId, body: `{"id":${petId}}` };
}

function orderOf(petId: bigint, placedBy: bigint, ownerId: bigint | null): NewEvent {
  return { ...eventOf(petId), type: 'order.placed', audience: { placedBy, ownerId } };
}

async function append(db: Database, ...events: NewEvent[]): Promise<void> {
  await db.write((queries) => appendEvents(queries, events));
}

interface Asked {
  petId?: bigint;
  after?: bigint;
  limit?: number;
  viewer?: Viewer;
}

async function idsSeen(
  db: Database,
  { petId = 1n, after = 0n, limit = 100, viewer = MANAGER }: Asked = {},
): Promise<[bigint[], bigint]> {
  const { events, lastScannedId } = await readEvents(db, { after, limit, viewer, petId });
  return [events.map(({ id }) => id), lastScannedId];
}

function testReading(open: Open): void {
  test('returns only events of the pet and its orders that the viewer may see', async (t) => {
    const db = await open(t);
    await append(db, eventOf(1n), eventOf(2n), orderOf(1n, 2n, 9n), orderOf(2n, 2n, 9n), orderOf(1n, 9n, 2n));
    await append(db, orderOf(1n, 8n, 9n), orderOf(1n, 8n, null), eventOf(1n), eventOf(3n));
    assert.deepEqual(await idsSeen(db), [[1n, 3n, 5n, 6n, 7n, 8n], 9n]);
    assert.deepEqual(await idsSeen(db, { viewer: MEMBER }), [[1n, 3n, 5n, 8n], 9n]);
    assert.deepEqual(await idsSeen(db, { petId: 2n, viewer: MEMBER }), [[2n, 4n], 9n]);
  });

  test('compares the id of a pet to the last digit', async (t) => {
    const db = await open(t);
    await append(db, eventOf(INT64_MAX - 1n), eventOf(INT64_MAX), eventOf(-1n));
    assert.deepEqual(await idsSeen(db, { petId: INT64_MAX }), [[2n], 3n]);
    assert.deepEqual(await idsSeen(db, { petId: -1n }), [[3n], 3n]);
  });

  test('returns nothing for a pet without events, up to the latest event', async (t) => {
    const db = await open(t);
    assert.deepEqual(await idsSeen(db), [[], 0n]);
    await append(db, eventOf(2n), eventOf(2n));
    assert.deepEqual(await idsSeen(db), [[], 2n]);
  });

  test('does not move back from an id beyond the latest event', async (t) => {
    const db = await open(t);
    await append(db, eventOf(1n));
    assert.deepEqual(await idsSeen(db, { after: 77n }), [[], 77n]);
  });

  test('returns the latest event id after all events were purged', async (t) => {
    const db = await open(t);
    await append(db, eventOf(1n), eventOf(2n));
    await purgeEvents(db, 1, 100);
    assert.deepEqual(await idsSeen(db), [[], 2n]);
  });
}

function testFollowing(open: Open): void {
  test('reaches the latest event in one read, however many events of other pets lie between', async (t) => {
    const db = await open(t);
    const others = Array.from({ length: 2_000 }, () => eventOf(2n));
    for (let times = 0; times < 2; times += 1) {
      await append(db, eventOf(1n));
      for (let thousands = 0; thousands < 6; thousands += 2) await append(db, ...others);
    }
    assert.deepEqual(await idsSeen(db, { limit: 2 }), [[1n, 6_002n], 6_002n]);
    assert.deepEqual(await idsSeen(db), [[1n, 6_002n], 12_002n]);
    assert.deepEqual(await idsSeen(db, { after: 12_002n }), [[], 12_002n]);
  });
}
