import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { checkQueryParameters, parameterFault } from './query-parameters.ts';

const KNOWN = ['limit', 'cursor', 'categoryId'];

test('an operation of 1.0.0 ignores unknown names that are not misleading', () => {
  for (const name of ['unknown', '', '__proto__', 'utm_source', 'names', 'limits', 'lim\u0131t']) {
    assert.equal(parameterFault([name, 'limit'], KNOWN, true), undefined, name);
  }
});

test('an operation of 1.0.0 refuses names that differ by case, and names that are common elsewhere', () => {
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

test('the message lists the refused and the known parameters, and explains how to get the next page', () => {
  assert.equal(
    parameterFault(['page', 'q'], KNOWN, true),
    '"page", "q" are not parameters of this operation. Its parameters are limit, cursor, categoryId; their names are case-sensitive. For the next page, request the URL in the Link header of the response, which contains cursor.',
  );
  assert.equal(
    parameterFault(['offset'], [], true),
    '"offset" is not a parameter of this operation. It has no query parameters.',
  );
});

test('a route refuses every unknown parameter unless it is configured to ignore them', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  app.addHook('preValidation', checkQueryParameters);
  const schema = { querystring: { type: 'object', properties: { limit: { type: 'integer' } } } };
  app.get('/new', { schema }, async () => 'done');
  app.get('/old', { schema, config: { ignoresUnknownParameters: true } }, async () => 'done');
  app.get('/bare', async () => 'done');
  const isServed = async (url: string) => (await app.inject(url)).statusCode === 200;
  for (const url of ['/new?limit=1', '/old?unknown=1', '/bare']) assert.ok(await isServed(url), url);
  for (const url of ['/new?limit=1&unknown=1', '/old?Limit=1', '/bare?unknown=1']) {
    assert.ok(!(await isServed(url)), url);
  }
});
