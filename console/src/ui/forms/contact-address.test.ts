import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactAddress, contactText } from './contact-address.ts';

test('an e-mail address, a telephone number and a web page become addresses of the API', () => {
  for (const [text, address] of [
    ['hello@shelter.example', 'mailto:hello@shelter.example'],
    ['+1 (555) 010-0100', 'tel:+15550100100'],
    ['555 0100', 'tel:5550100'],
    ['shelter.example/visit?from=1', 'https://shelter.example/visit?from=1'],
    ['www.shelter.example', 'https://www.shelter.example'],
    ['https://shelter.example', 'https://shelter.example'],
    ['mailto:hello@shelter.example', 'mailto:hello@shelter.example'],
  ] as const) {
    assert.equal(contactAddress(text), address);
  }
});

test('a form shows an e-mail address or a telephone number as it was entered', () => {
  assert.equal(contactText('mailto:hello@shelter.example'), 'hello@shelter.example');
  assert.equal(contactText('tel:+15550100'), '+15550100');
  assert.equal(contactText('https://shelter.example'), 'https://shelter.example');
  assert.equal(contactText(undefined), '');
});

test('another text stays as it is, so that the service refuses it', () => {
  for (const text of ['ask Maria', 'a@b@c', '12', 'javascript:alert(1)', 'hello@'])
    assert.equal(contactAddress(text), text);
});

test('an address whose text was not changed stays, also if it cannot be made of the text', () => {
  for (const address of ['tel:+15550100;ext=5', 'tel:55', 'mailto:a@x.org?cc=b@x.org', 'tel:+1-555-0100']) {
    assert.equal(contactAddress(contactText(address), address), address);
  }
  assert.equal(contactAddress('555 0199', 'tel:+1-555-0100'), 'tel:5550199');
});
