// Runs with two threads.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

const smtp = await startSmtpServer({ after });
const service = await startSharedService({ env: mailVia(smtp) });
const { key, id: accountId } = await service.account({ role: 'admin' });
let people = 0;

/** Adds a person with an address, and a browser in which no one is signed in. */
async function begin() {
  const email = `person${++people}@shelter.example`;
  const { id } = await addPerson(service, key, { name: 'Ana', email });
  return { id, email, browser: new SessionBrowser(service.url) };
}

/** Asks for a code, and returns the one in the e-mail. */
async function askCode(browser: SessionBrowser, email: string): Promise<string> {
  const next = smtp.received.length + 1;
  const asked = await browser.send('/session/code', { body: { email } });
  assert.equal(asked.status, 204, asked.text);
  const { text, to } = await smtp.arrived(next);
  assert.deepEqual(to, [email.toLowerCase()]);
  return /^\d{6}$/m.exec(text)?.[0] ?? assert.fail(text);
}

const answer = (browser: SessionBrowser, code: string) =>
  browser.send('/session/code/answer', { body: { code } });

test('a code by e-mail signs a person in once, with spaces and an address in capital letters', async () => {
  const { email, browser } = await begin();
  const code = await askCode(browser, email.toUpperCase());
  const kept = [...browser.cookies];
  const signedIn = await answer(browser, `${code.slice(0, 3)} ${code.slice(3)}`);
  assert.equal(signedIn.status, 201, signedIn.text);
  assert.equal(at(signedIn.json, 'name'), 'Ana');
  const token = await browser.token();
  assert.equal((await service.send('/v1/pets', { key: token })).status, 200);
  assert.deepEqual([...browser.cookies.keys()], ['petstore-session'], 'the cookie of the attempt is deleted');
  for (const [name, value] of kept) browser.setCookie(name, value);
  assertError(await answer(browser, code), 401, 'wrong_code');
  const audit = await service.send('/v1/audit?limit=1', { key });
  assert.match(audit.text, /"person\.signed_in".*"by":"code"/);
});

test('an address of persons of two accounts gets a code of each, which signs in there only', async () => {
  const { email, browser } = await begin();
  const elsewhere = await service.account();
  await addPerson(service, elsewhere.key, { name: 'Ana elsewhere', email });
  const accounts = await service.database.read.selectFrom('accounts').select(['id', 'name']).execute();
  const nameOf = (id: bigint) => accounts.find((one) => one.id === id)?.name;
  for (const [account, person] of [
    [nameOf(accountId), 'Ana'],
    [nameOf(elsewhere.id), 'Ana elsewhere'],
  ]) {
    await askCode(browser, email);
    const sent = smtp.received.at(-1)?.text ?? '';
    const codes = new Map(
      [...sent.matchAll(/^(.+)\s{2,4}^(\d{6})$/gm)].map(([, of = '', code = '']) => [of, code]),
    );
    assert.equal(codes.size, 2, sent);
    const signedIn = await answer(browser, codes.get(account ?? '') ?? '');
    assert.equal(at(signedIn.json, 'name'), person);
    for (const code of codes.values()) assertError(await answer(browser, code), 401, 'wrong_code');
  }
});

test('five wrong codes end an attempt, and those of another browser end no other', async () => {
  const { email, browser } = await begin();
  const attacker = new SessionBrowser(service.url);
  const [code, other] = [await askCode(browser, email), await askCode(attacker, email)];
  for (let tries = 0; tries < 5; tries += 1) assertError(await answer(attacker, 'x'), 401, 'wrong_code');
  assertError(await answer(attacker, other), 401, 'wrong_code');
  assert.equal((await answer(browser, code)).status, 201);
});

test('a code of another browser does not sign in', async () => {
  const { email, browser } = await begin();
  const code = await askCode(browser, email);
  const thief = new SessionBrowser(service.url);
  assertError(await answer(thief, code), 401, 'wrong_code');
  await askCode(thief, (await begin()).email);
  assertError(await answer(thief, code), 401, 'wrong_code');
  assert.equal((await answer(browser, code)).status, 201);
});

