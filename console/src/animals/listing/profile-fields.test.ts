import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf } from './profile-fields.ts';

test('an amount is sent as the API has it, however it was written', () => {
  for (const [text, amount] of [
    ['125', '125'],
    ['99.50', '99.50'],
    // Some currencies have three decimals.
    ['1.250', '1.250'],
    ['1,250', '1250'],
    ['$ 1,250.5', '1250.5'],
    ['1.250,50 €', '1250.50'],
    ['free', 'free'],
    ['-5', '-5'],
  ] as const) {
    assert.equal(amountOf(text), amount, text);
  }
});
