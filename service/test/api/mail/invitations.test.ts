// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
// cspell:ignore invitaci gesendet
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

const smtp = await startSmtpServer({ after });
const service = await startSharedService({ env: mailVia(smtp) });
const { key } = await service.account({ role: 'admin' });

async function addPerson(person: { name: string; email?: string }, by = service): Promise<string> {
  const added = await by.send('/v1/people', { method: 'POST', key, body: { role: 'volunteer', ...person } });
  assert.equal(added.status, 201, added.text);
  return String(at(added.json, 'id'));
}

function invite(id: string, body?: unknown, headers: Record<string, string> = {}) {
  return service.send(`/v1/people/${id}/invitations`, { method: 'POST', key, body, headers });
}

test('an invitation is sent to the address of the person, in the language that is asked for, and signs in', async () => {
  const id = await addPerson({
    name: 'Ana',
    email: 'ana@shelter.example',
  });
  const next = smtp.received.length + 1;
  const invited = await invite(id, { send: 'email', language: 'es' });
  assert.equal(invited.status, 201, invited.text);
  const { to, text, source } = await smtp.arrived(next);
  assert.deepEqual(to, ['ana@shelter.example']);
  assert.match(source, /^Subject: =\?UTF-8\?Q\?Su_invitaci=C3=B3n/m);
  assert.doesNotMatch(text, /Ana/, 'the address may be that of anyone');
  const url = String(at(invited.json, 'url'));
  assert.ok(text.includes(url));
  assert.equal((await new SessionBrowser(service.url).join(url)).status, 201);
});

test('another address, or the use of one invitation, withdraws the others, and their letters that wait; none of another account', async (t) => {
  const server = await startSmtpServer(t);
  const own = await startService(t, { env: mailVia(server) });
  const [admin, other] = [await own.account({ role: 'admin' }), await own.account({ role: 'member' })];
  server.behaviour = { at: 'RCPT TO', status: 451 };
  const post = async (path: string, by: string, body: unknown) => {
    const sent = await own.send(path, { method: 'POST', key: by, body });
    assert.equal(sent.status, 201, sent.text);
    return sent.json;
  };
  const add = async (by: string, email: string) =>
    String(at(await post('/v1/people', by, { name: 'Ann', role: 'member', email }), 'id'));
  const open = async (id: string, by = admin.key) =>
    String(at(await post(`/v1/people/${id}/invitations`, by, { send: 'email' }), 'url'));
  const join = async (url: string) => (await new SessionBrowser(own.url).join(url)).status;
  const waiting = async () => {
    const rows = await own.database.read.selectFrom('outbox').select('recipient').orderBy('id').execute();
    return rows.map(({ recipient }) => recipient);
  };
  const [mistyped, corrected] = ['an@typo.example', 'ann@shelter.example'];
  const id = await add(admin.key, mistyped);
  const namesake = await open(await add(other.key, mistyped), other.key);
  const first = await open(id);
  assert.deepEqual(await waiting(), [mistyped, mistyped]);
  await own.send(`/v1/people/${id}`, { method: 'PATCH', key: admin.key, body: { name: 'Ann B' } });
  assert.deepEqual(await waiting(), [mistyped, mistyped], 'the address is the same');
  await own.send(`/v1/people/${id}`, { method: 'PATCH', key: admin.key, body: { email: corrected } });
  assert.deepEqual(await waiting(), [mistyped]);
  const links = [first, await open(id), await open(id), namesake];
  const statuses = [];
  for (const link of links) statuses.push(await join(link));
  assert.deepEqual(statuses, [410, 201, 410, 201]);
  assert.deepEqual(await waiting(), []);
  await open(id);
  await own.send(`/v1/people/${id}`, { method: 'DELETE', key: admin.key });
  assert.deepEqual(await waiting(), [], 'none for a person who was removed');
});

