import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { MINUTE } from '../../service/src/core/clock.ts';
import { Petstore, PetstoreError, type PetstoreOptions } from '../src/index.ts';
import { TestClock } from './suite/test-clock.ts';

const NAMES = Array.from({ length: 500 }, (_, index) => `animal ${index}`);

/** A `fetch` that notes the status of every answer. */
function counted(): { statuses: number[]; fetch: typeof fetch } {
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

/** The names of all animals of the catalogue. */
async function catalogue(options: PetstoreOptions): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of new Petstore(options).pets.list({ limit: 100, sort: 'id' })) names.push(name);
  return names;
}

/** A client of a new service on the plan Free, both with a clock that goes on when everybody waits. */
async function freeClient(t: TestContext, options: Partial<PetstoreOptions>) {
  const service = await startService(t);
  const clock = new TestClock(async (ms) => service.clock.advance(ms));
  const { key } = await service.account({ plan: 'free' });
  const { statuses, fetch } = counted();
  const times = { clock, timeoutSeconds: clock.timeoutSeconds };
  const petstore = new Petstore({ baseUrl: service.url, apiKey: key, fetch, ...times, ...options });
  const manager = { baseUrl: service.url, apiKey: (await service.account({ role: 'manager' })).key };
  return { petstore, clock, statuses, manager };
}

test('500 additions at once on the plan Free, with pace: none refused, each done once, none lost', async (t) => {
  const { petstore, clock, statuses, manager } = await freeClient(t, { pace: true });
  const added = Promise.all(NAMES.map((name) => petstore.pets.create({ name, categoryId: 1n })));
  const pets = await clock.runUntil(added);
  assert.equal(new Set(pets.map(({ id }) => id)).size, NAMES.length);
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.deepEqual((await catalogue(manager)).sort(), [...NAMES].sort());
  assert.ok(clock.now() <= 9 * MINUTE, `${clock.now()} ms for what 60 a minute allow in 500 s`);
});

test('500 additions at once on the plan Free, without pace: those that would wait too long fail unsent, and no key is banned', async (t) => {
  const { petstore, clock, statuses, manager } = await freeClient(t, { retry: { seconds: 150 } });
  const added = Promise.allSettled(NAMES.map((name) => petstore.pets.create({ name, categoryId: 1n })));
  const outcomes = await clock.runUntil(added);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.ok(
    failed.every(({ reason }) => reason instanceof PetstoreError && reason.code === 'rate_limit_exceeded'),
  );
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.equal(statuses.length, NAMES.length - failed.length);
  assert.ok(statuses.length >= 180, `${statuses.length} are done in three windows`);
  assert.equal((await catalogue(manager)).length, statuses.length);
});

test('500 additions at once, and the service killed halfway and started again: none refused, each done once, none lost', async (t) => {
  const [store, port] = [await temporaryStore(t), await freePort()];
  // Free has 60 requests a minute; with 200 times as many the test takes seconds.
  const terms = ['--plan', 'enterprise', '--per-minute', '12000', '--per-day', '200000', '--role', 'manager'];
  const { json } = await runCommand(store, ['accounts', 'create', 'batch', ...terms, '--json']);
  const apiKey = secretIn(json);
  const baseUrl = `http://127.0.0.1:${port}`;
  const first = await serveProcess(t, { DATABASE_URL: store }, port);
  const { statuses, fetch } = counted();
  let restarted: Promise<unknown> | undefined;
  let done = 0;
  const petstore = new Petstore({ baseUrl, apiKey, fetch, pace: true });
  const add = async (name: string) => {
    const { id } = await petstore.pets.create({ name, categoryId: 1n });
    done += 1;
    if (done !== NAMES.length / 2) return id;
    first.kill('SIGKILL');
    restarted = first.ended.then(() => serveProcess(t, { DATABASE_URL: store }, port));
    return id;
  };
  const ids = await Promise.all(NAMES.map(add));
  await restarted;
  assert.equal(new Set(ids).size, NAMES.length);
  assert.deepEqual(new Set(statuses), new Set([201]));
  assert.deepEqual((await catalogue({ baseUrl, apiKey })).sort(), [...NAMES].sort());
  assert.deepEqual((await petstore.usage()).bans, []);
});

/** The key that `--json` printed. */
function secretIn(printed: unknown): string {
  const [, secret] = /"secret":"(\w+)"/.exec(JSON.stringify(printed)) ?? [];
  assert.ok(secret !== undefined);
  return secret;
}
