import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkParameterNames, parameterFault } from './query-parameters.ts';

const KNOWN = ['limit', 'cursor', 'categoryId'];

test('an operation of 1.0.0 ignores unknown names that are not misleading', () => {
  for (const name of ['unknown', '', '__proto__', 'utm_source', 'names', 'limits', 'lim\u0131t']) {
    assert.equal(parameterFault([name, 'limit'], KNOWN, true), undefined, name);
  }
});

test('an operation of 1.0.0 rejects names that differ by case, and names that are common elsewhere', () => {
  for (const name of [
    'Limit',
    'LIMIT',
    'categoryid',
    'name',
    'ids',
    'q',
    'page',
    'offset',
    'search',
    'Page',
  ]) {
    assert.match(parameterFault(['unknown', name], KNOWN, true) ?? '', new RegExp(`^"${name}" is not a`));
  }
});

test('accepts a common name that the operation has', () => {
  assert.equal(parameterFault(['name', 'q'], ['name', 'q'], true), undefined);
  assert.equal(parameterFault(['name', 'q'], ['name', 'q'], false), undefined);
});

test('the message lists the rejected and the known parameters, and explains how to get the next page', () => {
  assert.equal(
    parameterFault(['page', 'q'], KNOWN, true),
    '"page", "q" are not parameters of this operation. Its parameters are limit, cursor, categoryId; their names are case-sensitive. For the next page, request the URL in the Link header of the response, which contains cursor.',
  );
  assert.equal(
    parameterFault(['offset'], [], true),
    '"offset" is not a parameter of this operation. It has no query parameters.',
  );
});

test('an operation rejects every unknown parameter unless it is configured to ignore them', () => {
  const schema = { querystring: { type: 'object', properties: { limit: { type: 'integer' } } } };
  const old = { ignoresUnknownParameters: true };
  assert.equal(checkParameterNames({ limit: '1' }, schema, {}), undefined);
  assert.equal(checkParameterNames({ unknown: '1' }, schema, old), undefined);
  assert.equal(checkParameterNames({}, undefined, {}), undefined);
  assert.match(checkParameterNames({ limit: '1', unknown: '1' }, schema, {})?.message ?? '', /"unknown"/);
  assert.match(checkParameterNames({ Limit: '1' }, schema, old)?.message ?? '', /"Limit"/);
  assert.match(checkParameterNames({ unknown: '1' }, undefined, {})?.message ?? '', /"unknown"/);
});