test('a code ends after 10 minutes, and with the address of its person', async () => {
  const { id, email, browser } = await begin();
  const code = await askCode(browser, email);
  service.clock.advance(10 * MINUTE);
  assertError(await answer(browser, code), 401, 'wrong_code');
  const next = await askCode(browser, email);
  const body = { email: `new-${email}` };
  assert.equal((await service.send(`/v1/people/${id}`, { method: 'PATCH', key, body })).status, 200);
  assertError(await answer(browser, next), 401, 'wrong_code');
});

test('an address that no person has gets the same answer, costs the same writes, and no e-mail is sent', async () => {
  const { email, browser } = await begin();
  const stranger = new SessionBrowser(service.url);
  const before = await rowsOf();
  const asked = await stranger.send('/session/code', { body: { email: 'nobody@shelter.example' } });
  const between = await rowsOf();
  const known = await browser.send('/session/code', { body: { email } });
  const afterwards = await rowsOf();
  const shape = ({ status, text, headers }: typeof asked) => [
    status,
    text,
    [...headers]
      .filter(([name]) => !/date|x-request-id/.test(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/[\w-]{43}/, 'SECRET') : value]),
  ];
  assert.deepEqual(shape(asked), shape(known));
  assert.deepEqual(between.attempts - before.attempts, afterwards.attempts - between.attempts);
  assert.deepEqual([between.letters - before.letters, afterwards.letters - between.letters], [1n, 1n]);
  const sent = smtp.received.length + 1;
  await smtp.arrived(sent);
  assert.ok(smtp.received.every(({ to }) => !to.includes('nobody@shelter.example')));
  assertError(await answer(stranger, '000000'), 401, 'wrong_code');
});

/** How many attempts were made, and how many e-mails were ever added. */
async function rowsOf() {
  const { read } = service.database;
  const attempts = await read.selectFrom('sign_in_attempts').select('digest').execute();
  const letters = (await import('../../../src/platform/database/recovery/id-sequences.ts')).readHighestId;
  return { attempts: attempts.length, letters: await letters(read, 'outbox') };
}

test('an address gets five codes an hour, whether a person has it or not', async () => {
  const { email } = await begin();
  for (const address of [email, 'no-one@shelter.example']) {
    const browser = new SessionBrowser(service.url);
    const ask = () => browser.send('/session/code', { body: { email: address } });
    for (let codes = 0; codes < 5; codes += 1) assert.equal((await ask()).status, 204);
    const refused = await ask();
    assertError(refused, 429, 'rate_limit_exceeded');
    assert.equal(refused.headers.get('retry-after'), String(HOUR / SECOND));
    assert.doesNotMatch(refused.text, /shelter\.example/);
    service.clock.advance(HOUR);
    assert.equal((await ask()).status, 204);
  }
});

test('one client that asks for codes from one address leaves others theirs', async () => {
  service.clock.advance(DAY);
  const { browser } = await begin();
  const ask = (number: number) => browser.send('/session/code', { body: { email: `a${number}@x.example` } });
  for (let number = 0; number < 20; number += 1) assert.equal((await ask(number)).status, 204);
  assertError(await ask(20), 429, 'rate_limit_exceeded');
});

test('a page of another origin, null or no Origin can neither ask for a code nor answer one, and an invalid address is 400', async () => {
  const { email, browser } = await begin();
  for (const origin of ['https://evil.example', 'null', `${service.url}.evil.example`, '']) {
    const headers = { origin };
    const asked = await browser.send('/session/code', { body: { email }, headers });
    assertError(asked, 403, 'origin_not_allowed');
    const body = { code: '000000' };
    assertError(await browser.send('/session/code/answer', { body, headers }), 403, 'origin_not_allowed');
  }
  for (const address of ['ana', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', '']) {
    assertError(await browser.send('/session/code', { body: { email: address } }), 400, 'invalid_body');
  }
});

test('without a mail server no code is offered (409)', async (t) => {
  const other = await startService(t);
  const browser = new SessionBrowser(other.url);
  assertError(
    await browser.send('/session/code', { body: { email: 'ana@shelter.example' } }),
    409,
    'email_not_set_up',
  );
  assertError(await answer(browser, '000000'), 409, 'email_not_set_up');
});
