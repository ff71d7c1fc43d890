import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { embedScript } from '../../../src/adoption/public-pages/embed-script.ts';
import type { Visit } from '../../../src/adoption/public-pages/public-page.ts';

/** How the service serves the script of the web component; `embed/test` tests what it does. */

test('any site may load /embed.js and keep it for 10 minutes; then the service answers 304 if it has not changed', async (t) => {
  const { send } = await startService(t, { env: { PUBLIC_PAGES: 'true' } });
  const { status, headers, text } = await send('/embed.js?ver=6.5');
  assert.equal(status, 200);
  assert.match(text, /petstore-animals/);
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'public, max-age=600');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('x-ratelimit-limit'), null, 'it is no part of any quota');
  const etag = headers.get('etag') ?? '';
  const again = await send('/embed.js', { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
});

test('there is no /embed.js if public pages are off', async (t) => {
  const { send } = await startService(t);
  assert.equal((await send('/embed.js')).status, 404);
});

test('before embed.js is built the error names the command, and afterwards it is sent without a restart', async (t) => {
  const folder = join(await temporaryFolder(t), 'dist');
  const { render } = embedScript(join(folder, 'embed.js'));
  const visit = {} as Visit; // it is the same for all visitors
  await assert.rejects(async () => render(visit), /embed\.js is not built: run "npm ci"/);
  await mkdir(folder);
  await writeFile(join(folder, 'embed.js'), 'built');
  const script = await render(visit);
  assert.equal(script.body, 'built');
});
