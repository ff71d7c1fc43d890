// Waits for processes.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { nextOf } from '@petstore/testing/http/expect-response.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { addPetsTo, makeStore, type ServedStore, serveStore } from '../disk/served-store.ts';

/** The longest delay of the service's event loop, as its metrics report it. */

/** Far above the measured delays: a busy machine delays the loop, too. */
const MAX_DELAY_MS = 1_000;
const PETS = 5_000;
const ROWS = 10_000;
const LONG_NAME = 'é'.repeat(990);

interface Watched extends ServedStore {
  folder: string;
  /** Returns the longest delay since the last call. */
  delayMs(): Promise<number>;
}

/** Starts a service with many pets that have names of the maximum length. */
async function watch(t: TestContext): Promise<Watched> {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'petstore.db');
  const key = await makeStore(path);
  addPetsTo(path, PETS, LONG_NAME);
  const port = await freePort();
  const served = await serveStore(t, path, key, { METRICS_PORT: String(port) });
  const delayMs = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? assert.fail(text);
    return Number(seconds) * 1_000;
  };
  return { ...served, folder, delayMs };
}

const WORK: Record<string, (service: Watched, t: TestContext) => Promise<unknown>> = {
  'different pages of 100 pets with the longest names': readPages,
  'bodies of 64 KiB of exact integers': sendLargeBodies,
  'an import of 10,000 rows by another process': importElsewhere,
};

test('no work blocks the event loop for a second', async (t) => {
  const service = await watch(t);
  for (const [what, work] of Object.entries(WORK)) {
    await t.test(what, async (part) => {
      // Resets the maximum, which includes the start.
      await service.delayMs();
      await work(service, part);
      const delay = await service.delayMs();
      part.diagnostic(`${what}: at most ${delay.toFixed(0)} ms`);
      assert.ok(delay < MAX_DELAY_MS, `${delay} ms`);
    });
  }
});

async function readPages({ send, key }: Watched): Promise<void> {
  for (let next: string | undefined = '/v1/pets?limit=100'; next !== undefined; ) {
    const page = await send(next, { key });
    assert.equal(page.status, 200, page.text);
    next = nextOf(page);
  }
}

async function sendLargeBodies({ send, key }: Watched): Promise<void> {
  const numbers = Array.from({ length: 3_000 }, (_, n) => `${9_000_000_000_000_000_000n + BigInt(n)}`);
  const body = `{"name":"Frank","categoryId":1,"ignored":[${numbers.join(',')}]}`;
  assert.ok(body.length > 60_000 && body.length <= 65_536);
  const client = async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      const { status, text } = await send('/v1/pets', { method: 'POST', key, body });
      assert.equal(status, 201, text);
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
}

async function importElsewhere({ path, folder, ...service }: Watched, t: TestContext): Promise<void> {
  const file = join(folder, 'pets.ndjson');
  const rows = Array.from({ length: ROWS }, (_, n) =>
    JSON.stringify({ name: `pet ${n}`, categoryId: n % 7 }),
  );
  await writeFile(file, rows.join('\n'));
  const { ended } = startPetstore(t, ['pets', 'import', file], { DATABASE_URL: `sqlite:${path}` });
  let isRunning = true;
  const [{ status, err }] = await Promise.all([
    ended.finally(() => {
      isRunning = false;
    }),
    useMeanwhile({ path, folder, ...service }, () => isRunning),
  ]);
  assert.equal(status, 0, err);
}

/** Sends requests that a blocked event loop would delay. */
async function useMeanwhile({ send, key }: Watched, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const added = await send('/v1/pets', { method: 'POST', key, body: { name: 'Frank', categoryId: 1 } });
    assert.ok([201, 503].includes(added.status), added.text);
    assert.equal((await send('/v1/pets?limit=1', { key })).status, 200);
  }
}
