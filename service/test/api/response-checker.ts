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

/** Headers of HTTP and of CORS, which the document does not repeat for each response. */
const GENERIC_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length|encoding|disposition)|vary|x-content-type-options|access-control-.*)$/;

/** Returns the target of a reference; returns any other node unchanged. */
export function resolve(document: unknown, node: unknown): unknown {
  const reference = typeof node === 'object' && node !== null && '$ref' in node ? node.$ref : undefined;
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : node;
}

/** Returns a check of responses against the document: status, headers, code and body. */
export function createResponseChecker(document: unknown) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    membersOf(document),
    'document',
  );

  // Finding an operation takes longer than a request.
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

  /** Fails if a required header is missing or an undocumented one is sent. */
  function checkHeaders(id: string, documented: unknown, { status, headers }: ApiResponse): void {
    const fields = membersOf(at(documented, 'headers'));
    for (const [name, reference] of Object.entries(fields)) {
      const header = resolve(document, reference);
      const value = headers.get(name);
      assert.ok(value !== null || at(header, 'required') !== true, `${id} ${status} without ${name}`);
      if (value !== null) checkHeader(name, header, value);
    }
    const names = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
    const others = [...headers.keys()].filter((name) => !names.has(name) && !GENERIC_HEADERS.test(name));
    assert.deepEqual(others, [], `headers that ${id} ${status} does not document`);
  }

  function checkCode(content: unknown, { status, json, text }: ApiResponse): void {
    if (status < 400) return;
    const codes = Object.keys(membersOf(at(content, 'examples')));
    assert.ok(codes.includes(String(at(json, 'code'))), `${text} is not one of ${codes.join(', ')}`);
  }

  return (id: string, response: ApiResponse): void => {
    const documented = resolve(document, responsesOf(id)[response.status]);
    assert.ok(documented !== undefined, `${id} returned ${response.status}, which it does not document`);
    checkHeaders(id, documented, response);
    const content = at(documented, 'content', 'application/json');
    if (content === undefined) {
      const isText = at(documented, 'content', 'text/csv') !== undefined;
      assert.equal(response.headers.get('content-type')?.startsWith('text/csv') ?? false, isText);
      if (!isText) assert.equal(response.text, '');
    } else {
      checkBody(at(content, 'schema'), response);
      checkCode(content, response);
    }
  };
}
