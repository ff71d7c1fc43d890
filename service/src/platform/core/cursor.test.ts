import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, keyInCursor } from './cursor.ts';
import { INT64_MAX, INT64_MIN } from './int64.ts';

const anyId = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

test('decodes to the id and the key that it was encoded from, in a list with another order', () => {
  fc.assert(
    fc.property(anyId, fc.string({ unit: 'grapheme' }), (id, key) => {
      const cursor = encodeCursor('sort=name', { id, key });
      assert.equal(decodeCursor(cursor, 'sort=name'), id);
      assert.equal(decodeCursor(cursor, ''), 'other list');
      assert.equal(keyInCursor(cursor), key);
    }),
  );
  assert.equal(keyInCursor(encodeCursor('', 1n)), undefined);
});

test('needs no escaping in a URL', () => {
  fc.assert(fc.property(anyId, (id) => assert.match(encodeCursor('', id), /^[\w-]+$/)));
});

test('rejects a cursor with one changed character as damaged', () => {
  rejectsChanges(encodeCursor('status=sold', 4711n));
  rejectsChanges(encodeCursor('status=sold', { id: 4711n, key: 'olive' }));
});

function rejectsChanges(cursor: string): void {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < cursor.length; at += 1) {
    for (const character of alphabet.replace(cursor.charAt(at), '')) {
      const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
      assert.equal(decodeCursor(changed, 'status=sold'), 'damaged');
    }
  }
}

test('rejects any other text as damaged, and never throws', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.string({ minLength: 23, maxLength: 23 }),
  );
  fc.assert(fc.property(texts, (text) => assert.equal(decodeCursor(text, ''), 'damaged')));
});

test('rejects another spelling of a cursor as damaged: padding, the other base64 alphabet, white space', () => {
  const cursor = encodeCursor('', -1n);
  assert.match(cursor, /_/);
  for (const other of [
    `${cursor}=`,
    cursor.replaceAll('_', '/'),
    ` ${cursor}`,
    `${cursor}\n`,
    `${cursor}AA`,
  ]) {
    assert.equal(decodeCursor(other, ''), 'damaged');
  }
});
