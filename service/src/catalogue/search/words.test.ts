// cspell:disable
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_KEYS, prefixesOf, searchKeysOf } from './index-keys.ts';
import { indexedPrefixes, searchTextFault, searchWords } from './search.ts';
import { foldWords, matches, wordsOf, wordsOfSearch } from './words.ts';

const CASES: ReadonlyArray<[text: string, words: string[]]> = [
  ['Bella', ['bella']],
  ['Señor Müller', ['senor', 'muller']],
  ['sen\u0303or', ['senor']],
  ['Łódź Łukasz', ['lodz', 'lukasz']],
  ['Bjørn BJØRN Ægir Œuvre', ['bjorn', 'aegir', 'oeuvre']],
  ['Đorđe Þór Guðrún Ħal Ŧ', ['dorde', 'thor', 'gudrun', 'hal', 't']],
  ['Ɓala Ɗan ƙasa Ƒ ɛ ɔ ŋa', ['bala', 'dan', 'kasa', 'f', 'e', 'o', 'na']],
  ['ʙᴇʟʟᴀ', ['bella']],
  ['STRASSE Straße STRAẞE', ['strasse']],
  ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', ['οδυσσευσ']],
  ['İstanbul ısı', ['istanbul', 'isi']],
  ['ﬁve ５', ['five', '5']],
  ['mix/terrier, 2-year-old!', ['mix', 'terrier', '2', 'year', 'old']],
  ["O'Malley", ['o', 'malley', 'omalley']],
  ['O’Malley', ['o', 'malley', 'omalley']],
  ["'Bella' dogs’ ʿAli", ['bella', 'dogs', 'ali']],
  ["it's Hawaiʻi", ['it', 's', 'hawai', 'i', 'its', 'hawaii']],
  ['Gal·la Paraŀlel', ['gal', 'la', 'paral', 'lel', 'galla', 'parallel']],
  ['東京', ['東京']],
  ['Bella小白狗2', ['bella', '小白狗', '2']],
  ['柴犬のポチ・ﾎﾟﾁ', ['柴犬のポチ', 'ポチ']],
  ['か が は ぱ あ゙', ['か', 'が', 'は', 'ぱ', 'あ']],
  ['강아지', ['강아지'.normalize('NFD')]],
  ['ㄱㅏ ㅠㅠ', ['가'.normalize('NFD')]],
  ['หมาน้อย', ['หมานอย']],
  ['  ', []],
  ['😀 \u0301', []],
];

test('words are folded to plain letters, in every script', () => {
  for (const [text, words] of CASES) assert.deepEqual([...wordsOf(text)], words, text);
});

test('apostrophes of both kinds, and others, are the same letter', () => {
  for (const apostrophe of "'’‘`´＇ʼʻʹʾʿ′׳ꞌ") {
    assert.deepEqual([...wordsOf(`O${apostrophe}Malley Zoë`)], ['o', 'malley', 'zoe', 'omalley'], apostrophe);
  }
});

/** Letters that are not like any plain one: tones of Zhuang, a glottal stop, clicks and others. */
const NOT_PLAIN = new Set('ƅƍƛƨƪƹƺƻƽƾǀǁǂǃɂʌẟ');

test('the words of every letter of European, African and Vietnamese alphabets in Latin are plain letters', () => {
  const blocks = [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const;
  for (const [first, last] of blocks) {
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter) || NOT_PLAIN.has(letter.toLowerCase())) continue;
      assert.match([...wordsOf(letter)].join(), /^[a-z]+$/, letter);
    }
  }
});

test('a word has a key for each of its beginnings of 2 to 12 characters', () => {
  assert.deepEqual([...prefixesOf(['abc', 'a', '😀'])], ['ab', 'abc']);
  assert.deepEqual([...prefixesOf(['abcdefghijklmnop'])].at(-1), 'abcdefghijkl');
  assert.deepEqual(searchKeysOf('abcdefghijklmnop'), ['abcdefghijkl']);
  assert.deepEqual(searchKeysOf('𝒜𝒜'), ['𝒜𝒜']);
  assert.deepEqual(searchKeysOf('a'), []);
});

test('a word of a script without spaces has a key for each character and each pair, and a search those that cover it', () => {
  assert.deepEqual([...prefixesOf(wordsOf('小白狗'))], ['小', '小白', '白', '白狗', '狗']);
  assert.deepEqual(searchKeysOf('狗'), ['狗']);
  assert.deepEqual(searchKeysOf('小白狗'), ['小白', '白狗']);
  assert.deepEqual(searchKeysOf('小白狗大'), ['小白', '狗大']);
  assert.deepEqual([...prefixesOf(wordsOf('𠮷野'))], ['𠮷', '𠮷野', '野']);
});

/** Texts that are long, or become long when they are folded. */
const LONG_TEXTS: Readonly<Record<string, string>> = {
  'Chinese without a repetition': codePoints(0x4e00, 10_000).join(''),
  'Chinese beyond the BMP': codePoints(0x20000, 10_000).join(''),
  'words of twelve letters': codePoints(0x4e00, 768)
    .map((letter) => letter.charCodeAt(0).toString(2).slice(-12).replaceAll('0', 'o').replaceAll('1', 'i'))
    .join(' '),
  'words of one letter': codePoints(0x12000, 900).join(' '),
  'a letter that becomes 18': '\ufdfa'.repeat(10_000),
  'a symbol that becomes five kana': '\u3300'.repeat(10_000),
  'marks without a letter': '\u0315\u0323\u0300\u0344'.repeat(2_500),
  'one word': 'x'.repeat(10_000),
  apostrophes: "a'b".repeat(3_000),
};

