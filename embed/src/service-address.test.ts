import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServiceAddress } from './service-address.ts';

const ADDRESSES = {
  'https://adopt.example.org': 'https://adopt.example.org',
  'https://adopt.example.org/': 'https://adopt.example.org',
  'https://adopt.example.org/adopt?lang=es#cats': 'https://adopt.example.org',
  ' HTTPS://Adopt.Example.org:443\n': 'https://adopt.example.org',
  'https://adopt.example.org:8443/': 'https://adopt.example.org:8443',
  'https://name:secret@adopt.example.org': 'https://adopt.example.org',
};

for (const [address, origin] of Object.entries(ADDRESSES)) {
  test(`the service of ${JSON.stringify(address)} is ${origin}`, () => {
    assert.deepEqual(parseServiceAddress(address, true), { origin });
  });
}

const INVALID = [
  'adopt.example.org',
  '//adopt.example.org',
  '/adopt',
  'localhost:8080',
  'https://',
  'https://adopt example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://adopt.example.org',
  'blob:https://adopt.example.org/5a1c',
];

for (const address of INVALID) {
  test(`rejects ${JSON.stringify(address)} with an example of an address`, () => {
    assert.deepEqual(parseServiceAddress(address, false), {
      fault: `<petstore-animals>: the attribute service must be the address of your service, such as "https://adopt.example.org"; got "${address}".`,
    });
  });
}

test('rejects http: on a page with https:, where browsers block it, and allows it on other pages', () => {
  assert.deepEqual(parseServiceAddress('http://adopt.example.org', false), {
    origin: 'http://adopt.example.org',
  });
  assert.deepEqual(parseServiceAddress('http://adopt.example.org', true), {
    fault:
      '<petstore-animals>: the attribute service must be an address with https:, because this page has https:; got "http://adopt.example.org".',
  });
});

test('allows http: on a page with https: for a service on the same machine, which browsers do not block', () => {
  for (const host of ['localhost', 'petstore.localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
    assert.deepEqual(parseServiceAddress(`http://${host}`, true), { origin: `http://${host}` });
  }
  for (const host of ['127.example.org', 'localhost.example.org', 'not-localhost']) {
    assert.notEqual(parseServiceAddress(`http://${host}`, true).fault, undefined, host);
  }
});

test('quotes only the beginning of a long address', () => {
  const { fault } = parseServiceAddress(`data:text/javascript,${'x'.repeat(9_000)}`, true);
  assert.match(String(fault), /got "data:text\/javascript,x{79}"\.$/);
});
