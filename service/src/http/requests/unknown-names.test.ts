import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberFault, parameterFault } from './unknown-names.ts';

const KNOWN = ['limit', 'cursor', 'categoryId'];

test('a documented operation ignores unknown names that do not mislead', () => {
  for (const name of [
    'unknown',
    '',
    '__proto__',
    'utm_source',
    'utm_source[]',
    'names',
    'limits',
    'lim\u0131t',
  ]) {
    assert.equal(parameterFault([name, 'limit'], KNOWN, true), undefined, name);
  }
});

test('a documented operation refuses names of other operations, of members and of other APIs, in any case and with brackets', () => {
  for (const name of [
    ...['Limit', 'LIMIT', 'categoryid', 'after', 'petId', 'petIds', 'sex', 'size', 'goodWith', 'bornAfter'],
    ...['id', 'type', 'breed', 'owner', 'name', 'ids', 'q', 'page', 'offset', 'search', 'Page'],
    ...['limit[]', 'cursor[0]', 'sex[]', 'Status[12]'],
  ]) {
    assert.deepEqual(parameterFault(['unknown', name], KNOWN, true)?.fields, [name]);
  }
});

test('any other operation refuses every unknown name', () => {
  for (const name of ['unknown', '', '__proto__', 'utm_source', 'limits']) {
    assert.deepEqual(parameterFault([name, 'limit'], KNOWN, false)?.fields, [name]);
  }
});

test('accepts a misleading name that the operation has', () => {
  assert.equal(parameterFault(['name', 'q'], ['name', 'q'], true), undefined);
  assert.equal(parameterFault(['name', 'q'], ['name', 'q'], false), undefined);
});

test('the message lists the refused and the known parameters, and explains how to get the next page', () => {
  assert.equal(
    parameterFault(['page', 'q'], KNOWN, true)?.text,
    '"page", "q" are not parameters of this operation. Its parameters are limit, cursor, categoryId; their names are case-sensitive. For the next page, request the URL in the Link header of the response, which contains cursor',
  );
  assert.equal(
    parameterFault(['offset'], [], true)?.text,
    '"offset" is not a parameter of this operation. It has no query parameters',
  );
});

test('the message names what was probably meant', () => {
  const textOf = (name: string) => parameterFault([name], KNOWN, false)?.text ?? '';
  for (const [name, meant] of [
    ['Limit', 'limit'],
    ['limits', 'limit'],
    ['cursor[]', 'cursor'],
    ['categoryIds', 'categoryId'],
  ] as const)
    assert.match(textOf(name), new RegExp(`operation\\. Did you mean ${meant}\\? Its`));
  assert.doesNotMatch(textOf('l'), /Did you mean/);
});

test('unknown members have the path of their object, and the message lists its members', () => {
  assert.deepEqual(memberFault(['colour', 'x'], ['color', 'breed'], ''), {
    fields: ['colour', 'x'],
    text: '"colour", "x" are not fields of this operation. Did you mean color? Its fields are color, breed',
  });
  assert.deepEqual(memberFault(['price'], ['amount', 'currency'], 'adoptionFee'), {
    fields: ['adoptionFee.price'],
    text: '"adoptionFee.price" is not a field of this operation. The fields of adoptionFee are amount, currency',
  });
});

test('the message quotes ten unknown names', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  const { text, fields } = memberFault(names, ['color'], '');
  assert.equal(fields.length, 1000);
  assert.match(text, /"n9" and 990 more are not fields/);
});
