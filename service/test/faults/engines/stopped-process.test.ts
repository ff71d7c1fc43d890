import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { stateOf } from '@petstore/testing/processes/proc-files.ts';
import { until } from '@petstore/testing/until.ts';
import { type ServedStore, serveStore, stop } from '../disk/served-store.ts';

/** A machine that stops the process for seconds, as one that is suspended or has no memory left does. */

const CLIENT_PATIENCE_MS = 2_500;
const WAITING = 30;
const JSON_TYPE = ['Content-Type: application/json'];

/** What an impatient client sends, and sends again. */
const IMPATIENT = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': 'impatient' },
  body: JSON.stringify({ name: 'impatient', categoryId: 1 }),
};

/** Stopped for as long as that client waits for an answer. */
async function stopUntilAClientGivesUp(t: TestContext, { serving, key }: ServedStore): Promise<void> {
  serving.kill('SIGSTOP');
  t.after(() => serving.kill('SIGCONT'));
  await until(async () => stateOf(serving.pid) === 'T');
  const headers = { ...IMPATIENT.headers, authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(CLIENT_PATIENCE_MS);
  await assert.rejects(fetch(`${serving.url}/v1/pets`, { ...IMPATIENT, headers, signal }), {
    name: 'TimeoutError',
  });
}

/** Each once; the client that gave up may have been counted too. A new minute begins anew. */
function assertCounted(before: ApiResponse, answers: readonly ApiResponse[]): void {
  const resets = new Set([before, ...answers].map(({ headers }) => headers.get('x-ratelimit-reset')));
  if (resets.size > 1) return;
  const left = [before, answers.at(-1) ?? before].map(({ headers }) =>
    Number(headers.get('x-ratelimit-remaining')),
  );
  const counted = (left[0] ?? 0) - (left[1] ?? 0);
  assert.ok(counted === WAITING || counted === WAITING + 1, `${counted} requests were counted`);
}

// At the same time, because most of it is waiting.
suite('a process that the machine stops', { concurrency: true }, () => {
  test('a process that is stopped for seconds goes on: each request that waited is answered once and in order, and is counted once', async (t) => {
    const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
    const { serving, key, send } = store;
    const connection = await RawConnection.open(serving.url);
    connection.write(rawRequest({ key }));
    const before = await connection.readResponse();
    const since = performance.now();
    await stopUntilAClientGivesUp(t, store);
    for (let n = 1; n <= WAITING; n += 1) {
      const body = JSON.stringify({ name: `pet ${n}`, categoryId: 1 });
      connection.write(rawRequest({ method: 'POST', path: '/v1/pets', key, headers: JSON_TYPE, body }));
    }
    connection.write(rawRequest({ path: '/v1/none', key }));
    serving.kill('SIGCONT');
    const answers: ApiResponse[] = [];
    for (let n = 1; n <= WAITING; n += 1) answers.push(await connection.readResponse());
    assert.deepEqual(
      answers.map(({ status, json }) => [status, at(json, 'name')]),
      answers.map((_, n) => [201, `pet ${n + 1}`]),
    );
    assert.equal(
      (await connection.readResponse()).status,
      404,
      'the next answer is that to the next request',
    );
    assertCounted(before, answers);
    t.diagnostic(`stopped and answered within ${(performance.now() - since).toFixed(0)} ms`);
    assert.equal((await send('/v1/pets', { ...IMPATIENT, key })).status, 201);
    const pets = await readAll({ send }, key, '/v1/pets?sort=id&limit=100');
    assert.deepEqual(
      pets.filter(({ name }) => name !== 'impatient').map(({ id }) => id),
      answers.map(({ json }) => at(json, 'id')),
    );
    assert.equal(pets.length, WAITING + 1, 'what was sent twice was done once');
    connection.close();
    await stop(serving);
  });

  test('a process that is told to stop while it is stopped ends with status 0 once it goes on', async (t) => {
    const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
    await stopUntilAClientGivesUp(t, store);
    store.serving.kill('SIGTERM');
    store.serving.kill('SIGCONT');
    assert.equal((await store.serving.ended).status, 0);
  });
});
