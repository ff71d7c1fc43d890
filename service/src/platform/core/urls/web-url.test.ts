import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContactUrl } from './contact-url.ts';
import { webUrl } from './web-url.ts';

const REFUSED = [
  'https:///x',
  'https:////x.example',
  'https:x.example',
  'https:/x.example',
  'https:\\\\x.example',
  'https://\\x.example',
  'https://x.example\\@other.example',
  'https://x.example/\\path',
  '\thttps://x.example',
  'https://x.exa\tmple',
  'https://x.example/\npath',
  ' https://x.example',
  'https://x.example ',
  'https://',
  'https://?x.example',
  'https://#x.example',
  'https://@x.example',
  'https://:@x.example',
  'https://:80',
  'https://.',
  'https://../x',
  'https://.x.example',
  'https://x..example',
  'ftp://x.example',
  'x.example',
];

test('an address of the web has two slashes and a host, and nothing that programs read in different ways', () => {
  for (const text of REFUSED) {
    assert.equal(webUrl(text), undefined, JSON.stringify(text));
    assert.equal(isContactUrl(text), false, JSON.stringify(text));
  }
  for (const text of [
    'https://x.example',
    'HTTP://x.example:8080/a/b?c=//d#e@f',
    'https://müller.example/',
    'https://[::1]/',
    'https://x.example./',
  ])
    assert.equal(webUrl(text)?.href, new URL(text).href);
  assert.equal(webUrl('https://a:b@x.example')?.username, 'a');
});
