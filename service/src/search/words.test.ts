// cspell:disable
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matches, prefixesOf, prefixOf, wordsOf } from './words.ts';

const CASES: ReadonlyArray<[text: string, words: string[]]> = [
  ['Bella', ['bella']],
  ['Señor Müller', ['senor', 'muller']],
  ['sen\u0303or', ['senor']],
  ['Łódź', ['łodz']],
  ['STRASSE Straße STRAẞE', ['strasse']],
  ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', ['οδυσσευσ']],
  ['İstanbul', ['istanbul']],
  ['ﬁve ５', ['five', '5']],
  ['mix/terrier, 2-year-old!', ['mix', 'terrier', '2', 'year', 'old']],
  ['東京', ['東京']],
  ['  ', []],
  ['😀 \u0301', []],
];

for (const [text, words] of CASES) {
  test(`the words of ${JSON.stringify(text)} are ${JSON.stringify(words)}`, () => {
    assert.deepEqual([...wordsOf(text)], words);
  });
}

test('a word has a key for each of its beginnings of 2 to 12 characters', () => {
  assert.deepEqual([...prefixesOf(['abc', 'a', '😀'])], ['ab', 'abc']);
  assert.deepEqual([...prefixesOf(['abcdefghijklmnop'])].at(-1), 'abcdefghijkl');
  assert.equal(prefixOf('abcdefghijklmnop'), 'abcdefghijkl');
  assert.equal(prefixOf('𝒜𝒜'), '𝒜𝒜');
});

test('a search matches if each of its words begins one of the words', () => {
  assert.ok(matches(['be', 'bro'], ['beagle', 'brown']));
  assert.ok(!matches(['be', 'x'], ['beagle', 'brown']));
});

test('the words of a text do not depend on its case, on its normal form, and on what is between them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = [...wordsOf(text)];
      assert.deepEqual([...wordsOf(text.normalize('NFD'))], words);
      assert.deepEqual([...wordsOf(text.normalize('NFC'))], words);
      assert.deepEqual([...wordsOf(words.join(' '))], words);
    }),
  );
});

test('a word of the text is found by the key of every beginning that is searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      const keys = prefixesOf(wordsOf(text));
      for (const word of wordsOf(text)) {
        const searched = [...word].slice(0, length + 2).join('');
        if ([...searched].length >= 2) assert.ok(keys.has(prefixOf(searched)), searched);
      }
    }),
  );
});
