import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openStore } from '@petstore/testing/stores.ts';
import { type KyselyPlugin, sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import { runSyncOf, withEngine } from '../../src/platform/database/prepared-query.ts';
import { latestEventId } from '../../src/record/events/event-ids.ts';
import { appendEvents, readEvents } from '../../src/record/events/event-queries.ts';

type Open = (test: TestContext) => Promise<Database>;

const ROUNDS = 5;

/** The contract of every engine for events that are recorded between two queries of one read. */
export function testEventsDuringReads(engine: string, open: Open): void {
  for (const petId of [undefined, 1n]) {
    test(`on ${engine}, an event ${petId ? 'of the pet ' : ''}that is recorded during a read is in its result or comes after it`, async (t) => {
      for (const limit of [1, 2, 100]) {
        const db = await open(t);
        await append(db);
        const busy =
          runSyncOf(db.read) === undefined ? recordingBetween(db) : await recordingBetweenSync(t, db);
        const seen: bigint[] = [];
        let after = 0n;
        const follow = async (source: Database) => {
          const page = await readEvents(source, { after, limit, petId, viewer: MANAGER });
          seen.push(...page.events.map(({ id }) => id));
          after = page.lastScannedId;
        };
        for (let round = 0; round < ROUNDS; round += 1) await follow(busy);
        const latest = await latestEventId(db);
        assert.ok(latest > ROUNDS, 'events were recorded meanwhile');
        while (after < latest) await follow(db);
        assert.deepEqual(
          seen,
          Array.from({ length: Number(latest) }, (_, index) => BigInt(index + 1)),
        );
      }
    });
  }
}

const MANAGER = { accountId: 1n, seesAll: true };

async function append(db: Database): Promise<void> {
  await db.write((queries) =>
    appendEvents(queries, [{ type: 'pet.updated', at: 0, actor: null, petId: 1n, body: '{"id":1}' }]),
  );
}

/** Returns a store that records an event, with its id, after each query. */
function recordingBetween(db: Database): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await append(db);
      await latestEventId(db);
      return result;
    },
  };
  return { ...db, read: db.read.withPlugin(plugin) };
}

/** Does the same for a store whose queries run synchronously: another connection records the events, as a command would. */
async function recordingBetweenSync(t: TestContext, db: Database): Promise<Database> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db.read);
  const file = rows[0]?.file ?? '';
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  const insert = other.prepare(
    `insert into events (type, at, body, pet_id) values ('pet.updated', 0, '{"id":1}', 1)`,
  );
  const busy = await openStore(t, `sqlite:${file}`);
  const runSync = runSyncOf(busy.read);
  assert.ok(runSync !== undefined);
  withEngine(busy.read, busy.engine, (text, parameters) => {
    const found = runSync(text, parameters);
    insert.run();
    return found;
  });
  return busy;
}