test('a repetition with the same Idempotency-Key sends no second e-mail', async () => {
  const id = await addPerson({ name: 'Ben', email: 'ben@shelter.example' });
  const next = smtp.received.length + 1;
  const headers = { 'idempotency-key': 'once' };
  assert.equal((await invite(id, { send: 'email' }, headers)).status, 201);
  assertError(await invite(id, { send: 'email' }, headers), 409, 'secret_already_issued');
  await smtp.arrived(next);
  assert.equal((await invite(id)).status, 201, 'no body means a link without an e-mail');
  // The service forgets a letter after the server has it.
  await until(async () => {
    const waiting = await service.database.read.selectFrom('outbox').select('id').execute();
    return waiting.length === 0;
  });
  assert.equal(smtp.received.length, next);
});

test('rejects an unknown member, a person without an address, and a service without a mail server', async (t) => {
  const id = await addPerson({ name: 'Cleo' });
  assertError(await invite(id, { send: 'post' }), 400, 'invalid_body');
  assertError(await invite(id, { to: 'x@evil.example' }), 400, 'invalid_body');
  assertError(await invite(id, { send: 'email' }), 409, 'person_without_email');
  assert.equal(
    at((await service.send(`/v1/people/${id}`, { key })).json, 'invitedUntil'),
    undefined,
    'nothing was created',
  );
  const other = await startService(t);
  const admin = await other.account({ role: 'admin' });
  const body = { name: 'Ana', role: 'volunteer', email: 'ana@shelter.example' };
  await other.send('/v1/people', { method: 'POST', key: admin.key, body });
  const send = (path: string, sent: unknown) =>
    other.send(path, { method: 'POST', key: admin.key, body: sent });
  assertError(await send('/v1/people/1/invitations', { send: 'email' }), 409, 'email_not_set_up');
  assertError(await send('/v1/settings/test-email', { to: 'ana@shelter.example' }), 409, 'email_not_set_up');
});

