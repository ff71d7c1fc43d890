import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { MINUTE } from '../../service/src/platform/core/clock.ts';
import { Petstore, PetstoreError, type PetstoreOptions } from '../src/index.ts';
import { TestClock } from './suite/harness/test-clock.ts';

const NAMES = Array.from({ length: 500 }, (_, index) => `animal ${index}`);

/** Creates a `fetch` that records the status of every response. */
function recordingFetch(): { statuses: number[]; fetch: typeof fetch } {
  const statuses: number[] = [];
  return {
    statuses,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    },
  };
}

/** Returns the names of all animals. */
async function animalNames(options: PetstoreOptions): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of new Petstore(options).pets.list({ limit: 100, sort: 'id' })) names.push(name);
  return names;
}

/** Starts a service and creates a client on the plan Free, both with a test clock. */
async function freeClient(t: TestContext, options: Partial<PetstoreOptions>) {
  const service = await startService(t);
  const clock = new TestClock(async (ms) => service.clock.advance(ms));
  const { key } = await service.account({ plan: 'free' });
  const { statuses, fetch } = recordingFetch();
  const times = { clock, timeoutSeconds: clock.timeoutSeconds };
  const petstore = new Petstore({ baseUrl: service.url, apiKey: key, fetch, ...times, ...options });
  const manager = { baseUrl: service.url, apiKey: (await service.account({ role: 'manager' })).key };
  return { petstore, clock, statuses, manager };
}

test('adds 500 animals concurrently on the plan Free with pace: no 429, no duplicate, no loss', async (t) => {
  const { petstore, clock, statuses, manager } = await freeClient(t, { pace: true });
  const added = Promise.all(NAMES.map((name) => petstore.pets.create({ name, categoryId: 1n })));
  const pets = await clock.runUntil(added);
  assert.equal(new Set(pets.map(({ id }) => id)).size, NAMES.length);
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.deepEqual((await animalNames(manager)).sort(), [...NAMES].sort());
  assert.ok(clock.now() <= 9 * MINUTE, `${clock.now()} ms for 500 requests at 60 per minute`);
});

test('adds 500 animals concurrently on the plan Free without pace: calls that would wait too long fail without being sent', async (t) => {
  const { petstore, clock, statuses, manager } = await freeClient(t, { retry: { seconds: 150 } });
  const added = Promise.allSettled(NAMES.map((name) => petstore.pets.create({ name, categoryId: 1n })));
  const outcomes = await clock.runUntil(added);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.ok(
    failed.every(({ reason }) => reason instanceof PetstoreError && reason.code === 'rate_limit_exceeded'),
  );
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.equal(statuses.length, NAMES.length - failed.length);
  assert.ok(statuses.length >= 180, `${statuses.length} added in three windows`);
  assert.equal((await animalNames(manager)).length, statuses.length);
});

test('adds 500 animals concurrently while the service is killed and restarted: no 429, no duplicate, no loss', async (t) => {
  const [store, port] = [await temporaryStore(t), await freePort()];
  // 200 times the quota of the plan Free, so that the test takes seconds.
  const terms = ['--plan', 'enterprise', '--per-minute', '12000', '--per-day', '200000', '--role', 'manager'];
  const { json } = await runCommand(store, ['accounts', 'create', 'batch', ...terms, '--json']);
  const apiKey = secretIn(json);
  const baseUrl = `http://127.0.0.1:${port}`;
  const first = await serveProcess(t, { DATABASE_URL: store }, port);
  const { statuses, fetch } = recordingFetch();
  let restarted: Promise<unknown> | undefined;
  let added = 0;
  const petstore = new Petstore({ baseUrl, apiKey, fetch, pace: true });
  const add = async (name: string) => {
    const { id } = await petstore.pets.create({ name, categoryId: 1n });
    added += 1;
    if (added !== NAMES.length / 2) return id;
    first.kill('SIGKILL');
    restarted = first.ended.then(() => serveProcess(t, { DATABASE_URL: store }, port));
    return id;
  };
  const ids = await Promise.all(NAMES.map(add));
  await restarted;
  assert.equal(new Set(ids).size, NAMES.length);
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.deepEqual((await animalNames({ baseUrl, apiKey })).sort(), [...NAMES].sort());
  assert.deepEqual((await petstore.usage()).bans, []);
});

/** Returns the key that `--json` printed. */
function secretIn(printed: unknown): string {
  const [, secret] = /"secret":"(\w+)"/.exec(JSON.stringify(printed)) ?? [];
  assert.ok(secret !== undefined);
  return secret;
}
