import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { resolve } from '../response-checker.ts';
import { documentOf, fetchDocument, operationsOf } from './served-document.ts';

/** The content of the OpenAPI document, without its examples. */

function listOf(value: unknown): unknown[] {
  assert.ok(Array.isArray(value), `${JSON.stringify(value)} is no array`);
  return value;
}

test('is OpenAPI 3.1 for version 1.0.0, with eleven tags', async (t) => {
  const document = await documentOf(t);
  assert.match(String(at(document, 'openapi')), /^3\.1\./);
  assert.equal(at(document, 'info', 'version'), '1.0.0');
  assert.deepEqual(
    listOf(at(document, 'tags')).map((tag) => at(tag, 'name')),
    [
      'Pets',
      'Listings',
      'Store',
      'Events',
      'Imports',
      'Reports',
      'Publishing',
      'Usage',
      'Webhooks',
      'Applications',
      'Administration',
    ],
  );
});

test('lists production and staging as servers, with the prefix /v1', async (t) => {
  const env = { PUBLIC_URL: 'https://pets.example/', STAGING_URL: 'https://staging.pets.example' };
  const document = await fetchDocument(await startService(t, { env }));
  assert.deepEqual(at(document, 'servers'), [
    { url: 'https://pets.example/v1', description: 'Production' },
    { url: 'https://staging.pets.example/v1', description: 'Staging' },
  ]);
});

test('lists one server without STAGING_URL', async (t) => {
  const document = await documentOf(t);
  assert.equal(listOf(at(document, 'servers')).length, 1);
});

test('requires the bearer key for every operation', async (t) => {
  const document = await documentOf(t);
  const [requirement] = listOf(at(document, 'security'));
  const [scheme = ''] = Object.keys(membersOf(requirement));
  assert.equal(at(document, 'components', 'securitySchemes', scheme, 'type'), 'http');
  assert.equal(at(document, 'components', 'securitySchemes', scheme, 'scheme'), 'bearer');
  for (const { operation } of operationsOf(document)) assert.equal(at(operation, 'security'), undefined);
});

test('PetStatus, NewPet, Pet, Pets and Error have exactly the documented fields', async (t) => {
  const schemas = membersOf(at(await documentOf(t), 'components', 'schemas'));
  const int64 = { type: 'integer', format: 'int64' };
  const fields: Record<string, Record<string, object>> = {
    NewPet: {
      name: { type: 'string' },
      categoryId: int64,
      status: { $ref: '#/components/schemas/PetStatus' },
    },
    Pet: {
      id: int64,
      name: { type: 'string' },
      categoryId: int64,
      status: { $ref: '#/components/schemas/PetStatus' },
    },
    Error: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
  };
  for (const [name, expected] of Object.entries(fields)) {
    const properties = membersOf(at(schemas[name], 'properties'));
    assert.deepEqual(Object.keys(properties), Object.keys(expected), name);
    for (const [field, schema] of Object.entries(expected)) {
      for (const [keyword, value] of Object.entries(schema))
        assert.equal(at(properties[field], keyword), value);
    }
  }
  assert.deepEqual(at(schemas.NewPet, 'required'), ['name', 'categoryId']);
  assert.deepEqual(at(schemas.Pet, 'required'), ['id', 'name', 'categoryId']);
  assert.deepEqual(at(schemas.Error, 'required'), ['code', 'message', 'status']);
  assert.deepEqual(at(schemas.PetStatus, 'enum'), ['available', 'pending', 'sold']);
  assert.deepEqual(at(schemas.Pets, 'items'), { $ref: '#/components/schemas/Pet' });
  assert.equal(at(schemas.NewPet, 'properties', 'status', 'default'), undefined);
});

test('getPet is deprecated and has petId, an int64 in the path', async (t) => {
  const operation = at(await documentOf(t), 'paths', '/pets/{petId}', 'get');
  assert.equal(at(operation, 'deprecated'), true);
  const [petId] = listOf(at(operation, 'parameters'));
  assert.equal(at(petId, 'name'), 'petId');
  assert.equal(at(petId, 'in'), 'path');
  assert.equal(at(petId, 'required'), true);
  assert.deepEqual(at(petId, 'schema'), { type: 'integer', format: 'int64' });
});

