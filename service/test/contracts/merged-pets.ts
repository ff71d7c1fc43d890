import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import { deleteMergesInto, mergedInto, recordMerge, remainingPets } from '../../src/database/merged-pets.ts';
import { appendEvents, readEvents } from '../../src/events/event-queries.ts';

type Open = (test: TestContext) => Promise<Database>;

/** The contract of every engine for the ids of merged pets. `open` gives a new, empty store that is closed after the test. */
export function testMergedPets(engine: string, open: Open): void {
  describe(`merged pets on ${engine}`, () => {
    testChains(open);
    testHistory(open);
  });
}

async function merge(db: Database, petId: bigint, intoId: bigint): Promise<void> {
  await db.write((queries) => recordMerge(queries, { petId, intoId }, 0));
}

function testChains(open: Open): void {
  test('each merged pet leads to the one that remains after further merges', async (t) => {
    const db = await open(t);
    await merge(db, 1n, 2n);
    await merge(db, 3n, 2n);
    await merge(db, 2n, 9n);
    const remaining = await remainingPets(db.read, [1n, 2n, 3n, 9n, 77n]);
    assert.deepEqual(
      [...remaining].toSorted(),
      [1n, 2n, 3n].map((id) => [id, 9n]),
    );
    assert.deepEqual(await mergedInto(db.read, 9n), [1n, 2n, 3n]);
    assert.deepEqual(await mergedInto(db.read, 2n), []);
    assert.equal((await remainingPets(db.read, [])).size, 0);
  });

  test('a pet that is deleted for good leaves none of those that were merged into it', async (t) => {
    const db = await open(t);
    await merge(db, 1n, 2n);
    await merge(db, 3n, 4n);
    await db.write((queries) => deleteMergesInto(queries, [2n, 5n]));
    assert.deepEqual([...(await remainingPets(db.read, [1n, 3n]))], [[3n, 4n]]);
  });
}

function testHistory(open: Open): void {
  test('the events of a pet are those of all that were merged into it, page by page in their order', async (t) => {
    const db = await open(t);
    for (const petId of [1n, 2n, 5n, 9n, 2n, 1n, 9n, 2n]) {
      const event = { type: 'pet.updated', at: 0, actor: null, petId, body: `{"id":${petId}}` } as const;
      await db.write((queries) => appendEvents(queries, [event]));
    }
    await merge(db, 1n, 2n);
    await merge(db, 2n, 9n);
    const viewer = { accountId: 1n, seesAll: true };
    const found: string[] = [];
    for (let after = 0n, isFull = true; isFull; ) {
      const page = await readEvents(db, { after, limit: 2, viewer, petId: 9n });
      found.push(...page.events.map(({ id, body }) => `${id} ${body}`));
      isFull = page.events.length === 2;
      after = page.lastScannedId;
    }
    const expected = ['1 1', '2 2', '4 9', '5 2', '6 1', '7 9', '8 2'];
    assert.deepEqual(
      found,
      expected.map((text) => text.replace(/ (\d)/, ' {"id":$1}')),
    );
  });
}
