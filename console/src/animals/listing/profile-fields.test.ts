import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf, FEE_FIELDS, profileChange } from './profile-fields.ts';

test('an amount is sent as the API has it, however it was written', () => {
  for (const [text, amount] of [
    ['125', '125'],
    ['99.50', '99.50'],
    ['1.250', '1250'],
    ['1.250.000', '1250000'],
    // Some currencies have three decimals.
    ['0.250', '0.250'],
    ['1250.125', '1250.125'],
    ['1,250.125', '1250.125'],
    ['1,250', '1250'],
    ['$ 1,250.5', '1250.5'],
    ['1.250,50 €', '1250.50'],
    ['free', 'free'],
    ['-5', '-5'],
  ] as const) {
    assert.equal(amountOf(text), amount, text);
  }
});

test('a fee and a contact that were not changed are not sent', () => {
  const before = { adoptionFee: { amount: '1.250', currency: 'KWD' }, contactUrl: 'tel:+1-555-0100' };
  const form = new FormData();
  const edited = new Set([FEE_FIELDS.amount, FEE_FIELDS.currency, 'contactUrl']);
  form.set(FEE_FIELDS.amount, '1.250');
  form.set(FEE_FIELDS.currency, 'KWD');
  form.set('contactUrl', '+1-555-0100');
  assert.equal(profileChange(before, form, edited), undefined);
  form.set(FEE_FIELDS.amount, '1.500');
  assert.deepEqual(profileChange(before, form, edited), { adoptionFee: { amount: '1500', currency: 'KWD' } });
});
