import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { test } from 'node:test';
import { ERRORS, quote } from './errors.ts';

const PAGE = new URL('../../../../docs/errors.md', import.meta.url);

/** The rows of the page's table: status and code. */
async function documented(): Promise<string[]> {
  const rows = (await readFile(PAGE, 'utf8')).matchAll(/^\| *(\d{3}) *\| *`([a-z_]+)` *\|(.+)\|(.+)\|$/gm);
  return [...rows].map(([, status, code, meaning = '', advice = '']) => {
    assert.ok(meaning.trim() !== '' && advice.trim() !== '', `${code} needs a meaning and advice`);
    return `${status} ${code}`;
  });
}

function catalogue(): string[] {
  return Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`);
}

test('docs/errors.md lists the errors of the catalogue with their status, each once', async () => {
  assert.deepEqual((await documented()).toSorted(), catalogue().toSorted());
});

test('every code in the text of docs/errors.md exists', async () => {
  const page = await readFile(PAGE, 'utf8');
  for (const [, code = ''] of page.matchAll(/"code": "([a-z_]+)"/g))
    assert.ok(Object.hasOwn(ERRORS, code), code);
});

test('every status is an HTTP error, and every code is in snake case', () => {
  for (const [code, { status, meaning }] of Object.entries(ERRORS)) {
    assert.ok(status >= 400 && STATUS_CODES[status] !== undefined, code);
    assert.match(code, /^[a-z]+(_[a-z0-9]+)*$/);
    assert.match(meaning, /^[A-Z].*\.$/s);
  }
});

test('quotes a value and truncates it to 100 characters', () => {
  assert.equal(quote('sold'), '"sold"');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(100)}"`);
  assert.equal(quote('x'.repeat(101)), `"${'x'.repeat(99)}…"`);
  assert.equal(quote('x'.repeat(100_000)).length, 102);
});

test('quotes no password of an address', () => {
  for (const start of ['', 'https://', 'ftp://'])
    assert.equal(quote(`${start}me:p@ss:w0rd@pets.example/x`), `"${start}me:REDACTED@pets.example/x"`);
  assert.equal(quote('https://pets.example:8080/@ana'), '"https://pets.example:8080/@ana"');
});

test('quotes no API key, also if its end is beyond the limit', () => {
  const key = `petstore_live_${'k3Y'.repeat(17).slice(0, 49)}`;
  assert.equal(quote(`/v1/pets/${key}/x`), '"/v1/pets/petstore_live_REDACTED/x"');
  for (const before of ['', 'x'.repeat(50), 'x'.repeat(84), 'x'.repeat(99)]) {
    for (const value of [`${before}${key}`, `${before}${key.replace(/_/g, '%5F')}`]) {
      assert.doesNotMatch(quote(value), /k3Y/);
    }
  }
  assert.equal(quote('petstore_live_3fGh…x9Qa'), '"petstore_live_3fGh…x9Qa"'); // cspell:disable-line
});

test('a quoted value is well-formed Unicode on one line', () => {
  for (const value of ['a\nb', '\u0000', '"quoted"', '\ud800', `${'x'.repeat(98)}🐕🐕`]) {
    assert.ok(quote(value).isWellFormed());
    assert.doesNotMatch(quote(value), /\p{Cc}/u);
  }
});
