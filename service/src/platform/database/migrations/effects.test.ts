import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EFFECTS } from './effects.ts';
import { MIGRATIONS } from './migrations.ts';

test('every migration states whether it expands or contracts', () => {
  assert.deepEqual(Object.keys(EFFECTS), Object.keys(MIGRATIONS));
});
