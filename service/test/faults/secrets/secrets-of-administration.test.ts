import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { startServe } from '@petstore/testing/processes/petstore-process.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

/** What admins can read, by everything that lists keys or changes. */
const READ = [
  '/audit',
  '/events',
  '/keys',
  '/accounts',
  '/accounts/1',
  '/accounts/1/keys',
  '/exports/pets.csv',
];

test('a secret that an admin makes is in one response, and in no log, event, list, export or file', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const { url, token, stop } = await serveNew(t, store);
  const browser = new SessionBrowser(url);
  const redeem = () => browser.send('/session/first', { body: { secret: token, name: 'Ana' } });
  await redeem();
  const first = await browser.token();
  const post = (path: string, body: object) =>
    send(`${url}/v1${path}`, { method: 'POST', key: first, body, headers: { 'Idempotency-Key': path } });
  const make = async (path: string, body: object) => {
    const { status, json } = await post(path, body);
    assert.equal(status, 201);
    return { id: String(at(json, 'id')), secret: String(at(json, 'secret')) };
  };
  const created = await make('/accounts/1/keys', { label: 'Web site', role: 'reader' });
  const rotated = await make(`/keys/${created.id}/rotation`, {});
  const invited = await post('/people/1/invitations', {});
  const secrets = [first, created.secret, rotated.secret, token, ...browser.cookies.values()];
  secrets.push(String(at(invited.json, 'url')).split('/').at(-1) ?? '');
  for (const secret of secrets) assert.ok(secret.length > 40, secret);

  const responses = [await redeem(), await post('/accounts/1/keys', { label: 'Web site', role: 'reader' })];
  assert.deepEqual(
    responses.map(({ status }) => status),
    [410, 409],
  );
  for (const path of READ) {
    const response = await send(`${url}/v1${path}`, { key: first });
    assert.equal(response.status, 200, path);
    responses.push(response);
  }
  for (const { text, headers } of responses) assertAbsent(text + JSON.stringify([...headers]), secrets);
  const exported = join(folder, 'exported');
  assert.equal((await runCommand(store, ['export', exported])).status, 0);
  const running = await filesIn(folder);
  const { err: log } = await stop();
  assert.match(log, /"operation":"createKey"/);
  for (const text of [log, running, await filesIn(folder)]) assertAbsent(text, secrets);
});

/** Starts the service on a new store as a process with its most verbose log. */
async function serveNew(t: TestContext, store: string) {
  const env = { DATABASE_URL: store, LOG_LEVEL: 'trace', ACCESS_LOG: 'true' };
  const started = startServe(t, env);
  const token = await started.printed(/^ {2}http:\S+\/#\/welcome\?token=(\S+)$/m);
  return { url: await started.printed(/listens on (http:\S+) /), token, stop: started.stop };
}

async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  ).join();
}

function assertAbsent(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
}
