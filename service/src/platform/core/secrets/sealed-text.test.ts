import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { keyIn, openText, sealText } from './sealed-text.ts';

const KEY = randomBytes(32);

test('a sealed text opens with its key and for its purpose only, and every sealing differs', () => {
  const sealed = sealText(KEY, 'pass-ö', 'email');
  assert.equal(openText(KEY, sealed, 'email'), 'pass-ö');
  assert.equal(openText(KEY, sealed, 'ftp'), undefined);
  assert.equal(openText(randomBytes(32), sealed, 'email'), undefined);
  assert.notEqual(sealText(KEY, 'pass-ö', 'email'), sealed);
  assert.equal(openText(KEY, sealText(KEY, '', ''), ''), '');
});

test('a sealed text that was changed or cut stays closed', () => {
  const sealed = sealText(KEY, 'password', 'email');
  for (let place = 3; place < sealed.length; place += 1) {
    const changed = `${sealed.slice(0, place)}${sealed[place] === 'A' ? 'B' : 'A'}${sealed.slice(place + 1)}`;
    // The last character of base64 may have bits that are not used.
    if (place < sealed.length - 1) assert.equal(openText(KEY, changed, 'email'), undefined, String(place));
    assert.equal(openText(KEY, sealed.slice(0, place), 'email'), undefined, String(place));
  }
  for (const other of ['', 'v1.', 'v2.abc', 'password'])
    assert.equal(openText(KEY, other, 'email'), undefined);
});

test('a key is 32 bytes in base64 or base64url', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  for (const text of [bytes.toString('base64'), bytes.toString('base64url')])
    assert.deepEqual(keyIn(text), bytes);
  for (const text of ['', 'secret', bytes.toString('hex'), Buffer.alloc(31).toString('base64')])
    assert.equal(keyIn(text), undefined);
});
