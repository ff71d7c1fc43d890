// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

const PASSWORD = 'pass-ö-marker';
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const FROM = 'Riverside Shelter <hello@shelter.example>';
const PATH = '/v1/settings/email';

const smtp = await startSmtpServer(
  { after },
  {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'hello' && password === PASSWORD
        ? callback(null, { user: 'hello' })
        : callback(new Error('wrong password')),
  },
);
const SERVER = { host: '127.0.0.1', port: smtp.port, security: 'none', user: 'hello', from: FROM };
const service = await startSharedService({ env: { SECRETS_KEY, ACCESS_LOG: 'true' } });
const { key } = await service.account({ role: 'admin' });

const put = (body: unknown, to = service, by = key) => to.send(PATH, { method: 'PUT', key: by, body });
const sendTest = (to = service, by = key) =>
  to.send('/v1/settings/test-email', { method: 'POST', key: by, body: { to: 'ana@shelter.example' } });
const remove = (to = service, by = key) => to.send(PATH, { method: 'DELETE', key: by });

test('an admin sets up e-mail while the service runs, and its password is nowhere', async (t) => {
  assert.deepEqual((await service.send(PATH, { key })).json, { isSetUp: false });
  assertError(await sendTest(), 409, 'email_not_set_up');
  assert.deepEqual(at((await service.send('/session/ways')).json, 'codes'), false);
  const saved = await put({ ...SERVER, password: PASSWORD });
  assert.deepEqual(saved.json, { isSetUp: true, ...SERVER, hasPassword: true });
  const read = await service.send(PATH, { key });
  assert.equal(read.text, saved.text);
  const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
  assert.equal((await service.send(PATH, { key, headers })).status, 304);
  assert.deepEqual(at((await service.send('/session/ways')).json, 'codes'), true);
  assert.equal(at((await sendTest()).json, 'sent'), true);
  assert.match((await smtp.arrived(1)).source, /^From: Riverside Shelter <hello@shelter\.example>/m);
  // Without a password, that of the same server and user stays.
  const renamed = await put({ ...SERVER, from: 'hello@shelter.example' });
  assert.equal(at(renamed.json, 'hasPassword'), true, renamed.text);
  // A change of what another admin has changed since.
  const old = { 'if-match': saved.headers.get('etag') ?? '' };
  for (const method of ['PUT', 'DELETE'])
    assertError(
      await service.send(PATH, { method, key, headers: old, body: SERVER }),
      412,
      'precondition_failed',
    );
  const current = { 'if-match': renamed.headers.get('etag') ?? '' };
  const again = { method: 'PUT', key, headers: current, body: { ...SERVER, from: 'hello@shelter.example' } };
  assert.equal((await service.send(PATH, again)).status, 200);
  assert.equal(at((await sendTest()).json, 'sent'), true);

  const audit = await service.send('/v1/audit?limit=2', { key });
  assert.match(audit.text, /"emailFrom":"hello@shelter\.example"/);
  assert.match(audit.text, /"emailHost":"127\.0\.0\.1".*"emailPassword":"changed"/);
  const rows = await service.database.read.selectFrom('sealed_settings').selectAll().execute();
  const folder = join(await temporaryFolder(t), 'export');
  assert.equal((await runCommand(service.store, ['export', folder])).status, 0);
  const places = { audit: audit.text, log: service.logged.join('\n'), rows: JSON.stringify(rows[0]) };
  for (const [place, text] of Object.entries(places)) assert.doesNotMatch(text, /marker/, place);
  await assert.rejects(readFile(join(folder, 'sealed-settings.ndjson')), { code: 'ENOENT' });
  const { json } = await runCommand(service.store, ['doctor', '--json'], { SECRETS_KEY });
  assert.deepEqual(
    findingOf(json, 'mail').message,
    `sent by 127.0.0.1:${smtp.port} without TLS, as an admin has set`,
  );
  assert.doesNotMatch(JSON.stringify(json), /marker|BwcHBwc/);
});

