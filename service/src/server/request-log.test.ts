import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestIds } from './request-log.ts';

test('ids are unique within a process and across processes', () => {
  const ids = new Set<string>();
  for (const source of [new RequestIds(), new RequestIds()]) {
    for (let count = 0; count < 5_000; count += 1) ids.add(source.next());
  }
  assert.equal(ids.size, 10_000);
});

test('an id is valid in a header and on a log line', () => {
  assert.match(new RequestIds().next(), /^[\w-]{5,40}$/);
});
