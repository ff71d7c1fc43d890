// Needs PostgreSQL or Valkey.
// Waits for processes.
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
import { sql } from 'kysely';

/** No output contains the passwords in the URLs of stores. */

const PASSWORD = 'Quokka-5512';
/** A password that must be escaped in a URL, and its unescaped form. */
const ESCAPED = 'W%40mb%2Ft-7704';
const UNESCAPED = 'W@mb/t-7704';
const SECRETS = [PASSWORD, 'Quokka', ESCAPED, UNESCAPED, 'mb%2Ft', 'mb/t-77'];

function assertNoSecret(text: string, where: string): void {
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `${where} contains ${secret}: ${text}`);
}

/** Runs `petstore serve`, which must fail; returns its output. */
async function failToServe(t: TestContext, env: Record<string, string>): Promise<string> {
  const { status, out, err } = await startServe(t, { LOG_LEVEL: 'trace', ACCESS_LOG: 'true', ...env }).ended;
  assert.notEqual(status, 0, out + err);
  return out + err;
}

/** Runs commands; returns their output. */
async function outputOf(
  store: string,
  commands: readonly string[][],
  env: Record<string, string> = {},
): Promise<string> {
  let output = '';
  for (const args of commands) {
    const { out, err } = await runCommand(store, args, { PETSTORE_ENV: 'staging', ...env });
    output += out + err;
  }
  return output;
}

test('messages about an unreachable database do not contain its password', async (t) => {
  const place = `127.0.0.1:${await freePort()}`;
  const file = join(await temporaryFolder(t), 'pets.ndjson');
  const readingCommands = [
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
    const served = await failToServe(t, { DATABASE_URL: url });
    assert.match(served, new RegExp(`${place} cannot be used`));
    const printed = await outputOf(url, [...readingCommands, ['backup', file], ['reset', '--yes']]);
    assert.match(printed, new RegExp(place));
    for (const output of [served, printed]) assertNoSecret(output, url);
  }
});

test('messages about a wrong password, and about an unreachable Valkey, do not contain passwords', async (t) => {
  const real = await freshStore(t);
  const wrong = new URL(real);
  wrong.password = ESCAPED;
  const rejected = await failToServe(t, { DATABASE_URL: wrong.href });
  assert.match(rejected, /refuses the user or the password/);
  const VALKEY_URL = `redis://operator:${PASSWORD}@127.0.0.1:${await freePort()}`;
  const unreachable = await failToServe(t, { DATABASE_URL: real, VALKEY_URL });
  assert.match(unreachable, /Valkey at 127\.0\.0\.1:\d+ cannot be used/);
  const printed = await outputOf(real, [['doctor']], { VALKEY_URL });
  assert.match(printed, /Valkey at 127\.0\.0\.1:\d+ cannot be used/);
  for (const output of [rejected, unreachable, printed]) {
    assertNoSecret(output, 'the output');
    assert.ok(!output.includes(new URL(real).password), 'the password of the database');
  }
});

test('messages about a changed password of Valkey do not contain passwords', {
  skip: noValkey,
}, async (t) => {
  const { url, admin } = await startValkey(t);
  const DATABASE_URL = await freshStore(t);
  const withPassword = new URL(url);
  withPassword.password = ESCAPED;
  const VALKEY_URL = withPassword.href;
  await admin.config('SET', 'requirepass', PASSWORD);
  const rejected = await failToServe(t, { DATABASE_URL, VALKEY_URL });
  assert.match(rejected, /WRONGPASS/);
  assertNoSecret(rejected, 'the start');

  await admin.config('SET', 'requirepass', UNESCAPED);
  const env = { DATABASE_URL, VALKEY_URL, LOG_LEVEL: 'trace', ACCESS_LOG: 'true' };
  const service = await serveProcess(t, env);
  await admin.config('SET', 'requirepass', PASSWORD);
  const away = service.printed(/Valkey is away/);
  await admin.call('CLIENT', 'KILL', 'TYPE', 'normal');
  await away;
  const { key } = await addAccount(await openStore(t, DATABASE_URL), 'shelter', Date.now(), {});
  const responses = [await send(`${service.url}/v1/pets`, { key }), await send(`${service.url}/readyz`)];
  service.kill('SIGTERM');
  assert.equal((await service.ended).status, 0);
  assertNoSecret(service.err(), 'the log');
  for (const { text, headers } of responses)
    assertNoSecret(text + JSON.stringify([...headers]), 'a response');
});

const NAME = 'Zerberus';
const REFERENCE = 'application 5527';

test('the log of a row that PostgreSQL rejects contains neither its name nor its reference', async (t) => {
  const DATABASE_URL = await freshStore(t);
  const service = await serveProcess(t, { DATABASE_URL, LOG_LEVEL: 'trace', ACCESS_LOG: 'true' });
  const store = await openStore(t, DATABASE_URL);
  const { key } = await addAccount(store, 'shelter', Date.now(), {});
  const post = (path: string, body: object) => send(`${service.url}${path}`, { method: 'POST', key, body });
  assert.equal((await post('/v1/pets', { name: 'Rex', categoryId: 1, status: 'available' })).status, 201);
  for (const table of ['pets', 'orders'] as const) {
    await store.write((queries) =>
      queries.schema
        .alterTable(table)
        .addCheckConstraint(
          `${table}_refuses`,
          sql`id < 2 and ${sql.ref(table === 'pets' ? 'name' : 'reference')} = 'Rex'`,
        )
        .execute(),
    );
  }
  const refused = [
    await post('/v1/pets', { name: NAME, categoryId: 1 }),
    await post('/v1/store/orders', { petId: 1, reference: REFERENCE }),
  ];
  for (const { status, text } of refused) {
    assert.equal(status, 500);
    assert.ok(!text.includes(NAME) && !text.includes(REFERENCE), text);
  }
  service.kill('SIGTERM');
  assert.equal((await service.ended).status, 0);
  assert.match(service.err(), /violates check constraint/);
  for (const text of [NAME, REFERENCE]) assert.ok(!service.err().includes(text), `${text} is in the log`);
});
