// Waits for processes.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { openUnread } from '@petstore/testing/http/unread-response.ts';
import { serveProcess, startServe } from '@petstore/testing/processes/petstore-process.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { addPetsTo } from './served-store.ts';

/** The end and the failed start of the real program. `random-kills.release.test.ts` tests an end at any moment. */

/** Creates a store; returns its URL, its file and the key of a manager. */
async function newStore(t: TestContext): Promise<{ store: string; path: string; key: string }> {
  const store = sqliteIn(await temporaryFolder(t));
  const database = await openStore(t, store);
  const { key } = await addAccount(database, 'shelter', Date.now(), { role: 'manager' });
  return { store, path: store.replace('sqlite:', ''), key };
}

// Concurrently, because one of them waits for the 8 s that a request may take to end.
suite('the real program', { concurrency: true }, () => {
  test('SIGTERM ends the process with status 0 within 10 s, although a request never ends and an export is not read', async (t) => {
    const { store, path, key } = await newStore(t);
    addPetsTo(path, 5_000, '\u{1F408}'.repeat(990));
    const serving = await serveProcess(t, { DATABASE_URL: store });
    assert.equal((await send(`${serving.url}/v1/pets`, { key })).status, 200);
    const endless = await RawConnection.open(serving.url);
    const headers = ['Content-Type: application/json', 'Content-Length: 50', 'Expect: 100-continue'];
    endless.write(rawRequest({ method: 'POST', key, headers }));
    assert.equal((await endless.readResponse()).status, 100);
    await openUnread(t, serving.url, rawRequest({ path: '/v1/exports/pets.csv', key }));
    serving.kill('SIGTERM');
    // At the latest its timer of 9.5 s ends it.
    assert.equal((await serving.ended).status, 0);
  });

  test('a second serve on the same store fails with one line, and the first continues to serve', async (t) => {
    const { store, key } = await newStore(t);
    const first = await serveProcess(t, { DATABASE_URL: store });
    const { status, out, err } = await startServe(t, { DATABASE_URL: store }).ended;
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: another "petstore serve" is using .*\n$/);
    assert.equal((await send(`${first.url}/v1/pets`, { key })).status, 200);
    first.kill('SIGTERM');
    assert.equal((await first.ended).status, 0);
  });
});
