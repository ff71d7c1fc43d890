import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortText } from './short-text.ts';

for (const [text, short] of [
  ['Calm.\n\nUsed to  cats.', 'Calm. Used to cats.'],
  ['She is calm, and used to cats. She likes long walks.', 'She is calm, and used to cats.'],
  ['Yes! She is calm, and used to cats and to dogs', 'Yes! She is calm, and used to…'],
  ['She is a calm and very patient, but shy dog.', 'She is a calm and very patient…'],
  ['x'.repeat(40), `${'x'.repeat(31)}…`],
  ['😀'.repeat(40), `${'😀'.repeat(31)}…`],
] as const) {
  test(`the beginning of ${JSON.stringify(text)} is ${JSON.stringify(short)}`, () => {
    assert.equal(shortText(text, 32), short);
  });
}

test('a beginning is never longer than asked, on one line, and has no half of a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a. !,\n😀') }),
      fc.integer({ min: 2, max: 50 }),
      (text, max) => {
        const short = shortText(text, max);
        assert.ok([...short].length <= max);
        assert.doesNotMatch(short, /[\r\n]/);
        assert.ok(short.isWellFormed());
      },
    ),
  );
});
