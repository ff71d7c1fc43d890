import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { startServe } from '@petstore/testing/processes/petstore-process.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from '../../../src/access/accounts/api-key.ts';
import { banKey } from '../../../src/access/accounts/ban-queries.ts';
import type { Database } from '../../../src/platform/database/database.ts';

/** A process with its most verbose log writes no secret where others could read it. */

const NAME = 'Zerberus Unterwelt';
const REFERENCE = 'application 5527-EXTRA';

/** Starts the service as a process with its most verbose log. */
async function serveVerbosely(t: TestContext, store: string) {
  const env = { DATABASE_URL: store, LOG_LEVEL: 'trace', ACCESS_LOG: 'true', METRICS_PORT: '0' };
  const started = startServe(t, env);
  await started.printed(/curl/);
  return {
    url: await started.printed(/listens on (http:\S+) /),
    metricsUrl: await started.printed(/^Metrics: (\S+)$/m),
    token: await started.printed(/^ {2}http:\S+\/#\/welcome\?token=(\S+)$/m),
    firstKey: (await readFile(await started.printed(/^ {2}(\/.*\.first-key)$/m), 'utf8')).trim(),
    stop: started.stop,
  };
}

/** Creates accounts and keys with commands, each of which prints its key once. */
async function makeKeys(store: string) {
  const secretIn = async (args: readonly string[]) => {
    const { status, out, json, err } = await runCommand(store, [...args, '--json']);
    assert.equal(status, 0, err);
    const secret = String(at(json, 'key', 'secret'));
    assert.equal(out.split(secret).length, 2, `${args.join(' ')} prints its key once`);
    assert.equal(err, '');
    return { id: String(at(json, 'key', 'id')), secret };
  };
  const member = await secretIn(['accounts', 'create', 'member', '--plan', 'business']);
  const second = await secretIn(['keys', 'create', 'member']);
  const rotated = await secretIn(['keys', 'rotate', second.id]);
  const banned = await secretIn(['accounts', 'create', 'banned', '--plan', 'pro']);
  for (const args of [
    ['accounts', 'list'],
    ['accounts', 'show', 'member'],
    ['keys', 'list', 'member'],
    ['usage'],
    ['keys', 'revoke', second.id],
    ['doctor'],
  ]) {
    const { out, err } = await runCommand(store, args);
    for (const { secret } of [member, second, rotated, banned]) assert.ok(!`${out}${err}`.includes(secret));
  }
  return { member, second, rotated, banned };
}

interface NamedResponse {
  where: string;
  response: ApiResponse;
}

/** Sends a key where it belongs, and in places that responses must not quote. */
async function sendUnquoted(url: string, key: string): Promise<NamedResponse[]> {
  const responses: NamedResponse[] = [];
  const note = async (where: string, response: Promise<ApiResponse>) =>
    responses.push({ where, response: await response });
  const json = ['Content-Type: application/json'];
  const raw = (request: Parameters<typeof rawRequest>[0]) =>
    exchange(url, rawRequest(request), request.method);
  await note('bearer', raw({ key }));
  await note('bearer, a page', raw({ key, path: '/v1/pets?limit=1' }));
  await note('bearer, unknown path', raw({ key, path: '/v1/nothing' }));
  await note('bearer twice', raw({ headers: [`Authorization: Bearer ${key} ${key}`] }));
  await note('basic', raw({ headers: [`Authorization: Basic ${key}`] }));
  await note('without a scheme', raw({ headers: [`Authorization: ${key}`] }));
  await note('cookie', raw({ headers: [`Cookie: key=${key}`] }));
  await note('other headers', raw({ headers: [`X-API-Key: ${key}`, `${key}: 1`, `X-Request-Id: ${key}`] }));
  await note('a query that means nothing', raw({ key, path: `/v1/pets?limit=1&api_key=${key}` }));
  await note('a body', raw({ method: 'POST', key, headers: json, body: `{"name":5,"apiKey":"${key}"}` }));
  await note('a broken body', raw({ method: 'POST', key, headers: json, body: `{"name":"${key}` }));
  await note('a broken header', raw({ key, headers: [`bad header ${key}`] }));
  await note('a broken request line', exchange(url, `GET /${key} HTTP/9.9 ${key}\r\n\r\n`));
  await note('headers that are too large', raw({ key, headers: [`X-Large: ${key.repeat(300)}`] }));
  await note(
    'a broken chunk',
    raw({ method: 'POST', key, headers: [...json, 'Transfer-Encoding: chunked', '', key] }),
  );
  await note('a host', exchange(url, `GET /v1/pets HTTP/1.1\r\nHost: ${key}\r\nHost: ${key}\r\n\r\n`));
  await note('CONNECT', exchange(url, `CONNECT ${key}:443 HTTP/1.1\r\nHost: ${key}\r\n\r\n`));
  return responses;
}

/** Sends a key in places whose values errors quote to the client. */
async function sendQuoted(url: string, key: string): Promise<ApiResponse[]> {
  const paths = [`/v1/pets/${key}`, `/v1/${key}`, `/v1/pets?limit=${key}`, `/v1/pets?cursor=${key}`];
  const around = [`/${key}`, `/docs/${key}`, `/assets/${key}`, `/?key=${key}`, `/healthz?key=${key}`];
  return Promise.all([...paths, ...around].map((path) => send(`${url}${path}`, { key })));
}

/** Adds and changes pets and orders, first successfully, then with a busy store and with a fault of the service. */
async function writeAndFail(url: string, key: string, database: Database): Promise<number[]> {
  const post = (path: string, body: object) => send(`${url}${path}`, { method: 'POST', key, body });
  const pet = { name: NAME, categoryId: 1, status: 'available' };
  const created = await post('/v1/pets', pet);
  const free = await post('/v1/pets', pet);
  const order = { petId: at(created.json, 'id'), reference: REFERENCE };
  const statuses = [created.status, (await post('/v1/store/orders', order)).status];
  statuses.push((await post('/v1/store/orders', { ...order, reference: `${REFERENCE}\0` })).status);
  statuses.push((await post('/v1/pets', { ...pet, status: NAME })).status);
  await database.write(async () => {
    statuses.push((await post('/v1/pets', pet)).status);
  });
  const rename = (from: string, to: string) =>
    database.write((queries) => queries.schema.alterTable(from).renameTo(to).execute());
  await rename('events', 'away');
  statuses.push((await post('/v1/pets', pet)).status);
  statuses.push((await post('/v1/store/orders', { ...order, petId: at(free.json, 'id') })).status);
  await rename('away', 'events');
  return statuses;
}

/** Returns the key, and parts of it that are neither in its hint nor there by chance. */
function partsOf(key: string): string[] {
  return [key, key.slice(18, 30), key.slice(30, 42), key.slice(42, 52), key.slice(-6)];
}

function assertAbsent(text: string | Buffer, secrets: readonly string[], where: string): void {
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is in ${where}`);
}

async function storedIn(folder: string): Promise<Buffer> {
  // Only the file of the first key may contain a secret.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.first-key'));
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
}

test('no key, name or reference is in the log, the metrics, a response or a file', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const service = await serveVerbosely(t, store);
  const { url, firstKey } = service;
  const made = await makeKeys(store);
  const guess = generateApiKey('live');
  const mistyped = `${guess.slice(0, -6)}000000`;
  const keys = [firstKey, ...Object.values(made).map(({ secret }) => secret), guess, mistyped];
  const parts = [...new Set(keys.flatMap(partsOf))].filter((part) => part !== '000000');
  const database = await openStore(t, store);
  await database.write((queries) => banKey(queries, BigInt(made.banned.id), Date.now()));

  const unquoted = (await Promise.all(keys.map((key) => sendUnquoted(url, key)))).flat();
  const quoted = (await Promise.all(keys.map((key) => sendQuoted(url, key)))).flat();
  const statuses = await writeAndFail(url, firstKey, database);
  assert.deepEqual(statuses, [201, 201, 400, 400, 503, 500, 500]);
  const met = new Set(unquoted.map(({ response }) => response.status));
  for (const status of [200, 400, 401, 404, 405, 429, 431]) assert.ok(met.has(status), `${status}`);

  for (const { where, response } of unquoted) {
    assertAbsent(response.text + JSON.stringify([...response.headers]), parts, `the response to ${where}`);
  }
  for (const { status, text, headers } of quoted) {
    assertAbsent(text + JSON.stringify([...headers]), parts, 'a response that quotes a value');
    if (status >= 400) assert.equal(headers.get('cache-control'), 'no-store');
  }
  assertAbsent(await (await fetch(service.metricsUrl)).text(), [...parts, NAME, REFERENCE], 'the metrics');
  const running = await storedIn(folder);
  const { status: exitStatus, out, err: log } = await service.stop();
  assert.equal(exitStatus, 0);
  for (const bytes of [running, await storedIn(folder)]) {
    for (const found of [digestOfApiKey(firstKey), hintOfApiKey(firstKey), NAME, REFERENCE]) {
      assert.ok(bytes.includes(found), 'what is stored is found');
    }
    assertAbsent(bytes, parts, 'a file');
  }

  for (const line of ['"operation":"createPet"', '"status":503', 'request failed', 'shutting down']) {
    assert.ok(log.includes(line), `${line} is logged`);
  }
  assertAbsent(log, [...parts, NAME, 'Zerberus', REFERENCE, '5527'], 'the log');
  assertAbsent(out, [...parts, NAME, REFERENCE], 'what serve printed');
});

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
  const { url, token, stop } = await serveVerbosely(t, store);
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
  for (const { text, headers } of responses)
    assertAbsent(text + JSON.stringify([...headers]), secrets, 'a response');
  const exported = join(folder, 'exported');
  assert.equal((await runCommand(store, ['export', exported])).status, 0);
  const running = await storedIn(folder);
  const { err: log } = await stop();
  assert.match(log, /"operation":"createKey"/);
  for (const text of [log, running, await storedIn(folder)]) assertAbsent(text, secrets, 'the log or a file');
});
