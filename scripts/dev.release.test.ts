import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';

test('npm run dev serves sample animals to the console, and SIGINT ends the service and vite', async (t) => {
  const folder = await temporaryFolder(t);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', PORT: String(await freePort()) };
  const dev = startProcess(t, process.execPath, ['scripts/dev.ts', folder], { env });

  const service = await dev.printed(/Petstore listens on (\S+)/);
  const page = await dev.printed(/Local: +(\S+)/);
  const key = (await readFile(join(folder, 'key'), 'utf8')).trim();
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(new URL('/v1/pets?limit=1', page), { headers });
  assert.equal(response.status, 200);
  assert.equal(((await response.json()) as unknown[]).length, 1);
  assert.match(await (await fetch(page)).text(), /@vite\/client/);

  dev.kill('SIGINT');
  assert.equal((await dev.ended).status, 0);
  await assert.rejects(fetch(service), 'the service still runs');
  await assert.rejects(fetch(page), 'vite still runs');
});
