import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount } from './amounts.ts';

const AMOUNTS: Readonly<Record<string, string>> = {
  '125': '125',
  '$125.00': '125.00 USD',
  '125,00 €': '125.00 EUR',
  '1,250.00': '1250.00',
  '1.250,5': '1250.5',
  '1,250': '1250',
  '1.250 €': '1250 EUR',
  "1'250.00": '1250.00',
  '1 250,00 EUR': '1250.00 EUR',
  'USD 75': '75 USD',
  '$125 USD': '125 USD',
  '$ 125 MXN': '125 MXN',
  '125,-': '125',
  '€125': '125 EUR',
  '125 kr': '125 SEK',
  free: '0',
  Gratis: '0',
  '1,250,000': '1250000',
  '007': '7',
};

const NO_AMOUNTS = [
  '',
  '50-75',
  'call us',
  '1,25,0',
  '12.34.56',
  '1.250.5,0',
  '$',
  '125 dollars',
  '9,999,999,999',
  '-5',
  '1e3',
  '€125 USD',
];

test('reads amounts as people write them, and nothing else', () => {
  for (const [text, expected] of Object.entries(AMOUNTS)) {
    const { amount, currencies } = readAmount(text) ?? {};
    assert.equal([amount, currencies?.[0]].filter(Boolean).join(' '), expected, text);
  }
  for (const text of NO_AMOUNTS) assert.equal(readAmount(text), undefined, text);
});

test('three digits after a point are thousands, unless a program wrote them or the currency has three decimals', () => {
  assert.equal(readAmount('149.975')?.amount, '149975');
  assert.equal(readAmount('149.975', { hasPlainNumbers: true })?.amount, '149.975');
  assert.equal(readAmount('149.975', { currency: 'KWD' })?.amount, '149.975');
});
