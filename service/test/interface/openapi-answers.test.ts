import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Answer, at, FakeClock, membersOf, startService, type TestService } from '../harness.ts';
import { exchange, rawRequest } from '../raw-http.ts';
import { FRANK, type Keys, REQUESTS } from './documented-requests.ts';

/** Part 6: what the service really answers is what its OpenAPI document says, and the other way round. */

const REMOVED_AT = Date.UTC(2030, 11, 5);
/** These arise before a request is read or when the service itself is in trouble; `test/faults` meets them. */
const ELSEWHERE = ['408', '431', '500', '503'];
/** The one conflict of adding a pet is a request with its idempotency key that is still running. */
const ALSO_ELSEWHERE: Readonly<Record<string, string[]>> = { createPet: ['409'] };

async function keysOf(service: TestService): Promise<Keys> {
  const spent = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key: spent.key });
  const [good, reader] = [await service.account(), await service.account({ role: 'reader' })];
  for (let n = 0; n < 4; n += 1) {
    await service.send('/v1/pets', { method: 'POST', key: good.key, body: FRANK });
  }
  await service.send('/v1/store/orders', { method: 'POST', key: good.key, body: { petId: 2 } });
  await service.database.write((db) => db.updateTable('event_feed').set({ last_purged: 1n }).execute());
  return { good: good.key, reader: reader.key, spent: spent.key };
}

function findOperation(document: unknown, id: string): unknown {
  const paths = Object.values(membersOf(at(document, 'paths')));
  const found = paths
    .flatMap((path) => Object.values(membersOf(path)))
    .find((operation) => at(operation, 'operationId') === id);
  assert.ok(found !== undefined, `${id} is not in the document`);
  return found;
}

/** Checks answers against the document: status, headers, code and body. */
function createChecker(document: unknown) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    membersOf(document),
    'document',
  );

  function checkBody(schema: unknown, { json, text }: Answer): void {
    const reference = at(schema, '$ref');
    assert.ok(typeof reference === 'string');
    const validate = ajv.compile({ $ref: `document${reference}` });
    assert.ok(validate(json), `${text} ${JSON.stringify(validate.errors)}`);
  }

  function checkHeaders(id: string, response: unknown, { status, headers }: Answer): void {
    // A page has a Link only when another follows it.
    const isPage = at(findOperation(document, id), 'responses', '304') !== undefined;
    for (const name of Object.keys(membersOf(at(response, 'headers')))) {
      const mayBeMissing = (name === 'Link' && isPage) || name === 'Idempotent-Replayed';
      assert.ok(mayBeMissing || headers.has(name), `${status} without ${name}`);
    }
  }

  function checkCode(content: unknown, { status, json, text }: Answer): void {
    if (status < 400) return;
    const codes = Object.keys(membersOf(at(content, 'examples')));
    assert.ok(codes.includes(String(at(json, 'code'))), `${text} is not one of ${codes.join(', ')}`);
  }

  return (id: string, answer: Answer): void => {
    const response = at(findOperation(document, id), 'responses', String(answer.status));
    assert.ok(response !== undefined, `${id} answers ${answer.status} and does not document it`);
    checkHeaders(id, response, answer);
    const content = at(response, 'content', 'application/json');
    if (content === undefined) {
      assert.equal(answer.text, '');
    } else {
      checkBody(at(content, 'schema'), answer);
      checkCode(content, answer);
    }
  };
}

async function withoutHost(service: TestService, id: string, keys: Keys): Promise<Answer> {
  const [request = {}] = REQUESTS[id]?.(keys) ?? [];
  return exchange(service.url, rawRequest(request).replace(/Host: .*\r\n/, ''));
}

for (const [id, requests] of Object.entries(REQUESTS)) {
  test(`${id} answers only what it documents, and everything that it documents`, async (t) => {
    const service = await startService(t, { clock: new FakeClock(REMOVED_AT - 1) });
    const { json: document } = await service.send('/openapi.json');
    const keys = await keysOf(service);
    const check = createChecker(document);
    const answers = [await withoutHost(service, id, keys)];
    for (const request of requests(keys)) answers.push(await exchange(service.url, rawRequest(request)));
    if (id === 'getPet') {
      service.clock.advance(1);
      answers.push(await service.send('/v1/pets/1', { key: keys.good }));
    }
    for (const answer of answers) check(id, answer);
    const met = new Set([
      ...answers.map(({ status }) => String(status)),
      ...ELSEWHERE,
      ...(ALSO_ELSEWHERE[id] ?? []),
    ]);
    const documented = Object.keys(membersOf(at(findOperation(document, id), 'responses')));
    assert.deepEqual([...met].sort(), documented.sort());
  });
}

test('every operation of the document is checked here', async (t) => {
  const service = await startService(t);
  const paths = Object.values(membersOf(at((await service.send('/openapi.json')).json, 'paths')));
  const ids = paths.flatMap((path) =>
    Object.values(membersOf(path)).map((operation) => at(operation, 'operationId')),
  );
  assert.deepEqual(ids.sort(), Object.keys(REQUESTS).sort());
});
