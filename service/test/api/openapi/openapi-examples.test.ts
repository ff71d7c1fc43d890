import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { resolve } from '../response-checker.ts';
import { documentOf, operationsOf } from './served-document.ts';

/** The examples in the OpenAPI document. */

interface Example {
  schema: unknown;
  example: unknown;
  where: string;
}

/** Yields every example with its schema: of a media type, a parameter, a header or a schema. */
function* examplesIn(node: unknown, where: string): Generator<Example> {
  if (typeof node !== 'object' || node === null) return;
  if ('schema' in node && 'example' in node) yield { schema: node.schema, example: node.example, where };
  if ('schema' in node && 'examples' in node) {
    for (const [name, { value }] of Object.entries(node.examples as Record<string, { value: unknown }>))
      yield { schema: node.schema, example: value, where: `${where}/${name}` };
  }
  if ('examples' in node && Array.isArray(node.examples)) {
    for (const example of node.examples) yield { schema: node, example, where };
  }
  for (const [name, member] of Object.entries(node)) yield* examplesIn(member, `${where}/${name}`);
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

test('examples of errors have the code and status that they are listed under', async (t) => {
  const document = await documentOf(t);
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(membersOf(at(operation, 'responses')))) {
      const examples =
        Number(status) < 400
          ? {}
          : membersOf(at(resolve(document, response), 'content', 'application/json', 'examples'));
      for (const [code, example] of Object.entries(examples)) {
        assert.deepEqual(Object.keys(membersOf(at(example, 'value'))), ['code', 'message', 'status']);
        assert.equal(at(example, 'value', 'code'), code);
        assert.equal(at(example, 'value', 'status'), Number(status));
      }
    }
  }
});

test('every example is valid against its schema', async (t) => {
  const document = await documentOf(t);
  const found = [...examplesIn(document, '')];
  assert.ok(found.length > 60, `${found.length} examples`);
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isTime, date: isTime, int64: true } });
  ajv.addSchema(membersOf(document), 'document');
  // Compiling a schema takes longer than all checks with it.
  const compiled = new Map<string, ValidateFunction>();
  for (const { schema, example, where } of found) {
    // With absolute references.
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    assert.ok(validate(example), `${where}: ${JSON.stringify(validate.errors)}`);
  }
});

test('every response with a body has an example', async (t) => {
  const document = await documentOf(t);
  for (const { operation } of operationsOf(document)) {
    for (const response of Object.values(membersOf(at(operation, 'responses')))) {
      const content = at(resolve(document, response), 'content', 'application/json');
      if (content !== undefined) assert.ok(at(content, 'example') ?? at(content, 'examples'));
    }
  }
});
