import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../core/errors.ts';
import { errorResponses } from './openapi-errors.ts';

test('every operation has the common errors', () => {
  assert.deepEqual(Object.keys(errorResponses([])), [
    '400',
    '401',
    '403',
    '408',
    '417',
    '429',
    '431',
    '500',
    '503',
  ]);
});

test('adds an error of the operation once, under its status', () => {
  const responses = errorResponses(['pet_not_found', 'invalid_parameter', 'pet_not_found']);
  assert.ok('404' in responses);
  const text = JSON.stringify(responses[404]);
  assert.equal(text.split('"pet_not_found":').length, 2);
  assert.ok(text.includes(ERRORS.pet_not_found.meaning));
});
