import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { findOperation, resolve } from '../api/response-checker.ts';

/** The service accepts exactly the well-formed strings that `pattern` and lengths of the document allow. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 50);
const PLENTY = { perMinute: 1_000_000, perDay: 1_000_000 };
const TYPE = 'Content-Type: application/json';

/** Characters on both sides of each rule, of one and of two UTF-16 units. */
const UNITS = ['a', 'Z', '0', '-', '_', ' ', '\t', '\u00a0', '\ufeff', '\u0085', '\0', '\u001f'];
const unit = fc.constantFrom(...UNITS, '\u00e9', '\ud83d\udc36', '"', '\\');
const short = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
/** Strings of one character on both sides of a length limit. */
const long = fc
  .tuple(fc.constantFrom('a', '\ud83d\udc36', ' '), fc.constantFrom(99, 100, 101, 255, 256, 1000, 1001))
  .map(([character, length]) => character.repeat(length));
const text = fc.oneof({ weight: 4, arbitrary: short }, { weight: 1, arbitrary: long });

/** Returns a check of strings against a schema of the document. */
async function documented(service: TestService, find: (document: unknown) => unknown) {
  const { json: document } = await service.send('/openapi.json');
  const schema = find(document);
  assert.ok(typeof schema === 'object' && schema !== null && 'pattern' in schema);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return (value: string): boolean => validate(value);
}

function parameter(document: unknown, id: string, name: string): unknown {
  const parameters = at(findOperation(document, id), 'parameters');
  assert.ok(Array.isArray(parameters));
  return at(
    parameters.find((one) => at(one, 'name') === name),
    'schema',
  );
}

function member(document: unknown, schema: string, name: string): unknown {
  return resolve(document, at(document, 'components', 'schemas', schema, 'properties', name));
}

/** Returns the status of a POST whose body is ASCII, so that lone surrogates reach the service. */
async function statusOf(
  service: TestService,
  request: { path: string; key: string; body: object; idempotencyKey?: string },
) {
  const { path, key, idempotencyKey } = request;
  const headers = [TYPE, ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`])];
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const body = JSON.stringify(request.body).replaceAll(/[\u0080-\uffff]/g, escaped);
  const bytes = Buffer.from(rawRequest({ method: 'POST', path, key, headers, body }), 'latin1');
  return (await exchange(service.url, bytes)).status;
}

test('accepts the name of a pet exactly if the document allows it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(PLENTY);
  const isDocumented = await documented(service, (document) => member(document, 'NewPet', 'name'));
  const property = fc.asyncProperty(text, async (name) => {
    const status = await statusOf(service, { path: '/v1/pets', key, body: { name, categoryId: 1 } });
    assert.equal(status, isDocumented(name) ? 201 : 400, JSON.stringify(name));
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('accepts the reference of an order exactly if the document allows it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(PLENTY);
  const isDocumented = await documented(service, (document) => member(document, 'OrderRequest', 'reference'));
  const property = fc.asyncProperty(text, async (reference) => {
    const status = await statusOf(service, { path: '/v1/store/orders', key, body: { petId: 99, reference } });
    assert.equal(status, isDocumented(reference) ? 404 : 400, JSON.stringify(reference));
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('accepts an Idempotency-Key exactly if the document allows it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(PLENTY);
  const find = (document: unknown) => parameter(document, 'createPet', 'idempotency-key');
  const isDocumented = await documented(service, find);
  // HTTP removes leading and trailing white space.
  const value = fc
    .oneof(
      fc.array(fc.constantFrom('a', '~', ' ', '"', '\\', '\u00e9'), { minLength: 1 }),
      fc.constant(['k'.repeat(255)]),
      fc.constant(['k'.repeat(256)]),
    )
    .map((units) => units.join('').trim())
    .filter((text) => text !== '');
  const property = fc.asyncProperty(value, async (idempotencyKey) => {
    const body = { name: 'Frank', categoryId: 1 };
    const status = await statusOf(service, { path: '/v1/pets', key, body, idempotencyKey });
    assert.equal(status, isDocumented(idempotencyKey) ? 201 : 400, idempotencyKey);
  });
  await fc.assert(property, { numRuns: RUNS });
});

for (const [id, path, name] of [
  ['listPets', '/v1/pets', 'cursor'],
  ['listEvents', '/v1/events', 'after'],
] as const) {
  test(`rejects a ${name} that the document does not allow (400)`, async (t) => {
    const service = await startService(t);
    const { key } = await service.account(PLENTY);
    const isDocumented = await documented(service, (document) => parameter(document, id, name));
    const property = fc.asyncProperty(text, async (value) => {
      if (isDocumented(value)) return;
      const { status } = await service.send(`${path}?${name}=${encodeURIComponent(value.toWellFormed())}`, {
        key,
      });
      assert.equal(status, 400, JSON.stringify(value));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
}
