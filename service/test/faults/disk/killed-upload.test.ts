// Waits for processes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { noVsftpd, startVsftpd } from '@petstore/testing/servers/vsftpd-server.ts';
import { until } from '@petstore/testing/until.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { crash, serveStore, stop } from './served-store.ts';

const SITE = '/v1/publishing/petfinder';

test('after kill -9 in the middle of a file the site has its old list, and the next process sends the new one', {
  skip: noVsftpd,
}, async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const database = await openSqlite(path);
  const { key } = await addAccount(database, 'shelter', Date.now(), { ...UNLIMITED, role: 'admin' });
  await database.close();
  const site = await startVsftpd(t);
  const list = join(site.files, 'import', site.username);
  const serve = () => serveStore(t, path, key, { OUTBOUND_NETWORKS: '127.0.0.1' });
  let store = await serve();
  const send = async (method: string, to: string, body: object) => {
    const response = await store.send(to, { method, key, body });
    assert.ok(response.status < 300, response.text);
  };
  const run = (body: object) => send('POST', `${SITE}/runs`, body);
  const reached = (state: string) =>
    until(async () => {
      const [last] = listOf(await store.send(`${SITE}/runs?limit=1`, { key }));
      return at(last, 'state') === state;
    });

  await send('PUT', '/v1/categories/1', { name: 'Dogs' });
  const { username, password, port } = site;
  await send('PATCH', SITE, { isOn: true, username, password, host: '127.0.0.1', port });
  await run({});
  await reached('asks');
  await run({ confirm: true });
  await reached('done');
  const empty = await readFile(list, 'utf8');

  const petId = await addPet(store, key, { name: 'Bella', categoryId: 1 });
  const profile = { sex: 'female', breed: 'Beagle', description: 'x'.repeat(5_000) };
  await send('PATCH', `/v1/pets/${petId}/profile`, profile);
  await site.dropAll();
  // It limits the rate only from the second piece on.
  await site.start({ anon_max_rate: '10', trans_chunk_size: '4096' });
  await run({});
  await until(async () => existsSync(`${list}.part`));
  await crash(store.serving);
  await site.dropAll();
  assert.equal(await readFile(list, 'utf8'), empty);

  await site.start({ anon_max_rate: '0' });
  store = await serve();
  await reached('done');
  const whole = await store.send(`${SITE}/files/animals`, { key });
  assert.match(whole.text, /Bella/);
  assert.equal(await readFile(list, 'utf8'), whole.text);
  assert.equal(existsSync(`${list}.part`), false);
  const runs = listOf(await store.send(`${SITE}/runs`, { key }));
  assert.deepEqual(
    runs.map((each) => at(each, 'animals')),
    [1, 0],
  );
  await stop(store.serving);
});
