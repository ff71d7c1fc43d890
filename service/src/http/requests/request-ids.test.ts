import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestIds } from './request-ids.ts';

test('no two requests of a process, nor of two processes, have one id', () => {
  const ids = new Set<string>();
  for (const source of [new RequestIds(), new RequestIds()]) {
    for (let count = 0; count < 5_000; count += 1) ids.add(source.next());
  }
  assert.equal(ids.size, 10_000);
});

test('an id can stand in a header and on a line of the log', () => {
  assert.match(new RequestIds().next(), /^[\w-]{5,40}$/);
});
