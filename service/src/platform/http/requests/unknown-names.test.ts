import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberFault, parameterFault } from './unknown-names.ts';

const KNOWN = ['limit', 'cursor', 'categoryId'];

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
