import assert from 'node:assert/strict';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { Representation } from '../../../src/platform/http/responses/representation.ts';
import { ConsoleFiles } from '../../../src/platform/http/static/console-files.ts';
import { FONT_PATH } from '../../../src/platform/http/static/font-files.ts';

/** How the service serves the console; `console/test` tests its pages. */

const service = await startSharedService();

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

test('/ is the console, with scripts of its own host only and no-cache', async () => {
  const page = await service.send('/');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const policy = page.headers.get('content-security-policy') ?? '';
  const directives = policy.split('; ');
  for (const name of ['script-src', 'style-src', 'connect-src'])
    assert.ok(directives.includes(`${name} 'self'`), policy);
  for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
    assert.ok(directives.includes(`${name} 'none'`), policy);
  assert.doesNotMatch(policy, /unsafe|data:|https?:|\*/);
  for (const [name, value] of Object.entries(SECURITY)) assert.equal(page.headers.get(name), value);
  assert.doesNotMatch(page.text, /<script(?![^>]*src=)|<style|style=/);
});

/** Compression does not pay below. */
const SMALL = 1_024;

test('assets of the console are immutable and have a hash in their names', async () => {
  const { text } = await service.send('/');
  const paths = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(paths.some((path) => path.endsWith('.js')) && paths.some((path) => path.endsWith('.css')), text);
  for (const path of paths) {
    const file = await fetch(`${service.url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(file.status, 200, path);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const { byteLength } = await file.arrayBuffer();
    assert.equal(file.headers.get('content-encoding'), byteLength < SMALL ? null : 'gzip', path);
    assert.match(path, /-[\w-]{8}\.(js|css)$/);
  }
});

test('the script of the console is smaller than 120 kB with gzip', async () => {
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await service.send('/')).text) ?? [];
  const response = await fetch(`${service.url}${script}`, { headers: { 'accept-encoding': 'gzip' } });
  assert.ok(
    Number(response.headers.get('content-length')) < 120_000,
    response.headers.get('content-length') ?? '',
  );
});

test('serves only built files (404)', async () => {
  for (const path of [
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/assets/',
    '/src/main.tsx',
    '/index.html',
  ]) {
    assertError(await service.send(path), 404, 'route_not_found');
  }
});

test('without a build, / explains how to build the console, and serves it once it is built', async (t) => {
  const folder = await temporaryFolder(t);
  const files = new ConsoleFiles(folder);
  const textOfPage = async () => {
    const { status, type, headers, body } = await files.page();
    assert.ok(status === 200 && body instanceof Representation);
    assert.equal(type, 'text/html; charset=utf-8');
    assert.ok(headers.includes('content-security-policy') && headers.includes('no-cache'));
    return String(body.body);
  };
  assert.match(await textOfPage(), /The console is not built.*npm run prepare/s);
  await mkdir(join(folder, 'assets'));
  const built = fileURLToPath(new URL('../../../../console/dist/index.html', import.meta.url));
  await cp(built, join(folder, 'index.html'));
  assert.match(await textOfPage(), /<div id="console">/);
});

test('the pages load their font from this service only, at most 60 kB that browsers keep', async () => {
  const { text, headers } = await service.send('/');
  assert.match(headers.get('content-security-policy') ?? '', /font-src 'self'(;|$)/);
  const sheet = await readFile(new URL('../../../../design/fonts.css', import.meta.url), 'utf8');
  const paths = [...sheet.matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => path);
  assert.equal(paths.length, 2);
  assert.ok(text.includes(`<link rel="preload" href="${FONT_PATH}" as="font"`), text);
  assert.ok(paths.includes(FONT_PATH));
  const { version } = JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/package.json')), 'utf8'),
  );
  let bytes = 0;
  for (const path of paths) {
    assert.ok(path.includes(`-${version}-`), `${path}: the name has another version than the package`);
    const file = await fetch(`${service.url}${path}`, { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(file.headers.get('content-type'), 'font/woff2');
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(file.headers.get('access-control-allow-origin'), '*');
    assert.equal(file.headers.get('content-encoding'), null);
    const content = Buffer.from(await file.arrayBuffer());
    assert.equal(content.toString('latin1', 0, 4), 'wOF2');
    bytes += content.length;
  }
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
});
