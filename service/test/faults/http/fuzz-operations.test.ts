import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertQuotaHeaders, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { createResponseChecker } from '../../api/response-checker.ts';
import { type Known, type Operation, operationsOf, requestsOf } from './operation-requests.ts';

/**
 * Random parameters and bodies for every operation of the OpenAPI document: each response must be one that the document
 * describes. New operations are tested without a change here.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
const PETS = 20;
/** Ends the search for a smaller request, so that the test still reports the first one. Each request without a response takes 20 s. */
const TIME_LIMIT = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true };

async function documentOf(service: Pick<TestService, 'send'>): Promise<unknown> {
  return (await service.send('/openapi.json')).json;
}

/** Adds pets and orders with small ids; returns the keys of an admin and a reader. */
async function filled(service: TestService): Promise<Known['keys']> {
  const manager = await service.account({ role: 'admin', perMinute: 100_000_000, perDay: 100_000_000 });
  const reader = await service.account({ role: 'reader', perMinute: 100_000_000, perDay: 100_000_000 });
  for (let n = 0; n < PETS; n += 1) await addPet(service, manager.key, { categoryId: 1 + (n % 3) });
  for (let n = 1; n <= PETS / 4; n += 1) await placeOrder(service, manager.key, n);
  return { good: manager.key, reader: reader.key };
}

/** Returns values that no schema describes: valid cursors, matching entity tags, used idempotency keys. */
async function samplesOf({ path, parameters }: Operation, service: TestService, key: string) {
  const examples = parameters.flatMap((one) => {
    const example = at(one, 'example');
    return typeof example === 'string' ? [[String(at(one, 'name')), [example, 'latest']]] : [];
  });
  const first = await service.send(`${path.replaceAll(/\{\w+\}/g, '1')}?limit=1`, { key });
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(first.headers.get('link') ?? '') ?? [];
  const tag = first.headers.get('etag');
  return {
    ...Object.fromEntries(examples),
    cursor: cursor === undefined ? [] : [cursor, `${cursor.slice(0, -1)}x`],
    'if-match': tagsLike(tag),
    'if-none-match': tagsLike(tag),
    'idempotency-key': ['a', 'b', 'c'],
  };
}

function tagsLike(tag: string | null): string[] {
  return tag === null ? ['*', '"x"'] : [tag, '*', `W/${tag}`, `"x", ${tag}`];
}

/** Sends a request. While one waits that prefers to wait for an event, the time passes. */
async function answerOf({ url, clock }: TestService, request: RawRequest): Promise<ApiResponse> {
  const mayWait = request.headers?.some((header) => /^prefer:.*wait/i.test(header));
  const passing = mayWait ? setInterval(() => clock.advance(SECOND), 1) : undefined;
  try {
    return await exchange(url, rawRequest(request));
  } finally {
    clearInterval(passing);
  }
}

/** The document, and the function that checks a response against it. */
interface Contract {
  document: unknown;
  check: ReturnType<typeof createResponseChecker>;
}

async function fuzz(
  t: TestContext,
  service: TestService,
  { document, check }: Contract,
  operation: Operation,
  keys: Known['keys'],
) {
  const samples = await samplesOf(operation, service, keys.good);
  const statuses: number[] = [];
  const property = fc.asyncProperty(requestsOf(document, operation, { keys, samples }), async (request) => {
    const sentAt = service.clock.now();
    const response = await answerOf(service, request);
    assert.ok(response.status < 500, response.text);
    check(operation.id, response);
    assertQuotaHeaders(response, sentAt);
    statuses.push(response.status);
  });
  await fc.assert(property, { numRuns: RUNS, ...TIME_LIMIT });
  const counts = Object.entries(Object.groupBy(statuses, String)).map(
    ([status, some = []]) => `${status}: ${some.length}`,
  );
  t.diagnostic(`${RUNS} requests; ${counts.join(', ')}`);
}

test('every response to a random request is in the OpenAPI document', async (t) => {
  const document = await documentOf(await startService(t));
  const contract = { document, check: createResponseChecker(document) };
  const start = async (t: TestContext) => {
    const service = await startService(t);
    return { service, keys: await filled(service) };
  };
  // Others may remove the keys, and change what later ones need.
  const reads = await start(t);
  for (const operation of operationsOf(document)) {
    await t.test(operation.id, async (t) => {
      const { service, keys } = operation.method === 'GET' ? reads : await start(t);
      await fuzz(t, service, contract, operation, keys);
      assert.equal((await service.send('/v1/pets', { key: keys.good })).status, 200);
      const faults = service.logged.filter((line) => /"level":[56]0/.test(line));
      assert.deepEqual(faults, [], 'the log has no error');
    });
  }
});
