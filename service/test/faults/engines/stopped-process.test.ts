// Waits for processes.
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

/** A process that is stopped for seconds, as by a machine that is suspended or out of memory. */

const CLIENT_TIMEOUT_MS = 2_500;
const WAITING = 30;
const JSON_TYPE = ['Content-Type: application/json'];

/** A request that a client repeats after its time-out. */
const REPEATED = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': 'repeated' },
  body: JSON.stringify({ name: 'repeated', categoryId: 1 }),
};

/** Stops the process until that client gives up. */
async function stopUntilAClientGivesUp(t: TestContext, { serving, key }: ServedStore): Promise<void> {
  serving.kill('SIGSTOP');
  t.after(() => serving.kill('SIGCONT'));
  await until(async () => stateOf(serving.pid) === 'T');
  const headers = { ...REPEATED.headers, authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
  await assert.rejects(fetch(`${serving.url}/v1/pets`, { ...REPEATED, headers, signal }), {
    name: 'TimeoutError',
  });
}

/** Asserts that each request was counted once; that of the client that gave up may be counted, too. */
function assertCounted(before: ApiResponse, responses: readonly ApiResponse[]): void {
  const resets = new Set([before, ...responses].map(({ headers }) => headers.get('x-ratelimit-reset')));
  if (resets.size > 1) return;
  const left = [before, responses.at(-1) ?? before].map(({ headers }) =>
    Number(headers.get('x-ratelimit-remaining')),
  );
  const counted = (left[0] ?? 0) - (left[1] ?? 0);
  assert.ok(counted === WAITING || counted === WAITING + 1, `${counted} requests were counted`);
}

// Concurrently, because they mostly wait.
suite('a process that the machine stops', { concurrency: true }, () => {
  test('after SIGSTOP and SIGCONT each waiting request has one response, in order, and is counted once', async (t) => {
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
    const responses: ApiResponse[] = [];
    for (let n = 1; n <= WAITING; n += 1) responses.push(await connection.readResponse());
    assert.deepEqual(
      responses.map(({ status, json }) => [status, at(json, 'name')]),
      responses.map((_, n) => [201, `pet ${n + 1}`]),
    );
    assert.equal(
      (await connection.readResponse()).status,
      404,
      'the next response belongs to the next request',
    );
    assertCounted(before, responses);
    t.diagnostic(`stopped and served within ${(performance.now() - since).toFixed(0)} ms`);
    assert.equal((await send('/v1/pets', { ...REPEATED, key })).status, 201);
    const pets = await readAll({ send }, key, '/v1/pets?sort=id&limit=100');
    assert.deepEqual(
      pets.filter(({ name }) => name !== 'repeated').map(({ id }) => id),
      responses.map(({ json }) => at(json, 'id')),
    );
    assert.equal(pets.length, WAITING + 1, 'a repeated write is done once');
    connection.close();
    await stop(serving);
  });

  test('a stopped process that receives SIGTERM ends with status 0 after SIGCONT', async (t) => {
    const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
    await stopUntilAClientGivesUp(t, store);
    store.serving.kill('SIGTERM');
    store.serving.kill('SIGCONT');
    assert.equal((await store.serving.ended).status, 0);
  });
});
