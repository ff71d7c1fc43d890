// cspell:ignore Hemos recibido solicitud noviembre Anfrage
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { shelterWithAnimal } from '../../../../test/api/applications/application-fixture.ts';
import { DAY, SECOND } from '../../../platform/core/clock.ts';
import { correctAddress, eraseByLink, withdraw } from '../private-link.ts';

const smtp = await startSmtpServer({ after });
const service = await startSharedService({
  env: { PUBLIC_PAGES: 'true', PUBLIC_URL: 'https://pets.example', SHELTER_NAME: 'Riverside Shelter' },
});
const { database, clock } = service;
const { key: admin } = await service.account({ role: 'admin' });
const SERVER = { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'hello@shelter.example' };

const setUp = (body: object = SERVER) =>
  service.send('/v1/settings/email', { method: 'PUT', key: admin, body });
const withoutMail = () => service.send('/v1/settings/email', { method: 'DELETE', key: admin });
const waiting = () => database.read.selectFrom('outbox').selectAll().execute();

async function secretOf(id: number): Promise<string> {
  const { secret } = await database.read
    .selectFrom('applications')
    .select('secret')
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow();
  return secret ?? '';
}

let taken = 0;

/** Returns the letters that have arrived since the last call, in their order. They are sent at once, not when the outbox is looked at. */
async function letters(count: number) {
  await smtp.arrived(taken + count);
  await until(async () => (await waiting()).length === 0);
  const arrived = smtp.received.slice(taken);
  taken = smtp.received.length;
  return arrived;
}

/** Lets everything wait, until the clock has advanced by `PAUSE`. */
const AWAY = { at: 'MAIL FROM', status: 421 } as const;
const PAUSE = 15 * SECOND;
const isPaused = () =>
  until(async () => (await waiting()).some(({ attempts, failed_at }) => attempts > 0n && failed_at === null));

const subjectOf = ({ source }: { readonly source: string }) => /^Subject: (.*)\r$/m.exec(source)?.[1];

test('without e-mail everything works, and no letter is queued', async () => {
  const { apply, change } = await shelterWithAnimal(service);
  const id = await apply();
  const path = `/v1/applications/${id}`;
  assert.equal((await change(`${path}/messages`, { text: 'Hello' }, 'POST')).status, 201);
  assert.equal((await change(path, { state: 'declined' })).status, 200);
  assert.deepEqual(await waiting(), []);
});

test('each answer reaches the applicant in the own language, with the texts of the admin, and is then nowhere in the outbox', async () => {
  await setUp();
  const { apply, change, key } = await shelterWithAnimal(service);
  for (const name of ['Max', 'Luna', 'Rocky']) {
    const body = { name, categoryId: 1, status: 'available' };
    await service.send('/v1/pets', { method: 'POST', key, body });
  }
  const first = await apply({ message: 'Typed by Kim' });
  const link = `https://pets.example/application/${await secretOf(first)}`;
  const [received] = await letters(1);
  assert.deepEqual(received?.to, ['kim@example.org']);
  assert.equal(subjectOf(received), 'Hemos recibido su solicitud: Riverside Shelter');
  assert.ok(received.text.split('\r\n').includes(link), received.text);
  assert.match(received.text, / 28 de noviembre de 2026/);
  assert.doesNotMatch(received.source, /Kim|Typed|Bella/);

  const text = { kind: 'asked', language: 'es', subject: 'Soon: {animal}', body: '{message}\n\n{link}' };
  const texts = { method: 'PUT', key: admin, body: { texts: [text] } };
  assert.equal((await service.send('/v1/settings/email-texts', texts)).status, 200);
  await database.write((db) =>
    db
      .updateTable('pets')
      .set({ name: 'Bella\r\nBcc: all@evil.example' })
      .where('name', '=', 'Bella')
      .execute(),
  );
  await change(`/v1/applications/${first}/notes`, { text: 'Only for us' }, 'POST');
  await change(`/v1/applications/${first}/messages`, { text: '<b>When</b>\ncan you come?' }, 'POST');
  const [asked] = await letters(1);
  assert.equal(asked && subjectOf(asked), 'Soon: Bella Bcc: all@evil.example');
  assert.deepEqual(asked?.to, ['kim@example.org']);
  assert.doesNotMatch(asked.source, /^Bcc:/m);
  assert.equal(asked.text.trim().replaceAll('\r', ''), `<b>When</b>\ncan you come?\n\n${link}`);
  assert.match(asked.source, /&lt;b&gt;When/);

  await apply({ name: 'Ana', email: 'ana@example.org', language: 'de' });
  const third = await apply({ name: 'Zoé', email: 'zoe@example.org', language: 'fr' });
  await apply({ name: 'By telephone', email: undefined, telephone: '+1 555 010 0199' });
  await letters(2);
  await change(`/v1/applications/${first}`, { state: 'accepted', reason: 'Come on Monday.' });
  await change(`/v1/applications/${third}`, { state: 'declined', reason: 'The cats would suffer.' });
  const [accepted, declined] = await letters(2);
  assert.match(accepted?.text ?? '', /Come on Monday\./);
  assert.deepEqual(declined?.to, ['zoe@example.org']);
  assert.match(declined.text, /^Bonjour,[\s\S]*The cats would suffer\./);
  await change(`/v1/applications/${first}`, { state: 'adopted' });
  const [closed] = await letters(1);
  assert.deepEqual(closed?.to, ['ana@example.org']);
  const similar = closed.text.match(/^https:\/\/pets\.example\/adopt\/\d+\r$/gm) ?? [];
  assert.equal(similar.length, 3, closed.text);
  assert.ok(closed.text.includes('Anfrage'));
  assert.doesNotMatch(closed.source, /Ana|Bella|Max|Luna|Rocky/);
  await withoutMail();
});