test('an e-mail that is not sent is in the summary, in doctor and in the metrics; its text is nowhere', async (t) => {
  const server = await startSmtpServer(t);
  const own = await startService(t, { env: { ...mailVia(server), METRICS_PORT: '0', ACCESS_LOG: 'true' } });
  const admin = await own.account({ role: 'admin' });
  const post = (path: string, body: unknown) => own.send(path, { method: 'POST', key: admin.key, body });
  server.behaviour = { at: 'RCPT TO', status: 550, reason: 'no mailbox marked-address@shelter.example here' };
  const email = 'marked-address@shelter.example';
  await post('/v1/people', { name: 'Marked', role: 'volunteer', email });
  await post('/v1/people/1/invitations', { send: 'email' });
  const failed = async () =>
    at((await own.send('/v1/summary', { key: admin.key })).json, 'failedEmails', 'count');
  await until(async () => Number(await failed()) === 1);
  const metrics = await (await fetch(own.metricsUrl ?? '')).text();
  assert.match(metrics, /^petstore_failed_emails 1$/m);
  assert.match(metrics, /^petstore_oldest_email_seconds 0$/m);
  const env = mailVia(server);
  const { json } = await runCommand(own.store, ['doctor', '--json'], env);
  const findings = at(json, 'findings');
  assert.ok(Array.isArray(findings));
  const mail = membersOf(findings.find((finding) => at(finding, 'check') === 'mail'));
  assert.match(
    String(mail.message),
    /^1 could not be sent .* marked-address@shelter\.example: .*550 no mailbox …@…/,
  );
  assert.doesNotMatch(JSON.stringify(at(json, 'settings')), /password|secret/);
  const events = await own.database.read.selectFrom('events').selectAll().execute();
  const responses = await own.database.read.selectFrom('idempotency_keys').selectAll().execute();
  for (const [place, text] of Object.entries({
    log: own.logged.join('\n'),
    metrics,
    events: events.map(({ body }) => body).join('\n'),
    responses: responses.map(({ body }) => body).join('\n'),
  }))
    assert.doesNotMatch(text, /marked-address|#\/join/, place);
  assert.match(own.logged.join('\n'), /"an e-mail could not be sent/);
  const folder = join(await temporaryFolder(t), 'export');
  await own.close();
  assert.equal((await runCommand(own.store, ['export', folder], env)).status, 0);
  const exported = await readFile(join(folder, 'people.ndjson'), 'utf8');
  assert.match(exported, /marked-address/);
  await assert.rejects(readFile(join(folder, 'outbox.ndjson')), { code: 'ENOENT' });
});

test('a test e-mail returns in plain words what the server refused, to the address of the person by default', async (t) => {
  const server = await startSmtpServer(t);
  const own = await startService(t, { env: mailVia(server) });
  const admin = await own.account({ role: 'admin' });
  const sendTest = (body?: unknown, by = admin.key) =>
    own.send('/v1/settings/test-email', { method: 'POST', key: by, body });
  const invalid = await sendTest();
  assertError(invalid, 400, 'invalid_body');
  assert.equal(invalid.headers.get('invalid-fields'), 'to');
  const to = 'ana@shelter.example';
  const sent = await sendTest({ to, language: 'de' });
  assert.deepEqual(sent.json, { sent: true, to });
  assert.match((await server.arrived(1)).text, /als Test gesendet/);
  server.behaviour = { at: 'MAIL FROM', status: 553, reason: 'sender not allowed' };
  const refused = await sendTest({ to });
  assert.equal(refused.status, 200);
  assert.equal(at(refused.json, 'sent'), false);
  assert.match(String(at(refused.json, 'reason')), /refused the sender: 553 sender not allowed/);
  server.behaviour = 'silent';
  const { connections } = server;
  const waiting = sendTest({ to });
  await server.connected(connections + 1);
  own.clock.advance(30 * SECOND);
  assert.match(String(at((await waiting).json, 'reason')), /did not respond in time: it took more than 30 s/);
  server.behaviour = 'accept';
  const manager = await own.account({ role: 'manager' });
  assertError(await sendTest({ to }, manager.key), 403, 'insufficient_role');
  for (let tests = 3; tests < 5; tests += 1) assert.equal((await sendTest({ to })).status, 200);
  assertError(await sendTest({ to }), 429, 'rate_limit_exceeded');
  own.clock.advance(MINUTE);
  server.behaviour = 'accept';
  const { id, browser } = await signedIn(own, admin.key);
  const own2 = await sendTest({}, await browser.token());
  assert.deepEqual(own2.json, { sent: true, to: `${id}@shelter.example` });
});

async function signedIn(own: typeof service, adminKey: string) {
  const person = { name: 'Dora', role: 'admin', email: '1@shelter.example' };
  const added = await own.send('/v1/people', { method: 'POST', key: adminKey, body: person });
  const id = String(at(added.json, 'id'));
  const invited = await own.send(`/v1/people/${id}/invitations`, { method: 'POST', key: adminKey });
  const browser = new SessionBrowser(own.url);
  await browser.join(String(at(invited.json, 'url')));
  return { id, browser };
}

test('failed e-mails are deleted after 7 days', async (t) => {
  const server = await startSmtpServer(t);
  server.behaviour = { at: 'RCPT TO', status: 550 };
  const own = await startService(t, { env: mailVia(server) });
  const admin = await own.account({ role: 'admin' });
  const post = (path: string, body: unknown) => own.send(path, { method: 'POST', key: admin.key, body });
  await post('/v1/people', { name: 'Ana', role: 'volunteer', email: 'ana@shelter.example' });
  await post('/v1/people/1/invitations', { send: 'email' });
  const rows = () => own.database.read.selectFrom('outbox').select('failed_at').execute();
  await until(async () => (await rows())[0]?.failed_at !== null);
  own.clock.advance(7 * DAY + SECOND);
  await until(async () => (await rows()).length === 0);
});
