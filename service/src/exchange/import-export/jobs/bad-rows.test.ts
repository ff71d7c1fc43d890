import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN } from '../texts/en.ts';
import { BadRows } from './bad-rows.ts';

test('keeps bad rows of at most 20 MB, and then states that there are more', async () => {
  const written: Uint8Array[] = [];
  const writer = { write: async (bytes: Uint8Array) => void written.push(bytes), flush: async () => {} };
  const rows = new BadRows(writer, EN.reading);
  rows.begin(['name', 'notes']);
  const cells = () => ['\u{1F408}'.repeat(50_000)];
  for (let line = 2; line < 200; line += 1) {
    rows.add({ line, values: new Map(), cells }, [{ reason: 'is wrong' }]);
    await rows.flush();
  }
  await rows.end();
  const text = Buffer.concat(written).toString();
  assert.ok(Buffer.byteLength(text) < 20_000_100);
  assert.match(text, /^line,reason,name,notes\n2,is wrong,\u{1F408}+,\n/u);
  assert.match(text, /\n101,"and more rows, which are not listed"\n$/);
});