function codePoints(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => String.fromCodePoint(first + n));
}

test('a long text has a bounded number of words and keys, and is folded at a bounded cost', () => {
  for (const [situation, text] of Object.entries(LONG_TEXTS)) {
    const { words, cost } = foldWords(text);
    assert.ok(words.size <= MAX_KEYS, `${situation}: ${words.size} words`);
    const keys = prefixesOf(words);
    assert.ok(keys.size <= MAX_KEYS, `${situation}: ${keys.size} keys`);
    for (const key of keys) assert.ok(key.isWellFormed(), key);
    assert.ok(cost < 30_000, `${situation}: cost ${cost}`);
  }
});

test('a long text is found by its first words, and not by those for which the index has no room', () => {
  const letters = codePoints(0x4e00, 10_000);
  const parts = [letters.slice(400, 500), letters.slice(0, 2), letters.slice(499, 501)];
  const [inside, first, outside] = parts.map((part) => part.join(''));
  assert.deepEqual(finding(letters.join(''), [inside ?? '', first ?? '', outside ?? '']), [inside, first]);
});

test('a text in several pieces has the words that its parts have', () => {
  const aWord = fc.constantFrom(..."Bella Señor O'Malley Bjørn 小白狗 강아지 か\u3099 ﬁve \u0301".split(' '));
  fc.assert(
    fc.property(fc.array(aWord, { minLength: 200, maxLength: 400 }), (texts) => {
      const expected = new Set(texts.flatMap((text) => [...wordsOf(text)]));
      assert.deepEqual(wordsOf(texts.join(' ')), expected);
    }),
    { numRuns: 20 },
  );
});

test('a search looks up a bounded number of keys, and rejects what becomes too many letters', () => {
  const text = codePoints(0x4e00, 100).join('');
  assert.equal(indexedPrefixes(searchWords(text)).length, 8);
  assert.equal(searchWords('\ufdfa'.repeat(100)).join('').length, 22);
  assert.match(searchTextFault('\u3300'.repeat(100)) ?? '', /^must have at most 300 letters, /);
});

/** Which of the searches find the text, by the keys of the index and by comparing words. */
function finding(text: string, searches: readonly string[]): string[] {
  const words = wordsOf(text);
  const keys = prefixesOf(words);
  return searches.filter((search) => {
    const searched = [...wordsOfSearch(search)];
    const isCandidate = searched.flatMap(searchKeysOf).every((key) => keys.has(key));
    return isCandidate && matches(searched, words);
  });
}

const FOUND: ReadonlyArray<[text: string, found: string[], notFound: string[]]> = [
  ['Bjørn', ['bjorn', 'BJØ', 'bjo'], ['born']],
  ['Bjorn', ['Bjørn'], []],
  ["O'Malley", ['o’malley', "O'M", 'malley', 'omall'], ['alley']],
  ['O Malley', ["O'Malley"], ['omalley']],
  ['小白狗', ['狗', '白狗', '小白', '小白狗', '小 狗'], ['黑', '狗白', '小狗']],
  ['かば', ['か', 'ば', 'かば'], ['が', 'は']],
  ['強いポチです', ['ﾎﾟﾁ', 'ポチで'], ['ホチ']],
  ['우리 강아지', ['강아', '아지', '가', '강ㅇ', '강아ㅈ'], ['나', '각', '강지']],
  ['หมาน้อย', ['น้อย', 'หมา'], ['แมว']],
];

test('a text is found by the beginnings of its words, and in scripts without spaces by their parts', () => {
  for (const [text, found, notFound] of FOUND)
    assert.deepEqual(finding(text, [...found, ...notFound]), found, text);
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

test('a word of the text is found by the keys of every beginning that is searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      const keys = prefixesOf(wordsOf(text));
      for (const word of wordsOf(text)) {
        const searched = [...word].slice(0, length + 2).join('');
        for (const key of searchKeysOf(searched)) assert.ok(keys.has(key), searched);
      }
    }),
  );
});

const LETTERS_WITHOUT_SPACES = [...'小白狗かがはぱポ゛ㄱㅏ𠮷ﾎﾟ\u3099หม', ...'가각강아지ㄱㅏ'.normalize('NFD')];
const aTextWithoutSpaces = fc
  .array(fc.constantFrom(...LETTERS_WITHOUT_SPACES), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''));

test('a text in a script without spaces is found by the keys of every part that its words have', () => {
  fc.assert(
    fc.property(aTextWithoutSpaces, fc.nat(12), fc.integer({ min: 1, max: 12 }), (text, start, length) => {
      const words = wordsOf(text);
      const keys = prefixesOf(words);
      for (const word of words) {
        const searched = [...wordsOfSearch([...word].slice(start, start + length).join(''))];
        assert.ok(matches(searched, words), text);
        for (const key of searched.flatMap(searchKeysOf)) assert.ok(keys.has(key), `${key} of ${text}`);
      }
    }),
    { numRuns: 500 },
  );
});

test('a search that is the whole text finds it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), aTextWithoutSpaces), (text) => {
      assert.deepEqual(finding(text, [text]), [text]);
    }),
  );
});
