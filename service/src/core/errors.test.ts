import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { test } from 'node:test';
import { ApiError, ERRORS, type ErrorCode, quote, unavailable } from './errors.ts';

const PAGE = new URL('../../../docs/errors.md', import.meta.url);

/** The rows of the page's table: status and code. */
async function documented(): Promise<string[]> {
  const rows = (await readFile(PAGE, 'utf8')).matchAll(/^\| *(\d{3}) *\| *`([a-z_]+)` *\|(.+)\|(.+)\|$/gm);
  return [...rows].map(([, status, code, meaning = '', advice = '']) => {
    assert.ok(meaning.trim() !== '' && advice.trim() !== '', `${code} needs a meaning and an advice`);
    return `${status} ${code}`;
  });
}

function catalogue(): string[] {
  return Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`);
}

test('every error of the catalogue is in docs/errors.md, with its status', async () => {
  const page = await documented();
  for (const row of catalogue()) assert.ok(page.includes(row), `docs/errors.md lacks ${row}`);
});

test('every error of docs/errors.md is in the catalogue, with its status, once', async () => {
  const page = await documented();
  for (const row of page) assert.ok(catalogue().includes(row), `the catalogue lacks ${row}`);
  assert.equal(new Set(page).size, page.length);
});

test('every code in the text of docs/errors.md exists', async () => {
  const page = await readFile(PAGE, 'utf8');
  for (const [, code = ''] of page.matchAll(/"code": "([a-z_]+)"/g))
    assert.ok(Object.hasOwn(ERRORS, code), code);
});

test('every status is an error of HTTP, and every code is written in one way', () => {
  for (const [code, { status, meaning }] of Object.entries(ERRORS)) {
    assert.ok(status >= 400 && STATUS_CODES[status] !== undefined, code);
    assert.match(code, /^[a-z]+(_[a-z0-9]+)*$/);
    assert.match(meaning, /^[A-Z].*\.$/s);
  }
});

test("an error's body is exactly code, message and status; its cause and its stack stay inside", () => {
  for (const code of Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS)) {
    const error = new ApiError(code, 'Said so.', { cause: new Error('secret'), headers: { 'X-Y': 'z' } });
    assert.deepEqual(error.toBody(), { code, message: 'Said so.', status: ERRORS[code].status });
    assert.equal(error.status, ERRORS[code].status);
    assert.doesNotMatch(JSON.stringify(error.toBody()), /secret|stack|X-Y/);
    assert.ok(error.cause instanceof Error && error.cause.message === 'secret');
  }
});

test('whoever is told that the service is unavailable is told when to come back', () => {
  const error = unavailable('Busy.');
  assert.equal(error.code, 'service_unavailable');
  assert.deepEqual(error.headers, { 'Retry-After': '1' });
});

test("a caller's own value is echoed in quotes and at most 100 characters long", () => {
  assert.equal(quote('sold'), '"sold"');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(100)}"`);
  assert.equal(quote('x'.repeat(101)), `"${'x'.repeat(99)}…"`);
  assert.equal(quote('x'.repeat(100_000)).length, 102);
});

test('an echo is well-formed Unicode on one line, whatever is echoed', () => {
  for (const value of ['a\nb', '\u0000', '"quoted"', '\ud800', `${'x'.repeat(98)}🐕🐕`]) {
    assert.ok(quote(value).isWellFormed());
    assert.doesNotMatch(quote(value), /\p{Cc}/u);
  }
});
