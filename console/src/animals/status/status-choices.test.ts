import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PetStatus } from '@petstore/client';
import { choicesFor } from './status-choices.ts';

const valuesFor = (status: PetStatus | undefined, ...allowed: PetStatus[]) =>
  choicesFor({ status }, allowed).map(({ value }) => value);

test('offers what each status can become, and asks for the rest of what it needs', () => {
  assert.deepEqual(valuesFor('available', 'pending', 'sold'), ['hold', 'sold', 'not for adoption']);
  assert.deepEqual(valuesFor('pending', 'available', 'sold'), ['available', 'sold', 'not for adoption']);
  assert.deepEqual(valuesFor('sold', 'available'), ['returned']);
  assert.deepEqual(valuesFor(undefined, 'available', 'pending', 'sold'), [
    'available',
    'sold',
    'not for adoption',
  ]);
});

test('offers nothing while an order holds the animal, or to who may not change it', () => {
  for (const status of ['available', 'pending', 'sold', undefined] as const) {
    assert.deepEqual(valuesFor(status), []);
  }
});
