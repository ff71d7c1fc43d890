// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { until } from '@petstore/testing/until.ts';
import { FIRST_LINK_LIFETIME, renewFirstLink } from '../../../src/access/administration/first-link.ts';
import { createFirstAccount } from '../../../src/cli/accounts/first-account.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';

/** The single-use link of the first start (docs/adr/0047). */

async function start(t: TestContext) {
  const service = await startService(t);
  const access = await createFirstAccount(service.database, 'production', service.clock.now());
  assert.ok(access);
  const browser = new SessionBrowser(service.url);
  const redeem = (secret: unknown, more: object = {}) =>
    browser.send('/session/first', { body: { secret, name: 'Ana', ...more } });
  return { service, browser, redeem, token: access.token };
}

test('the first link signs in the first person as an admin, shows no key, and the audit names the person', async (t) => {
  const { service, browser, redeem, token } = await start(t);
  const response = await redeem(token);
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  assert.doesNotMatch(response.text, /petstore_/);
  const key = await browser.token();
  const [person] = listOf(await service.send('/v1/people', { key }));
  assert.deepEqual([at(person, 'name'), at(person, 'role'), at(person, 'devices')], ['Ana', 'admin', 1]);
  const actions = listOf(await service.send('/v1/audit', { key })).map((entry) => at(entry, 'action'));
  assert.deepEqual(actions.slice(0, 2), ['person.signed_in', 'person.created']);
});

test('the first link sets the time zone of the browser, unless the shelter has one or the name is no zone', async (t) => {
  for (const [timeZone, expected] of [
    ['America/Chicago', 'America/Chicago'],
    ['Mars/Olympus', undefined],
    [undefined, undefined],
  ]) {
    const { service, browser, redeem, token } = await start(t);
    await redeem(token, { timeZone });
    const { json } = await service.send('/v1/settings', { key: await browser.token() });
    assert.equal(at(json, 'timeZone'), expected);
  }
});

test('the first link works once, also for requests that arrive together', async (t) => {
  const { redeem, token } = await start(t);
  const responses = await Promise.all(Array.from({ length: 5 }, () => redeem(token)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 410, 410, 410, 410]);
  assertError(await redeem(token), 410, 'link_expired');
});

test('the first link is valid for 15 minutes', async (t) => {
  const { service, redeem, token } = await start(t);
  service.clock.advance(FIRST_LINK_LIFETIME);
  assertError(await redeem(token), 410, 'link_expired');
});

test('a start makes another link until a link or a key was used; one of them signs in', async (t) => {
  const { service, redeem, token } = await start(t);
  const renew = () => service.database.write((db) => renewFirstLink(db, service.clock.now()));
  const second = await renew();
  assert.ok(second !== undefined && second !== token);
  assert.equal((await redeem(token)).status, 201);
  assertError(await redeem(second), 410, 'link_expired');
  assert.equal(await renew(), undefined);

  const other = await startService(t);
  const access = await createFirstAccount(other.database, 'production', other.clock.now());
  await other.send('/v1/pets', { key: access?.secret ?? '' });
  other.clock.advance(MINUTE);
  await until(
    async () => (await other.database.read.selectFrom('key_uses').selectAll().execute()).length > 0,
  );
  assert.equal(await other.database.write((db) => renewFirstLink(db, other.clock.now())), undefined);
});

test('an unknown or malformed token of a first link signs no one in', async (t) => {
  const { browser, redeem, token } = await start(t);
  assertError(await redeem(`${token}x`), 410, 'link_expired');
  assertError(await redeem(7), 400, 'invalid_body');
  assertError(await browser.send('/session/first'), 400, 'invalid_body');
  assert.equal((await redeem(token)).status, 201);
});

test('an address that guesses tokens is refused after 300 attempts in a minute', async (t) => {
  const { redeem, token } = await start(t);
  for (let attempt = 0; attempt < 300; attempt += 1) await redeem('guess');
  const refused = await redeem(token);
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.notEqual(refused.headers.get('retry-after'), null);
});