test('an address gets one confirmation a day, however it is spelled', async () => {
  await setUp();
  const { apply } = await shelterWithAnimal(service);
  await apply({ email: 'sam.doe@example.org' });
  await letters(1);
  for (const email of [
    'Sam.Doe@example.org',
    'samdoe+2@EXAMPLE.org',
    'sam.doe@example.org'.replace('@e', '@\uFF45'),
  ])
    await apply({ email });
  assert.deepEqual(await waiting(), []);
  const counts = () => database.read.selectFrom('day_counts').selectAll().execute();
  assert.doesNotMatch(JSON.stringify((await counts()).map(({ name }) => name)), /example/);
  clock.advance(DAY);
  await until(async () => (await counts()).length === 0);
  await apply({ email: 'sam.doe@example.org' });
  await letters(1);
  clock.advance(DAY);
  await withoutMail();
});

test('what is not true any more is not sent, and a letter goes to the address that the applicant has corrected', async () => {
  await setUp();
  smtp.behaviour = AWAY;
  const { apply, change } = await shelterWithAnimal(service);
  const erased = await apply({ email: 'erased@example.org' });
  await isPaused();
  const [moved, undecided, left] = [
    await apply({ email: 'old@example.org' }),
    await apply({ email: 'undecided@example.org' }),
    await apply({ email: 'left@example.org' }),
  ];
  const now = clock.now();
  for (const id of [erased, undecided]) await change(`/v1/applications/${id}`, { state: 'declined' });
  await change(`/v1/applications/${undecided}`, { state: 'in_review' });
  const [ofErased, ofMoved, ofLeft] = [await secretOf(erased), await secretOf(moved), await secretOf(left)];
  await database.write((db) => eraseByLink(db, ofErased, now));
  await database.write((db) => withdraw(db, ofLeft, now));
  const corrected = { name: 'Kim', email: 'new@example.org', telephone: undefined };
  await database.write((db) => correctAddress(db, ofMoved, corrected, now));
  assert.equal((await waiting()).length, 4);
  smtp.behaviour = 'accept';
  clock.advance(PAUSE);
  const sent = await letters(2);
  assert.deepEqual(sent.flatMap(({ to }) => to).sort(), ['new@example.org', 'undecided@example.org']);
  await withoutMail();
});

test('a letter that is refused, or could not be sent for a day, is on Today without its text, until its application is erased', async () => {
  await setUp();
  const { apply, get, change, key } = await shelterWithAnimal(service);
  const failed = async () =>
    at((await service.send('/v1/summary', { key: admin })).json, 'failedEmails', 'count');
  const before = Number(await failed());
  smtp.behaviour = { at: 'RCPT TO', status: 550, reason: 'no such user' };
  const refused = await apply({ email: 'refused@example.org' });
  const read = await get(`/v1/applications/${refused}`);
  await until(async () => (await failed()) === before + 1);
  smtp.behaviour = AWAY;
  const late = await apply({ email: 'late@example.org' });
  await isPaused();
  await withoutMail();
  clock.advance(DAY);
  smtp.behaviour = 'accept';
  await setUp();
  await until(async () => (await failed()) === before + 2);
  const rows = await waiting();
  assert.doesNotMatch(JSON.stringify(rows.map((row) => Object.values(row).map(String))), /example\.org/);
  assert.deepEqual(
    rows.map(({ failure }) => failure?.replace(/^.*refused/, 'refused')),
    ['refused the recipient: 550 no such user', 'no e-mail could be sent for a day'],
  );
  const attention = at((await get('/v1/summary')).json, 'applications', 'failedEmails');
  assert.deepEqual(attention, [{ applicationId: late }, { applicationId: refused }]);
  const headers = { 'if-none-match': String(read.headers.get('etag')) };
  const again = await service.send(`/v1/applications/${refused}`, { key, headers });
  assert.match(String(at(again.json, 'failedEmail', 'reason')), /refused the recipient: 550 no such user$/);
  // The letter that failed is no change: who has read the application before can decide about it.
  assert.equal(again.headers.get('etag'), read.headers.get('etag'));
  assert.equal(again.headers.get('cache-control'), 'no-store');
  for (const id of [refused, late])
    assert.equal((await change(`/v1/applications/${id}`, {}, 'DELETE')).status, 204);
  assert.deepEqual(await waiting(), []);
  await withoutMail();
});

test('letters are also sent where the environment sets up e-mail', async (t) => {
  const own = await startService(t, { env: mailVia(smtp) });
  const { apply } = await shelterWithAnimal(own);
  const next = smtp.received.length + 1;
  await apply();
  assert.match((await smtp.arrived(next)).text, /solicitud/);
});
