// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { openUnread } from '@petstore/testing/http/unread-response.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { addPetsTo, serveStore } from './served-store.ts';

// `random-kills.release.test.ts` tests an end at any moment.
test('SIGTERM ends the process with status 0 within 10 s, although a request never ends and an export is not read', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const database = await openStore(t, `sqlite:${path}`);
  const { key } = await addAccount(database, 'shelter', Date.now(), { role: 'manager' });
  addPetsTo(path, 5_000, '\u{1F408}'.repeat(990));
  const { serving, send } = await serveStore(t, path, key);
  assert.equal((await send('/v1/pets', { key })).status, 200);
  const endless = await RawConnection.open(serving.url);
  const headers = ['Content-Type: application/json', 'Content-Length: 50', 'Expect: 100-continue'];
  endless.write(rawRequest({ method: 'POST', key, headers }));
  assert.equal((await endless.readResponse()).status, 100);
  await openUnread(t, serving.url, rawRequest({ path: '/v1/exports/pets.csv', key }));
  serving.kill('SIGTERM');
  // At the latest its timer of 9.5 s ends it.
  assert.equal((await serving.ended).status, 0);
});
