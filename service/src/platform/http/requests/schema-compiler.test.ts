import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Int64 } from '../../core/int64.ts';
import { schemaCompiler } from './schema-compiler.ts';
import { schemaFaults } from './schema-faults.ts';

const List = Type.Object({
  ids: Type.Array(Int64({ description: 'An id.' }), { maxItems: 4, uniqueItems: true }),
});

function faultsOf(ids: unknown): string[] {
  const validate = schemaCompiler({}, [])(List, 'body');
  validate({ ids });
  return schemaFaults(validate.errors ?? [], { part: 'body', formats: {} }).map(({ text }) => text);
}

test('a list that is too long has that fault only: its items are neither checked nor compared', () => {
  const items = Array.from({ length: 5 }, (_, n) => ({ n }));
  assert.deepEqual(faultsOf(items), ['ids must NOT have more than 4 items; got an array']);
  assert.deepEqual(faultsOf([1, 1, 1, 1, 1]), ['ids must NOT have more than 4 items; got an array']);
});

test('a list of an allowed length has the faults of its items', () => {
  assert.deepEqual(faultsOf([1, 2, 3, 4]), []);
  assert.deepEqual(faultsOf([1, 2, 2]).length, 1);
  assert.match(faultsOf([1, 'x'])[0] ?? '', /^ids\.1 must be an integer between .+; got "x"$/);
});
