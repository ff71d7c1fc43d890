import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactFault, dateFault, futureFault, PROFILE_FORMATS } from './profile-fields.ts';

const NOW = Date.parse('2026-11-22T09:59:00Z');

test('accepts dates of the calendar only', () => {
  for (const date of ['2024-02-29', '2026-11-21', '0001-01-01'])
    assert.equal(dateFault(date), undefined, date);
  for (const date of ['2026-02-29', '2026-13-01', '2026-1-1', '21.11.2026', '2026-11-21T00:00:00Z', ''])
    assert.match(dateFault(date) ?? '', /must be a date such as/, date);
});

test('accepts the date of today in every time zone, and no later one', () => {
  assert.equal(futureFault('2026-11-22', NOW), undefined);
  assert.match(futureFault('2026-11-23', NOW) ?? '', /future/);
  // In Kiribati it is the next day already.
  assert.equal(futureFault('2026-11-23', NOW + 60_000), undefined);
});

test('accepts addresses that a page can link to, and no other scheme, credentials or characters outside of a URI', () => {
  for (const address of [
    'https://shelter.example/adopt?pet=1#form',
    'https://shelter.example:8443',
    'mailto:adopt@shelter.example?subject=Frank',
    'tel:+1-512-978-0500',
    'tel:311;phone-context=+1',
    'Mailto:adopt@shelter.example',
    'HTTPS://shelter.example',
  ])
    assert.equal(contactFault(address), undefined, address);
  for (const address of [
    'http://shelter.example',
    'javascript:alert(1)',
    'https://',
    'https:shelter.example',
    'https://user:secret@shelter.example',
    'https://shelter.example/"><script>',
    'https://shelter.example/a b',
    'https://shélter.example',
    'mailto:adopt',
    'mailto:a@b@c',
    'tel:',
    'tel:call me',
    'data:text/html,x',
    '',
  ])
    assert.match(contactFault(address) ?? '', /https:, mailto: or tel:/, address);
});

test('accepts amounts with up to three decimals, and currency codes', () => {
  const { 'fee-amount': amount, 'fee-currency': currency } = PROFILE_FORMATS;
  for (const valid of ['0', '125.00', '1.500', '999999999']) assert.equal(amount(valid), undefined, valid);
  for (const wrong of ['', '-1', '1,50', '1.', '.5', '1e3', '1234567890']) assert.ok(amount(wrong), wrong);
  assert.equal(currency('USD'), undefined);
  for (const wrong of ['', 'usd', 'US', 'USDT', '$']) assert.ok(currency(wrong), wrong);
});
