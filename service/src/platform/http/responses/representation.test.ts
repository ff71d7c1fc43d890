import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Representation } from './representation.ts';

const LARGE = '"é"'.repeat(64 * 1024);

test('all readers of a large representation share one buffer, also of each compressed form', async () => {
  const representation = Representation.tagged(LARGE);
  assert.ok(representation.body instanceof Buffer);
  assert.equal(representation.body.toString(), LARGE);
  let grown = 0;
  representation.onGrown = (bytes) => {
    grown += bytes;
  };
  const readers = Array.from({ length: 20 }, () => representation.compressed('br'));
  const [first, ...others] = await Promise.all(readers);
  assert.ok(first !== undefined);
  for (const other of others) assert.equal(other, first);
  assert.equal(representation.compressed('br'), first);
  assert.equal(grown, first.length);
  assert.equal(representation.size, Buffer.byteLength(LARGE) + first.length);
});

test('a small representation is sent in one piece with its header fields, as text', () => {
  assert.equal(typeof Representation.tagged('{"name":"Zoë"}').body, 'string');
});