test('documents the quota headers of every response, and Retry-After of 429', async (t) => {
  const document = await documentOf(t);
  for (const { operation, path, method } of operationsOf(document)) {
    const responses = membersOf(at(operation, 'responses'));
    for (const [status, response] of Object.entries(responses)) {
      const names = Object.keys(membersOf(at(resolve(document, response), 'headers')));
      for (const name of [
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-Request-Id',
      ]) {
        assert.ok(names.includes(name), `${method} ${path} ${status} ${name}`);
      }
    }
    for (const status of ['401', '429']) assert.ok(status in responses);
    assert.ok('Retry-After' in membersOf(at(resolve(document, responses['429']), 'headers')));
  }
});

test('every $ref resolves', async (t) => {
  const document = await documentOf(t);
  const references = [...JSON.stringify(document).matchAll(/"\$ref": ?"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  assert.ok(references.length > 20);
  for (const path of new Set(references)) assert.ok(at(document, ...path.split('/')) !== undefined, path);
});

test('contains no header and no response twice', async (t) => {
  const document = await documentOf(t);
  const responses = [
    ...operationsOf(document).flatMap(({ operation }) =>
      Object.values(membersOf(at(operation, 'responses'))),
    ),
    ...Object.values(membersOf(at(document, 'components', 'responses'))),
  ];
  const headers = [
    ...responses.flatMap((response) => Object.values(membersOf(at(response, 'headers') ?? {}))),
    ...Object.values(membersOf(at(document, 'components', 'headers'))),
  ];
  for (const parts of [headers, responses]) {
    const inline = parts.filter((part) => at(part, '$ref') === undefined).map((part) => JSON.stringify(part));
    assert.ok(inline.length > 20);
    assert.equal(new Set(inline).size, inline.length);
  }
});

test('uses only the formats int64, date-time, date and binary', async (t) => {
  const formats = [...JSON.stringify(await documentOf(t)).matchAll(/"format":"([^"]*)"/g)];
  const names = new Set(formats.map(([, name]) => name));
  assert.deepEqual(names, new Set(['int64', 'date-time', 'date', 'binary']));
});

test('every body that is neither JSON nor text is binary, so that generated clients send bytes', async (t) => {
  const contents = operationsOf(await documentOf(t)).flatMap(({ operation }) => {
    const messages = [at(operation, 'requestBody'), ...Object.values(membersOf(at(operation, 'responses')))];
    return messages.flatMap((message) => Object.entries(membersOf(at(message, 'content') ?? {})));
  });
  const binary = contents
    .filter(([type]) => !/json$|^text\//.test(type))
    .map(([type, content]) => {
      const schema = at(content, 'schema');
      return [type, type === 'multipart/form-data' ? at(schema, 'properties', 'file') : schema] as const;
    });
  assert.deepEqual(
    binary.map(([type]) => type),
    ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'multipart/form-data'],
  );
  for (const [type, schema] of binary) {
    assert.deepEqual([at(schema, 'type'), at(schema, 'format')], ['string', 'binary'], type);
    assert.match(String(at(schema, 'contentMediaType')), /^(?:image|application)\//);
  }
});

test('no schema is named like the constructor of another in Go, apart from NewPet of the documented interface', async (t) => {
  const names = Object.keys(membersOf(at(await documentOf(t), 'components', 'schemas')));
  const constructors = names.filter((name) => /^New[A-Z]/.test(name));
  assert.deepEqual(constructors, ['NewPet']);
});

test('a PATCH takes one schema, first as application/json, then as a merge patch', async (t) => {
  const patches = operationsOf(await documentOf(t)).filter(({ method }) => method === 'patch');
  assert.ok(patches.length > 5);
  for (const { path, operation } of patches) {
    const content = membersOf(at(operation, 'requestBody', 'content'));
    assert.deepEqual(Object.keys(content), ['application/json', 'application/merge-patch+json'], path);
    assert.deepEqual(content['application/json'], content['application/merge-patch+json'], path);
  }
});

test('the committed openapi.json equals the served document', async (t) => {
  const committed: unknown = JSON.parse(
    await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
  );
  const served = await documentOf(t);
  for (const part of ['openapi', 'info', 'paths', 'components', 'security', 'tags']) {
    assert.deepEqual(at(committed, part), at(served, part), part);
  }
});