test('the stored password goes to its server and its user only, and stays with TLS (400 on password)', async () => {
  assert.equal((await put({ ...SERVER, password: PASSWORD })).status, 200);
  const secured = { ...SERVER, security: 'starttls' };
  assert.equal(at((await put(secured)).json, 'hasPassword'), true);
  const moves = [{ host: '127.0.0.2' }, { port: smtp.port + 1 }, { user: 'admin' }, { security: 'none' }];
  for (const change of moves) {
    const refused = await put({ ...secured, ...change });
    assertError(refused, 400, 'invalid_body');
    assert.equal(refused.headers.get('invalid-fields'), 'password');
  }
  assert.equal(at((await put({ ...secured, security: 'tls' })).json, 'isSetUp'), true);
  assert.equal((await put({ ...SERVER, password: PASSWORD })).status, 200);
  // A row that someone has changed in the store opens no password either.
  const db = service.database;
  const moved = JSON.stringify({ ...SERVER, host: 'localhost' });
  await db.write((rows) => rows.updateTable('sealed_settings').set({ content: moved }).execute());
  service.clock.advance(SECOND);
  const read = await service.send(PATH, { key });
  assert.deepEqual([at(read.json, 'isSetUp'), at(read.json, 'problem')], [false, 'password_unreadable']);
  assert.match((await sendTest()).text, /encrypted with another key/);
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).status, 204);
  assert.deepEqual((await service.send(PATH, { key })).json, { isSetUp: false });
});

test('rejects what is no server or sender, a password without TLS on the network, and who is no admin', async () => {
  const invalid: readonly [unknown, string][] = [
    [{ ...SERVER, host: 'mail.example/x' }, 'host'],
    [{ ...SERVER, host: 'a\r\nb' }, 'host'],
    [{ ...SERVER, port: 0 }, 'port'],
    [{ ...SERVER, security: 'ssl' }, 'security'],
    [{ ...SERVER, from: 'a@b.example\r\nBcc: c@d.example' }, 'from'],
    [{ ...SERVER, user: 'a\u0000b', password: 'x' }, 'user'],
    [{ host: 'mail.example', from: FROM, password: 'x' }, 'user'],
    [{ host: 'mail.example', from: FROM, user: 'a', password: 'x', security: 'none' }, 'security'],
  ];
  for (const [body, field] of invalid) {
    const refused = await put(body);
    assertError(refused, 400, 'invalid_body');
    assert.equal(refused.headers.get('invalid-fields'), field, refused.text);
  }
  const manager = await service.account({ role: 'manager' });
  for (const refused of [
    await service.send(PATH, { key: manager.key }),
    await put(SERVER, service, manager.key),
    await remove(service, manager.key),
  ])
    assertError(refused, 403, 'insufficient_role');
});

/** Returns true if the server has refused the e-mail that waits, and no process is sending any more. */
async function hasTriedAndStopped(): Promise<boolean> {
  const { read } = service.database;
  const tried = await read.selectFrom('outbox').select('id').where('attempts', '>', 0n).execute();
  const { runner } = await read.selectFrom('outbox_lease').select('runner').executeTakeFirstOrThrow();
  return tried.length > 0 && runner === null;
}

test('an e-mail that waits because of a wrong password is sent when it is corrected, by any process', async (t) => {
  assert.equal((await put({ ...SERVER, password: 'wrong' })).status, 200);
  const refused = await sendTest();
  assert.match(String(at(refused.json, 'reason')), /refused the user or the password: 535/);
  const { id } = await addPerson(service, key, { name: 'Ana', email: 'ana@shelter.example' });
  const invited = await service.send(`/v1/people/${id}/invitations`, {
    method: 'POST',
    key,
    body: { send: 'email' },
  });
  assert.equal(invited.status, 201, invited.text);
  await until(hasTriedAndStopped);
  const isSeveral = service.database.engine.supportsConcurrentWrites;
  const other = isSeveral
    ? await startService(t, { store: service.store, clock: service.clock, env: { SECRETS_KEY } })
    : service;
  const next = smtp.received.length + 1;
  assert.equal((await put({ ...SERVER, password: PASSWORD }, other)).status, 200);
  assert.ok((await smtp.arrived(next)).text.includes(String(at(invited.json, 'url'))));
  service.clock.advance(SECOND);
  assert.equal(at((await sendTest()).json, 'sent'), true, 'the first process sends with it, too');
  await remove();
});

