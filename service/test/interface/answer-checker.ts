import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Answer, at, membersOf } from '../harness.ts';

export function findOperation(document: unknown, id: string): unknown {
  const paths = Object.values(membersOf(at(document, 'paths')));
  const found = paths
    .flatMap((path) => Object.values(membersOf(path)))
    .find((operation) => at(operation, 'operationId') === id);
  assert.ok(found !== undefined, `${id} is not in the document`);
  return found;
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

  function checkBody(schema: unknown, { json, text }: Answer): void {
    const reference = at(schema, '$ref');
    assert.ok(typeof reference === 'string');
    const validate = ajv.getSchema(`document${reference}`);
    assert.ok(validate !== undefined, `${reference} is not in the document`);
    assert.ok(validate(json), `${text} ${JSON.stringify(validate.errors)}`);
  }

  function checkHeaders(id: string, response: unknown, { status, headers }: Answer): void {
    // A page has a Link only when another follows it.
    const isPage = responsesOf(id)['304'] !== undefined;
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
    const response = responsesOf(id)[answer.status];
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
