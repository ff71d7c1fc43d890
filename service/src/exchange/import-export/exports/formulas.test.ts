import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeFormula, unescapeFormula } from './formulas.ts';

test('an escaped text is no formula, and any text is the same after it was escaped and unescaped', () => {
  const formulas = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a') });
  fc.assert(
    fc.property(fc.oneof(formulas, fc.string()), (text) => {
      const escaped = escapeFormula(text);
      assert.doesNotMatch(escaped, /^[=+\-@\t\r]/);
      assert.equal(escaped === text ? text : unescapeFormula(escaped), text);
    }),
  );
});