test('an admin changes the texts of letters, looks at one, and returns to those delivered', async () => {
  const path = '/v1/settings/email-texts';
  const replace = (texts: readonly unknown[]) => service.send(path, { method: 'PUT', key, body: { texts } });
  const delivered = await service.send(path, { key });
  const textsOf = ({ json }: { json: unknown }) => {
    const texts = at(json, 'texts');
    assert.ok(Array.isArray(texts));
    return texts.map(membersOf);
  };
  assert.equal(textsOf(delivered).length, 20);
  const text = {
    kind: 'declined',
    language: 'de',
    subject: 'Zu {animal}',
    body: 'Zu {animal}\r\n\r\n{message}',
  };
  const changed = await replace([text]);
  assert.equal((await service.send(path, { key })).text, changed.text);
  const [shown, ...others] = textsOf(changed).filter(({ isChanged }) => isChanged);
  assert.deepEqual([shown?.subject, shown?.body, others], [text.subject, 'Zu {animal}\n\n{message}', []]);
  assert.match((await service.send('/v1/audit?limit=1', { key })).text, /"emailTexts":"declined \(de\)"/);

  const preview = await service.send(`${path}/preview`, { method: 'POST', key, body: text });
  assert.equal(at(preview.json, 'subject'), 'Zu Bella');
  assert.equal(at(preview.json, 'text'), 'Zu Bella\n\n…\n');

  const invalid: readonly [readonly unknown[], string][] = [
    [[text, text], 'texts.1'],
    [[{ ...text, body: '{secret}' }], 'texts.0.body'],
    [[{ ...text, subject: 'a\r\nBcc: b@c.example' }], 'texts.0.subject'],
    [[{ ...text, language: 'it' }], 'texts.0.language'],
  ];
  for (const [texts, field] of invalid) {
    const refused = await replace(texts);
    assertError(refused, 400, 'invalid_body');
    assert.equal(refused.headers.get('invalid-fields'), field, refused.text);
  }
  assert.equal(
    (
      await replace(
        textsOf(delivered).map(({ kind, language, subject, body }) => ({ kind, language, subject, body })),
      )
    ).text,
    delivered.text,
  );
  assert.equal((await replace([])).text, delivered.text);
});

test('what the environment sets cannot be changed (409), and is shown without the password', async (t) => {
  const own = await startService(t, { env: { ...mailVia(smtp), SMTP_FROM: FROM } });
  const admin = await own.account({ role: 'admin' });
  assert.deepEqual((await own.send(PATH, { key: admin.key })).json, {
    isSetUp: true,
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    from: FROM,
    hasPassword: false,
    fixedBy: 'SMTP_URL',
  });
  assertError(await put(SERVER, own, admin.key), 409, 'setting_fixed');
  assertError(await remove(own, admin.key), 409, 'setting_fixed');
});

test('without SECRETS_KEY the key is a file of the owner beside SQLite; PostgreSQL stores no password (409)', async (t) => {
  const own = await startService(t);
  const admin = await own.account({ role: 'admin' });
  const saved = await put({ ...SERVER, password: PASSWORD }, own, admin.key);
  if (own.database.engine.supportsConcurrentWrites) {
    assertError(saved, 409, 'secrets_key_missing');
    assert.equal((await put({ host: 'mail.example', from: FROM }, own, admin.key)).status, 200);
    return;
  }
  assert.equal(saved.status, 200, saved.text);
  const file = `${own.store.slice('sqlite:'.length)}.secrets-key`;
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await own.close();
  await checkKeys(t, own.store, file, admin.key);
});

async function checkKeys(t: Parameters<typeof startService>[0], store: string, file: string, by: string) {
  const isSetUp = async (options: { env?: Record<string, string> }) => {
    const again = await startService(t, { store, ...options });
    const { json } = await again.send(PATH, { key: by });
    await again.close();
    return at(json, 'isSetUp');
  };
  assert.equal(await isSetUp({}), true);
  assert.equal(await isSetUp({ env: { SECRETS_KEY } }), true, 'the file still opens what it has sealed');
  const fileKey = (await readFile(file, 'latin1')).trim();
  await rm(file);
  assert.equal(await isSetUp({}), false);
  assert.equal(await isSetUp({ env: { SECRETS_KEY: fileKey } }), true);
  const { json } = await runCommand(store, ['doctor', '--json']);
  assert.match(String(findingOf(json, 'mail').message), /encrypted with another key: set SECRETS_KEY/);
}

function findingOf(json: TestService['logged'] | unknown, check: string) {
  const findings = at(json, 'findings');
  assert.ok(Array.isArray(findings));
  return membersOf(findings.find((finding) => at(finding, 'check') === check));
}
