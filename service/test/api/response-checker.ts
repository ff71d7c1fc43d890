import assert from 'node:assert/strict';
import { type ApiResponse, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export function findOperation(document: unknown, id: string): unknown {
  const paths = Object.values(membersOf(at(document, 'paths')));
  const found = paths
    .flatMap((path) => Object.values(membersOf(path)))
    .find((operation) => at(operation, 'operationId') === id);
  assert.ok(found !== undefined, `${id} is not in the document`);
  return found;
}

/** Headers of HTTP itself and of browsers' rules, which the document does not repeat at each response. */
const OF_HTTP =
  /^(date|connection|keep-alive|content-(type|length|encoding)|vary|x-content-type-options|access-control-.*)$/;

/** What a reference leads to; anything else is returned as it is. */
export function resolve(document: unknown, node: unknown): unknown {
  const reference = typeof node === 'object' && node !== null && '$ref' in node ? node.$ref : undefined;
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : node;
}

/** Checks answers against the document: status, headers, code and body. */
export function createAnswerChecker(document: unknown) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    membersOf(document),
    'document',
  );

  // To look it up takes longer than to be answered.
  const operations = new Map<string, unknown>();
  function responsesOf(id: string): Record<string, unknown> {
    const known = operations.get(id) ?? at(findOperation(document, id), 'responses');
    operations.set(id, known);
    return membersOf(known);
  }

  const headerChecks = new Map<string, ValidateFunction>();
  function checkHeader(name: string, header: unknown, value: string): void {
    const schema = membersOf(at(header, 'schema'));
    const key = JSON.stringify(schema);
    const validate = headerChecks.get(key) ?? ajv.compile(schema);
    headerChecks.set(key, validate);
    const parsed = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    assert.ok(validate(parsed), `${name}: ${value} is not ${key}`);
  }

  function checkBody(schema: unknown, { json, text }: ApiResponse): void {
    const reference = at(schema, '$ref');
    assert.ok(typeof reference === 'string');
    const validate = ajv.getSchema(`document${reference}`);
    assert.ok(validate !== undefined, `${reference} is not in the document`);
    assert.ok(validate(json), `${text} ${JSON.stringify(validate.errors)}`);
  }

  /** What is sent is documented, and what is documented as required is sent. */
  function checkHeaders(id: string, response: unknown, { status, headers }: ApiResponse): void {
    const documented = membersOf(at(response, 'headers'));
    for (const [name, reference] of Object.entries(documented)) {
      const header = resolve(document, reference);
      const value = headers.get(name);
      assert.ok(value !== null || at(header, 'required') !== true, `${id} ${status} without ${name}`);
      if (value !== null) checkHeader(name, header, value);
    }
    const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
    const others = [...headers.keys()].filter((name) => !names.has(name) && !OF_HTTP.test(name));
    assert.deepEqual(others, [], `headers that ${id} ${status} does not document`);
  }

  function checkCode(content: unknown, { status, json, text }: ApiResponse): void {
    if (status < 400) return;
    const codes = Object.keys(membersOf(at(content, 'examples')));
    assert.ok(codes.includes(String(at(json, 'code'))), `${text} is not one of ${codes.join(', ')}`);
  }

  return (id: string, answer: ApiResponse): void => {
    const response = resolve(document, responsesOf(id)[answer.status]);
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
