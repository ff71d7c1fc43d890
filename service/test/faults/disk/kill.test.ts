import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess, startServe } from '@petstore/testing/processes/petstore-process.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';

/** How the real program ends, and how it refuses to begin. What an end at any moment leaves is in random-kills.test.ts. */

/** The URL of a store, and a key to it. */
async function newStore(t: TestContext): Promise<{ store: string; key: string }> {
  const store = sqliteIn(await temporaryFolder(t));
  const database = await openStore(t, store);
  const { key } = await addAccount(database, 'shelter', Date.now(), {});
  return { store, key };
}

// At the same time, because one of them waits for the eight seconds that a request may take to end.
suite('the real program', { concurrency: true }, () => {
  test('SIGTERM ends with status 0 within 10 s, although a request never does', async (t) => {
    const { store, key } = await newStore(t);
    const serving = await serveProcess(t, { DATABASE_URL: store });
    assert.equal((await send(`${serving.url}/v1/pets`, { key })).status, 200);
    const endless = await RawConnection.open(serving.url);
    const headers = ['Content-Type: application/json', 'Content-Length: 50', 'Expect: 100-continue'];
    endless.write(rawRequest({ method: 'POST', key, headers }));
    assert.equal((await endless.readResponse()).status, 100);
    const asked = performance.now();
    serving.kill('SIGTERM');
    assert.equal((await serving.ended).status, 0);
    assert.ok(performance.now() - asked < 10_000);
  });

  test('a second serve on the same store refuses with one line and status 1, and the first goes on', async (t) => {
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
