// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { readDayCounts } from '../../../src/access/quota/day-counts.ts';
import { SENT_BY_ADDRESS, SENT_BY_SITE } from '../../../src/adoption/applications/pages/send-limits.ts';
import { DAY, SECOND } from '../../../src/platform/core/clock.ts';
import { PUBLIC } from '../public-pages/public-fixture.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';
import { privatePathIn, TYPED, tokenIn, visitorFrom } from './visitor.ts';

/** The forms with which visitors apply, as a browser without JavaScript sends them. */

const service = await startSharedService({
  env: { ...PUBLIC, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
});
const { url, clock, logged } = service;
let addresses = 0;

function newVisitor() {
  addresses += 1;
  return visitorFrom(url, `203.0.113.${addresses}`);
}

/** A shelter with an animal, and a visitor who has had the form open for five seconds. */
async function openForm() {
  const shelter = await shelterWithAnimal(service);
  const visitor = newVisitor();
  const path = `/adopt/${shelter.petId}/apply`;
  const form = await visitor.open(path);
  clock.advance(5 * SECOND);
  const applications = async () => listOf(await shelter.get(`/v1/applications?petId=${shelter.petId}`));
  return { shelter, visitor, path, form, token: tokenIn(form), applications };
}

/** Sets what an account has received today. */
async function setCounts(accountId: bigint, counts: { number?: bigint; bytes?: bigint }): Promise<void> {
  const name = `applications of ${accountId}`;
  await service.database.write((db) =>
    db.updateTable('day_counts').set(counts).where('name', '=', name).execute(),
  );
}

test('a double click and a reload send one application, and lead to what happens next and the private link', async () => {
  const { visitor, path, form, token, applications } = await openForm();
  assert.equal(form.status, 200);
  assert.deepEqual(
    ['cache-control', 'referrer-policy', 'x-robots-tag', 'set-cookie'].map((name) => form.headers.get(name)),
    ['no-store', 'no-referrer', 'noindex', null],
  );
  assert.match(
    form.headers.get('content-security-policy') ?? '',
    /form-action 'self'.*sandbox [^;]*allow-forms/,
  );
  assert.match(form.text, /¿Por qué desea adoptar\?/);
  const fields = { ...TYPED, token, message: '¿Cuándo?' };
  const clicks = await Promise.all([visitor.send(path, fields), visitor.send(path, fields)]);
  const [led] = clicks;
  assert.deepEqual(
    [...clicks, await visitor.send(path, fields)].map(({ status, headers }) => [
      status,
      headers.get('location'),
    ]),
    Array.from({ length: 3 }, () => [303, `${privatePathIn(led)}?sent=1#sent`]),
  );
  const [application, ...others] = await applications();
  assert.deepEqual(
    [others, at(application, 'applicant', 'name'), at(application, 'state')],
    [[], 'Ana María', 'received'],
  );
  const next = await visitor.open(`${privatePathIn(led)}?sent=1`);
  assert.match(next.text, /Su solicitud se envió/);
  assert.ok(next.text.includes(`https://pets.example${privatePathIn(led)}`));
  const page = await visitor.open(privatePathIn(led));
  assert.match(page.text, /¿Cuándo\?/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  const secret = privatePathIn(led).split('/')[2] ?? '';
  assert.deepEqual(
    logged.filter((line) => line.includes(secret)),
    [],
  );
});

test('what cannot be stored is shown again with what was typed, each fault at its field, and nothing is stored', async () => {
  const { visitor, path, token, applications } = await openForm();
  const hostile = '"><script>alert(1)</script>';
  const wrong = {
    ...TYPED,
    token,
    name: 'Ana\r\nBcc: all@mail.example',
    email: 'ana@mail.example\r\nBcc: all@mail.example',
    'answers.home': 'castle',
    'answers.hours_alone': 'pocas',
    'answers.people': 'x'.repeat(301),
    'answers.animals': 'un\0gato',
    'answers.reason': hostile,
  };
  const shown = await visitor.send(path, wrong);
  assert.equal(shown.status, 400);
  const faults = [...shown.text.matchAll(/<li><a href="#([\w.]+)">/g)].map(([, name]) => name);
  assert.deepEqual(faults, [
    'name',
    'email',
    'answers.home',
    'answers.people',
    'answers.animals',
    'answers.hours_alone',
  ]);
  assert.match(shown.text, /<p class="fault" id="answers\.people\.fault">Escriba como máximo 300 caracteres/);
  assert.ok(shown.text.includes('value="pocas"') && shown.text.includes('&lt;script&gt;alert(1)'));
  assert.ok(!shown.text.includes('<script>'));
  assert.equal(tokenIn(shown), token);
  const tooLarge = await visitor.send(path, { ...TYPED, token, 'answers.reason': 'x'.repeat(257 * 1024) });
  assert.equal(tooLarge.status, 413);
  assert.match(tooLarge.text, /demasiado largas/);
  const switched = await visitor.send(`${path}?lang=de`, { ...wrong, language: 'de' });
  assert.deepEqual([switched.status, tokenIn(switched)], [200, token]);
  assert.ok(switched.text.includes('value="pocas"') && switched.text.includes('Anfrage senden'));
  assert.doesNotMatch(switched.text, /class="fault/);
  const trapped = await visitor.send(path, { ...TYPED, token, homepage: 'https://spam.example' });
  assert.equal(trapped.status, 400);
  assert.match(trapped.text, /Se llenó un campo que las personas no ven/);
  assert.deepEqual(await applications(), []);
});

test('texts that are longer than any field are shown again up to its length, so that the answer is no larger than the form', async () => {
  const { visitor, path, token, applications } = await openForm();
  for (const field of ['email', 'answers.hours_alone', 'answers.reason']) {
    const shown = await visitor.send(path, { ...TYPED, token, [field]: '<'.repeat(80_000) });
    assert.equal(shown.status, 400);
    assert.ok(shown.text.includes('&lt;'.repeat(3_001)));
    assert.ok(shown.text.length < 40_000, `${field}: ${shown.text.length}`);
  }
  assert.deepEqual(await applications(), []);
});

test('a form that was sent too soon, too late, for another animal or without a token is shown again, and can then be sent', async () => {
  const { visitor, path, token, applications } = await openForm();
  const { path: otherPath, applications: ofOther } = await openForm();
  assert.equal((await visitor.send(otherPath, { ...TYPED, token })).status, 400);
  assert.deepEqual(await ofOther(), []);
  const fresh = tokenIn(await visitor.open(path));
  const early = await visitor.send(path, { ...TYPED, token: fresh });
  assert.match(early.text, /Eso fue muy rápido/);
  assert.deepEqual([early.status, tokenIn(early)], [400, fresh]);
  clock.advance(DAY + 6 * SECOND);
  for (const old of [token, fresh, '', 'x'.repeat(51)]) {
    const late = await visitor.send(path, { ...TYPED, token: old });
    assert.match(late.text, /value="Ana María"/);
    assert.ok(late.status === 400 && tokenIn(late) !== old);
  }
  const late = await visitor.send(path, { ...TYPED, token });
  clock.advance(5 * SECOND);
  assert.equal((await visitor.send(path, { ...TYPED, token: tokenIn(late) })).status, 303);
  assert.equal((await applications()).length, 1);
});

test('a flood ends with 429 for its address and then for all, while everyone keeps what was typed and reads what was sent', async () => {
  const { shelter, visitor, path, form, token } = await openForm();
  const led = await visitor.send(path, { ...TYPED, token });
  assert.equal(led.status, 303, form.text);
  const flooder = newVisitor();
  const sendNew = async (one: typeof visitor) => {
    const fresh = tokenIn(await one.open(path));
    clock.advance(4 * SECOND);
    return one.send(path, { ...TYPED, token: fresh });
  };
  clock.advanceToNoon();
  const limit = SENT_BY_ADDRESS.perMinute;
  const statuses: number[] = [];
  const tokens = await Promise.all(
    Array.from({ length: limit + 1 }, async () => tokenIn(await flooder.open(path))),
  );
  clock.advance(4 * SECOND);
  for (const fresh of tokens) statuses.push((await flooder.send(path, { ...TYPED, token: fresh })).status);
  assert.deepEqual(statuses, [...Array.from({ length: limit }, () => 303), 429]);
  const refused = await flooder.send(path, { ...TYPED, token: tokens.at(-1) ?? '' });
  assert.equal(refused.headers.get('retry-after'), '56');
  assert.match(refused.text, /Lo que escribió sigue aquí: vuelva a pulsar el botón en 56 segundos/);
  assert.match(refused.text, /value="Ana María"/);
  assert.equal((await sendNew(newVisitor())).status, 303);
  await setCounts(shelter.id, { number: 2_000n });
  const full = await sendNew(newVisitor());
  assert.equal(full.status, 429);
  assert.match(full.text, /Ahora mismo llegan muchísimas solicitudes.*en 12 horas/);
  const page = await visitor.open(privatePathIn(led));
  assert.match(page.text, /Ha llegado/);
  assert.equal((await visitor.send(privatePathIn(led), { action: 'withdraw' })).status, 303);
  clock.advance(DAY);
  assert.equal((await sendNew(newVisitor())).status, 303);
  assert.equal((await shelter.get(`/v1/pets/${shelter.petId}`)).status, 200);
});

test('a flood with the public key of a web page ends for its address, and then for its account: visitors of others, and of its page, are served', async () => {
  const [attacked, polite] = [await openForm(), await openForm()];
  clock.advanceToNoon();
  const { key: admin } = await service.account({ role: 'admin' });
  const origin = 'https://shelter.example';
  const body = { role: 'reader', scopes: ['applications:create'], allowedOrigins: [origin] };
  const path = `/v1/accounts/${attacked.shelter.id}/keys`;
  const key = String(at((await service.send(path, { method: 'POST', key: admin, body })).json, 'secret'));
  const sendFor = ({ shelter }: typeof polite, address: string) =>
    service.send('/v1/applications', {
      method: 'POST',
      key,
      body: applicationOf(shelter.petId),
      headers: { origin, 'x-forwarded-for': address },
    });
  const [flooder, other] = ['198.51.100.1', '198.51.100.2'];
  for (let sent = 0; sent < SENT_BY_SITE.perMinute; sent += 1)
    assert.equal((await sendFor(sent % 2 === 0 ? attacked : polite, flooder)).status, 201);
  const refused = await sendFor(polite, flooder);
  assertError(refused, 429, 'too_many_applications');
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.equal((await sendFor(attacked, other)).status, 201);
  assert.equal((await attacked.visitor.send(attacked.path, { ...TYPED, token: attacked.token })).status, 303);

  await setCounts(attacked.shelter.id, { number: 2_000n });
  assertError(await sendFor(attacked, other), 429, 'too_many_applications');
  assert.equal((await polite.visitor.send(polite.path, { ...TYPED, token: polite.token })).status, 303);
  assert.equal((await sendFor(polite, other)).status, 201);
  clock.advance(DAY);
});

test('an account sends 500 applications a day for animals of others, then still for its own, and visitors of others are served', async () => {
  const [own, polite] = [await openForm(), await openForm()];
  clock.advanceToNoon();
  const { key, id } = own.shelter;
  const sendFor = ({ shelter }: typeof polite) =>
    service.send('/v1/applications', { method: 'POST', key, body: applicationOf(shelter.petId) });
  assert.equal((await sendFor(polite)).status, 201);
  await service.database.write((db) =>
    db
      .updateTable('day_counts')
      .set({ number: 500n })
      .where('name', '=', `applications sent by ${id}`)
      .execute(),
  );
  assertError(await sendFor(polite), 429, 'too_many_applications');
  assert.equal((await sendFor(own)).status, 201);
  assert.equal((await polite.visitor.send(polite.path, { ...TYPED, token: polite.token })).status, 303);
  clock.advance(DAY);
});

test('long texts from many addresses take no more of the disk than a day allows, and what is refused stores nothing', async () => {
  const { shelter, path, applications } = await openForm();
  clock.advanceToNoon();
  clock.advance(DAY);
  const visitors = Array.from({ length: 12 }, newVisitor);
  const forms = await Promise.all(visitors.map(async (one) => tokenIn(await one.open(path))));
  clock.advance(5 * SECOND);
  const long = '語'.repeat(3_000);
  const send = (index: number) =>
    visitors[index]?.send(path, {
      ...TYPED,
      'answers.reason': long,
      message: long,
      token: forms[index] ?? '',
    });
  assert.equal((await send(0))?.status, 303);
  const usage = async () => {
    const name = `applications of ${shelter.id}`;
    return (await readDayCounts(service.database.read, [name], clock.now())).get(name);
  };
  const one = (await usage())?.bytes ?? 0n;
  assert.ok(one > 2 * 3 * 3_000, `${one}`);
  await setCounts(shelter.id, { bytes: 20n * 1024n * 1024n - 5n * one });
  const statuses = await Promise.all(visitors.slice(1).map((_, index) => send(index + 1)));
  const stored = statuses.filter((answer) => answer?.status === 303);
  assert.deepEqual([stored.length, statuses.filter((answer) => answer?.status === 429).length], [5, 6]);
  assert.equal((await applications()).length, 6);
  assert.deepEqual(await usage(), { number: 6n, bytes: 20n * 1024n * 1024n });
  assert.equal((await shelter.get('/v1/summary')).status, 200);
  clock.advance(DAY);
});

test('without an animal, and where the shelter takes no applications', async () => {
  const { shelter, visitor, path } = await openForm();
  const { petId, change } = shelter;
  const animal = () => visitor.open(`/adopt/${petId}/bella`).then(({ text }) => text);
  assert.match(
    await animal(),
    /<a class="button" rel="nofollow" href="\/adopt\/\d+\/apply">Solicitar la adopción de Bella/,
  );
  assert.match((await visitor.open('/adopt')).text, /href="\/adopt\/apply">Busco un animal/);
  const general = await visitor.open('/adopt/apply?categoryId=1');
  assert.match(general.text, /value="1" checked/);
  clock.advance(5 * SECOND);
  const led = await visitor.send('/adopt/apply', { ...TYPED, token: tokenIn(general), categoryId: '1' });
  assert.equal(led.status, 303, led.text);
  assert.match((await visitor.open(privatePathIn(led))).text, /Su solicitud/);
  const settings = { isOpen: false, takesGeneral: true, promiseDays: 7, showAnswerTime: false };
  assert.equal((await change('/v1/application-settings', settings, 'PUT')).status, 200);
  assert.doesNotMatch(await animal(), /apply/);
  assert.match(await animal(), /class="button" href="mailto:/);
  const closed = await visitor.open(path);
  assert.deepEqual([closed.status, /no recibe solicitudes/.test(closed.text)], [404, true]);
  assert.equal((await visitor.open('/adopt/999999/apply')).status, 404);
});
