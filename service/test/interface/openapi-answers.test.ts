import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Answer, at, FakeClock, membersOf, startService, type TestService } from '../harness.ts';
import { exchange, type RawRequest, rawRequest } from '../raw-http.ts';

/** Part 6: what the service really answers is what its OpenAPI document says, and the other way round. */

const REMOVED_AT = Date.UTC(2030, 11, 5);
const FRANK = '{"name":"Frank","categoryId":1,"status":"available"}';
const JSON_TYPE = 'Content-Type: application/json';

/** The keys that the requests below may carry. */
interface Keys {
  good: string;
  reader: string;
  spent: string;
}

type Requests = (keys: Keys) => RawRequest[];

/** Requests of each operation that between them meet every status a request can meet. */
const REQUESTS: Record<string, Requests> = {
  listPets: ({ good, spent }) => [
    { path: '/v1/pets?limit=1', key: good },
    { path: '/v1/pets?status=sold', key: good },
    { path: '/v1/pets?limit=1', key: good, headers: ['If-None-Match: *'] },
    { path: '/v1/pets?limit=0', key: good },
    { path: '/v1/pets?cursor=x', key: good },
    { path: '/v1/pets', key: good, headers: ['Expect: miracles'] },
    { path: '/v1/pets' },
    { path: '/v1/pets', key: 'wrong' },
    { path: '/v1/pets', key: spent },
  ],
  createPet: ({ good, reader, spent }) =>
    [
      { key: good, headers: [JSON_TYPE], body: FRANK },
      { key: good, headers: [JSON_TYPE], body: '{' },
      { key: good, headers: [JSON_TYPE], body: '{}' },
      { key: good },
      { key: good, headers: ['Content-Type: text/plain'], body: FRANK },
      { key: good, headers: [JSON_TYPE], body: ' '.repeat(65_537) },
      { key: good, headers: [JSON_TYPE, 'Expect: miracles'], body: FRANK },
      { key: reader, headers: [JSON_TYPE], body: FRANK },
      { key: spent, headers: [JSON_TYPE], body: FRANK },
      { key: 'wrong', headers: [JSON_TYPE], body: FRANK },
      { headers: [JSON_TYPE], body: FRANK },
    ].map((request) => ({ ...request, method: 'POST' })),
  getPet: ({ good, spent }) => [
    { path: '/v1/pets/1', key: good },
    { path: '/v1/pets/99', key: good },
    { path: '/v1/pets/x', key: good },
    { path: '/v1/pets/1', key: good, headers: ['Expect: miracles'] },
    { path: '/v1/pets/1' },
    { path: '/v1/pets/1', key: 'wrong' },
    { path: '/v1/pets/1', key: spent },
  ],
};

/** These arise before a request is read or when the service itself is in trouble; `test/faults` meets them. */
const ELSEWHERE = ['408', '431', '500', '503'];

async function keysOf(service: TestService): Promise<Keys> {
  const spent = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key: spent.key });
  const [good, reader] = [await service.account(), await service.account({ role: 'reader' })];
  for (let n = 0; n < 2; n += 1) {
    await service.send('/v1/pets', { method: 'POST', key: good.key, body: FRANK });
  }
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

  function checkHeaders(response: unknown, { status, headers, text }: Answer): void {
    for (const name of Object.keys(membersOf(at(response, 'headers')))) {
      const mayBeMissing = name === 'Link' && text === '[]';
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
    checkHeaders(response, answer);
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
    const met = new Set([...answers.map(({ status }) => String(status)), ...ELSEWHERE]);
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
