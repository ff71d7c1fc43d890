import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { ApiError } from '../../core/errors.ts';
import type { Route } from '../route.ts';
import { parameterFault, requireKnownNames } from './validation.ts';

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
  const schema = { query: Type.Object({ limit: Type.Integer() }) };
  const refuses = (route: object, query: object) => {
    try {
      requireKnownNames(route as Route, query); // it reads two members of a route
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return error.message;
    }
  };
  const old = { schema, ignoresUnknownParameters: true };
  assert.equal(refuses({ schema }, { limit: '1' }), undefined);
  assert.equal(refuses(old, { unknown: '1' }), undefined);
  assert.equal(refuses({ schema: {} }, {}), undefined);
  assert.match(refuses({ schema }, { limit: '1', unknown: '1' }) ?? '', /"unknown"/);
  assert.match(refuses(old, { Limit: '1' }) ?? '', /"Limit"/);
  assert.match(refuses({ schema: {} }, { unknown: '1' }) ?? '', /"unknown"/);
});
