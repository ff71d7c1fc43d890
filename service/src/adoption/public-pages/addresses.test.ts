import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animalPath, slugOf } from './addresses.ts';

/** The longest name has 1,000 characters. */
const HOSTILE = {
  'a character that normalises to 18 letters': '\ufdfa',
  'Chinese, of which each character is nine bytes in an address': '木',
  'characters of two code units, twelve bytes in an address': '𠮷',
  'a Korean syllable, which normalises to three': '한',
  'a letter with marks': 'a\u0301\u0302\u0303\u0304',
  'words of one letter': 'a ',
  'no letter': '!',
};

test('an address stays short, whatever the name', () => {
  for (const [what, part] of Object.entries(HOSTILE)) {
    const name = [...part.repeat(1_000)].slice(0, 1_000).join('');
    const slug = slugOf(name);
    assert.ok([...slug].length <= 60, `${what}: ${slug}`);
    assert.ok(slug.isWellFormed());
    const path = animalPath({ id: 2n ** 63n - 1n, name });
    assert.ok(path.length <= 800, `${what}: ${path.length} bytes`);
    assert.equal(decodeURIComponent(path), `/adopt/9223372036854775807/${slug}`);
  }
});

test('an address keeps the words of an ordinary name, and ends with a whole character', () => {
  assert.equal(slugOf('Zoë & Co.'), 'zoe-co');
  assert.equal(slugOf('𠮷'.repeat(60)), '𠮷'.repeat(60));
  assert.equal(slugOf(`x${'𠮷'.repeat(60)}`), `x${'𠮷'.repeat(59)}`);
  assert.equal(slugOf(`${'x'.repeat(59)} more`), 'x'.repeat(59));
});
