import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess, startServe } from '@petstore/testing/processes/petstore-process.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { openStore } from '@petstore/testing/stores.ts';

/** Passwords in the addresses of stores are told to nobody, whatever becomes of the stores. */

const PASSWORD = 'Quokka-5512';
/** The same kind of secret as it must be written in an address, and as the server is told it. */
const ESCAPED = 'W%40mb%2Ft-7704';
const TOLD = 'W@mb/t-7704';
const SECRETS = [PASSWORD, 'Quokka', ESCAPED, TOLD, 'mb%2Ft', 'mb/t-77'];

function assertSilent(said: string, where: string): void {
  for (const secret of SECRETS) assert.ok(!said.includes(secret), `${where} tells ${secret}: ${said}`);
}

/** Everything that `petstore serve` writes until it ends by itself. */
async function serveInVain(t: TestContext, env: Record<string, string>): Promise<string> {
  const { status, out, err } = await startServe(t, { LOG_LEVEL: 'trace', ACCESS_LOG: 'true', ...env }).ended;
  assert.notEqual(status, 0, out + err);
  return out + err;
}

/** What the commands say. */
async function ask(
  store: string,
  commands: readonly string[][],
  env: Record<string, string> = {},
): Promise<string> {
  let said = '';
  for (const args of commands) {
    const { out, err } = await runCommand(store, args, { PETSTORE_ENV: 'staging', ...env });
    said += out + err;
  }
  return said;
}

test('a database that does not answer is named without its password, by every command', async (t) => {
  const place = `127.0.0.1:${await freePort()}`;
  const file = join(await temporaryFolder(t), 'pets.ndjson');
  const looking = [
    ['doctor'],
    ['doctor', '--json'],
    ['accounts', 'list'],
    ['keys', 'list', 'any'],
    ['usage'],
    ['pets', 'export', file],
  ];
  for (const url of [
    `postgres://operator:${ESCAPED}@${place}/pets`,
    `postgres://operator@${place}/pets?password=${PASSWORD}`,
  ]) {
    const served = await serveInVain(t, { DATABASE_URL: url });
    assert.match(served, new RegExp(`${place} cannot be used`));
    const asked = await ask(url, [...looking, ['backup', file], ['reset', '--yes']]);
    assert.match(asked, new RegExp(place));
    for (const said of [served, asked]) assertSilent(said, url);
  }
});

test('a database that refuses the password, and a Valkey that does not answer, are named without theirs', async (t) => {
  const real = await freshStore(t);
  const wrong = new URL(real);
  wrong.password = ESCAPED;
  const refused = await serveInVain(t, { DATABASE_URL: wrong.href });
  assert.match(refused, /refuses the user or the password/);
  const VALKEY_URL = `redis://operator:${PASSWORD}@127.0.0.1:${await freePort()}`;
  const unanswered = await serveInVain(t, { DATABASE_URL: real, VALKEY_URL });
  assert.match(unanswered, /Valkey at 127\.0\.0\.1:\d+ cannot be used/);
  const asked = await ask(real, [['doctor']], { VALKEY_URL });
  assert.match(asked, /Valkey at 127\.0\.0\.1:\d+ cannot be used/);
  for (const said of [refused, unanswered, asked]) {
    assertSilent(said, 'it');
    assert.ok(!said.includes(new URL(real).password), 'the password of the database');
  }
});

test('a Valkey whose password is another now is told of without the one that was tried', {
  skip: noValkey,
}, async (t) => {
  const { url, admin } = await startValkey(t);
  const DATABASE_URL = await freshStore(t);
  const withPassword = new URL(url);
  withPassword.password = ESCAPED;
  const VALKEY_URL = withPassword.href;
  await admin.config('SET', 'requirepass', PASSWORD);
  const refused = await serveInVain(t, { DATABASE_URL, VALKEY_URL });
  assert.match(refused, /WRONGPASS/);
  assertSilent(refused, 'the start');

  await admin.config('SET', 'requirepass', TOLD);
  const env = { DATABASE_URL, VALKEY_URL, LOG_LEVEL: 'trace', ACCESS_LOG: 'true' };
  const service = await serveProcess(t, env);
  await admin.config('SET', 'requirepass', PASSWORD);
  const away = service.printed(/Valkey is away/);
  await admin.call('CLIENT', 'KILL', 'TYPE', 'normal');
  await away;
  const { key } = await addAccount(await openStore(t, DATABASE_URL), 'shelter', Date.now(), {});
  const answers = [await send(`${service.url}/v1/pets`, { key }), await send(`${service.url}/readyz`)];
  service.kill('SIGTERM');
  assert.equal((await service.ended).status, 0);
  assertSilent(service.err(), 'the log');
  for (const { text, headers } of answers) assertSilent(text + JSON.stringify([...headers]), 'an answer');
});
