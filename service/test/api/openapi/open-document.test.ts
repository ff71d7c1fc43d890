import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ERRORS } from '../../../src/platform/core/errors.ts';
import { documentOf, operationsOf } from './served-document.ts';

/** Clients that were generated from the document read what later versions add to responses (docs/adr/0067). */

const FIXED = ['PetStatus', 'NewPet', 'Pet', 'Pets', 'Error'];

/** Returns the names of the schemas to which a part of the document refers, directly or through other schemas. */
function schemasUsedBy(document: unknown, part: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(at(document, 'components', 'schemas', name));
    }
  };
  visit(part);
  return found;
}

interface Placed {
  readonly where: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Yields a schema and all schemas in it, without its examples. */
function* schemasIn(node: unknown, where: string): Generator<Placed> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { where, schema: membersOf(node) };
  for (const [name, value] of Object.entries(node))
    if (name !== 'examples') yield* schemasIn(value, `${where}/${name}`);
}

async function schemasOf(t: Parameters<typeof documentOf>[0]) {
  const document = await documentOf(t);
  const operations = operationsOf(document).map(({ operation }) => operation);
  const requests = operations.map((operation) => [at(operation, 'requestBody'), at(operation, 'parameters')]);
  const responses = [
    operations.map((operation) => at(operation, 'responses')),
    at(document, 'components', 'responses'),
  ];
  const within = (names: Iterable<string>) =>
    [...names].flatMap((name) => [...schemasIn(at(document, 'components', 'schemas', name), name)]);
  return {
    document,
    requests: schemasUsedBy(document, requests),
    responses: schemasUsedBy(document, responses),
    within,
  };
}

test('outside of the documented interface, no schema is of both a request and a response', async (t) => {
  const { requests, responses } = await schemasOf(t);
  assert.deepEqual(
    [...requests.intersection(responses)].filter((name) => !FIXED.includes(name)),
    [],
  );
});

test('every object of a response outside of the documented interface may have further members', async (t) => {
  const { responses, within } = await schemasOf(t);
  const objects = within(responses.difference(new Set(FIXED))).filter(
    ({ schema }) => schema.type === 'object',
  );
  assert.ok(objects.length > 40);
  for (const { where, schema } of objects) assert.equal(schema.additionalProperties, true, where);
});

test('every enumeration of a response outside of the documented interface may grow, and its text lists the known values', async (t) => {
  const { responses, within } = await schemasOf(t);
  const schemas = within(responses.difference(new Set(['PetStatus'])));
  for (const { where, schema } of schemas) assert.ok(!Array.isArray(schema.enum), where);
  const open = schemas.filter(({ schema }) => schema['x-extensible-enum'] !== undefined);
  assert.ok(open.length > 15);
  for (const { where, schema } of open) {
    assert.equal(schema.type, 'string', where);
    for (const value of Object.values(membersOf(schema['x-extensible-enum'])))
      assert.ok(String(schema.description).includes(`\`${value}\``), `${where} ${value}`);
  }
});

test('requests stay strict: their enumerations are closed', async (t) => {
  const { requests, within } = await schemasOf(t);
  const schemas = within(requests);
  assert.ok(schemas.some(({ schema }) => Array.isArray(schema.enum)));
  for (const { where, schema } of schemas) {
    assert.equal(schema['x-extensible-enum'], undefined, where);
  }
});

test('names the codes of the catalogue as the known ones', async (t) => {
  const code = at(await documentOf(t), 'components', 'schemas', 'Error', 'properties', 'code');
  assert.deepEqual(at(code, 'x-extensible-enum'), Object.keys(ERRORS));
});

async function validatorOf(t: Parameters<typeof documentOf>[0]) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(membersOf(await documentOf(t)), 'document');
  return (schema: string, value: unknown) => {
    const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
    assert.ok(validate?.(value), `${schema} ${JSON.stringify(validate?.errors)}`);
  };
}

test('a new member, code, status and type of event are valid', async (t) => {
  const check = await validatorOf(t);
  const { components } = membersOf(await documentOf(t));
  const exampleOf = (schema: string) => membersOf(at(components, 'schemas', schema, 'examples', '0'));
  check('Error', { code: 'added_later', message: 'Something new.', status: 418 });
  check('Order', { ...exampleOf('Order'), status: 'transferred', transferredTo: { shelter: 'Riverside' } });
  check('Listing', { ...exampleOf('Listing'), profile: { size: 'tiny', temper: 'calm' } });
  const event = {
    id: 50,
    type: 'shelter.moved',
    at: '2027-01-01T00:00:00.000Z',
    shelter: { name: 'Riverside' },
  };
  check('Events', [event]);
});

test('every recorded event is valid as the variant of its type', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const petId = await addPet(service, key);
  const profile = { method: 'PATCH', key, body: { breed: 'Beagle' } };
  await service.send(`/v1/pets/${petId}/profile`, profile);
  await placeOrder(service, key, petId);
  const check = await validatorOf(t);
  const event = at(await documentOf(t), 'components', 'schemas', 'Event');
  const variants = Object.entries(membersOf(at(event, 'x-variants')));
  const met = (await readAll(service, key, '/v1/events')).map((recorded) => {
    const found = variants.filter(([, variant]) =>
      Object.values(membersOf(at(variant, 'properties', 'type', 'x-extensible-enum'))).includes(
        recorded.type,
      ),
    );
    assert.equal(found.length, 1, `${recorded.type}`);
    const [name = ''] = found[0] ?? [];
    check(`Event/x-variants/${name}`, recorded);
    return name;
  });
  assert.deepEqual(met, ['PetEvent', 'ListingEvent', 'PetEvent', 'OrderEvent']);
  const types = variants.map(([, variant]) => at(variant, 'properties', 'type', 'x-extensible-enum'));
  assert.deepEqual(at(event, 'properties', 'type', 'x-extensible-enum'), types.flat());
});
