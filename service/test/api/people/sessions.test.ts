// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson, invite } from '@petstore/testing/people.ts';
import { startService, startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { digestOf } from '../../../src/access/accounts/api-key.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

const shared = await startSharedServiceAtNoon();
const ANIMAL = { name: 'Bella', categoryId: 1 };

async function begin() {
  const service = shared();
  const { id: accountId, key } = await service.account({ role: 'admin' });
  return { service, key, accountId };
}

test('an invitation signs a person in once, and the token acts for the account within the role of the person', async () => {
  const { service, key } = await begin();
  const { browser, id, invitation } = await addPerson(service, key, { name: 'Ben', role: 'member' });
  assertError(await new SessionBrowser(service.url).join(invitation), 410, 'link_expired');
  const token = await browser.token();
  const added = await service.send('/v1/pets', { method: 'POST', key: token, body: ANIMAL });
  assert.equal(added.status, 201);
  assertError(await service.send('/v1/accounts', { key: token }), 403, 'insufficient_role');
  assert.equal(at((await service.send(`/v1/people/${id}`, { key: token })).json, 'name'), 'Ben');
});

test('an invitation is valid for 7 days, and none after its person was removed', async () => {
  const { service, key } = await begin();
  const { id } = await addPerson(service, key);
  const late = await invite(service, key, id);
  service.clock.advance(7 * DAY);
  assertError(await new SessionBrowser(service.url).join(late), 410, 'link_expired');
  const open = await invite(service, key, id);
  assert.equal((await service.send(`/v1/people/${id}`, { method: 'DELETE', key })).status, 204);
  assertError(await new SessionBrowser(service.url).join(open), 410, 'link_expired');
});

test('an invitation that was made before the role was lowered signs in with the lower role', async () => {
  const { service, key } = await begin();
  const { id } = await addPerson(service, key, { role: 'admin' });
  const open = await invite(service, key, id);
  await service.send(`/v1/people/${id}`, { method: 'PATCH', key, body: { role: 'volunteer' } });
  const browser = new SessionBrowser(service.url);
  assert.equal((await browser.join(open)).status, 201);
  assertError(await service.send('/v1/people', { key: await browser.token() }), 403, 'insufficient_role');
});

test('an invitation signs no one in when who made it was removed, revoked, or may not invite that person any more', async () => {
  const service = shared();
  const admin = await service.account({ role: 'admin' });
  const other = await service.account({ role: 'admin' });
  const invited = await addPerson(service, admin.key, { role: 'manager' });
  const addAdmin = () => addPerson(service, admin.key, { role: 'admin' });
  const [removed, lowered, stays] = [await addAdmin(), await addAdmin(), await addAdmin()];
  const member = await service.account();
  const addOther = (role: string) => addPerson(service, admin.key, { role, accountId: Number(member.id) });
  const [colleague, volunteer] = [await addOther('member'), await addOther('volunteer')];
  const links = [await invite(service, other.key, invited.id)];
  for (const { browser } of [removed, lowered, stays])
    links.push(await invite(service, await browser.token(), invited.id));
  // Those who are volunteers, or work for another account, invite not even volunteers.
  for (const { browser } of [colleague, lowered])
    links.push(await invite(service, await browser.token(), volunteer.id));
  const as = { key: admin.key };
  await service.send(`/v1/people/${removed.id}`, { ...as, method: 'DELETE' });
  await service.send(`/v1/people/${lowered.id}`, { ...as, method: 'PATCH', body: { role: 'member' } });
  await service.send(`/v1/people/${colleague.id}`, { ...as, method: 'PATCH', body: { role: 'volunteer' } });
  await service.send(`/v1/keys/${other.keyId}`, { ...as, method: 'DELETE' });
  const statuses = [];
  for (const link of links) statuses.push((await new SessionBrowser(service.url).join(link)).status);
  assert.deepEqual(statuses, [410, 410, 410, 201, 410, 410]);
});

test('a token is valid for 15 minutes, and the browser gets the next one until 90 days after its last use', async () => {
  const { service, key } = await begin();
  const { browser } = await addPerson(service, key);
  const token = await browser.token();
  service.clock.advance(15 * MINUTE - 1);
  assert.equal((await service.send('/v1/pets', { key: token })).status, 200);
  service.clock.advance(1);
  assertError(await service.send('/v1/pets', { key: token }), 401, 'invalid_api_key');
  await browser.token();
  service.clock.advance(90 * DAY - SECOND);
  await browser.token();
  service.clock.advance(90 * DAY);
  assertError(await browser.send('/session/token'), 401, 'not_signed_in');
});

test('a session that asks for tokens at once or again within a second gets the same one, and one more each second', async () => {
  const { service, key } = await begin();
  const { browser, id } = await addPerson(service, key);
  const tokens = await Promise.all(Array.from({ length: 100 }, () => browser.token()));
  service.clock.advance(SECOND - 1);
  assert.deepEqual(new Set([...tokens, await browser.token()]).size, 1);
  service.clock.advance(1);
  const next = await browser.token();
  assert.notEqual(next, tokens[0]);
  for (const token of [next, tokens[0]])
    assert.equal((await service.send('/v1/pets', { key: token })).status, 200);
  assert.equal((await service.send(`/v1/people/${id}/devices`, { method: 'DELETE', key })).status, 204);
  assertError(await browser.send('/session/token'), 401, 'not_signed_in');
});

test('a session that asks for a token each second keeps the 50 newest', async () => {
  const { service, key } = await begin();
  const { browser, id } = await addPerson(service, key);
  const tokens: string[] = [];
  for (let asked = 0; asked < 53; asked += 1) {
    tokens.push(await browser.token());
    service.clock.advance(SECOND);
  }
  const kept = await service.database.read
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select('session_tokens.digest')
    .where('person_id', '=', BigInt(id))
    .execute();
  const newest = tokens.slice(-50).map(digestOf);
  assert.deepEqual(new Set(kept.map(({ digest }) => digest)), new Set(newest));
});

test('a cookie that no session and no attempt has causes no write, and a page of another origin uses up no attempts', async (t) => {
  const env = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'pets', OIDC_CLIENT_SECRET: 'secret' };
  const service = await startService(t, { env });
  const browser = new SessionBrowser(service.url.replace('127.0.0.1', 'localhost'));
  for (const name of ['session', 'passkey', 'provider'])
    browser.setCookie(`petstore-${name}`, 'x'.repeat(43));
  const foreign = { headers: { origin: 'https://evil.example' } };
  for (const path of ['/session/code', '/session/passkey/options', '/session/passkeys/options'])
    for (let sent = 0; sent < 150; sent += 1)
      assertError(await browser.send(path, foreign), 403, 'origin_not_allowed');
  const passkey = { id: 'x', rawId: 'x', type: 'public-key' };
  const writes = t.mock.method(service.database, 'write');
  const answers = [
    await browser.send('/session/token'),
    await browser.send('/session', { method: 'DELETE' }),
    await browser.send('/session/passkeys', {
      body: { ...passkey, response: { clientDataJSON: 'x', attestationObject: 'x' } },
    }),
    await browser.send('/session/passkey', {
      body: { ...passkey, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } },
    }),
    await browser.send('/session/provider/callback?state=x', { method: 'GET' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 204, 410, 410, 303],
  );
  assert.equal(writes.mock.callCount(), 0);
  const options = () => browser.send('/session/passkeys/options');
  const statuses = [];
  for (let sent = 0; sent < 301; sent += 1) statuses.push((await options()).status);
  assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(401)], [300, 299]);
});

test('over plain HTTP on another host than localhost a browser stays signed in for 12 hours after its last use', async (t) => {
  const publicUrl = 'http://nas.test';
  const service = await startService(t, { env: { PUBLIC_URL: publicUrl } });
  const { key } = await service.account({ role: 'admin' });
  const { id } = await addPerson(service, key);
  const browser = new SessionBrowser(service.url, publicUrl);
  const [cookie = ''] = (await browser.join(await invite(service, key, id))).headers.getSetCookie();
  assert.match(cookie, /^petstore-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  service.clock.advance(12 * HOUR - SECOND);
  await browser.token();
  service.clock.advance(12 * HOUR);
  assertError(await browser.send('/session/token'), 401, 'not_signed_in');
});

test('signing out, signing out everywhere and removing a person end tokens within a second', async () => {
  const { service, key } = await begin();
  const person = await addPerson(service, key);
  const second = new SessionBrowser(service.url);
  await second.join(await invite(service, key, person.id));
  const ends = [
    () => person.browser.send('/session', { method: 'DELETE' }),
    () => service.send(`/v1/people/${person.id}/devices`, { method: 'DELETE', key }),
    () => service.send(`/v1/people/${person.id}`, { method: 'DELETE', key }),
  ];
  for (const [index, end] of ends.entries()) {
    const browser = index === 0 ? person.browser : second;
    const token = await browser.token();
    assert.equal((await service.send('/v1/pets', { key: token })).status, 200);
    assert.equal((await end()).status, 204);
    service.clock.advance(SECOND);
    assertError(await service.send('/v1/pets', { key: token }), 401, 'invalid_api_key');
    assertError(await browser.send('/session/token'), 401, 'not_signed_in');
    if (index === 1) await second.join(await invite(service, key, person.id));
  }
});

test('signing out on a device or everywhere ends the links that the person has made, and none of others', async () => {
  const { service, key } = await begin();
  const { browser, id } = await addPerson(service, key);
  const ends = [
    async () => {
      const [device] = listOf(await service.send(`/v1/people/${id}/devices`, { key }));
      return `devices/${at(device, 'id')}`;
    },
    async () => 'devices',
  ];
  for (const end of ends) {
    const links = [await invite(service, await browser.token(), id), await invite(service, key, id)];
    await service.send(`/v1/people/${id}/${await end()}`, { method: 'DELETE', key });
    const statuses = [];
    for (const link of links) statuses.push((await browser.join(link)).status);
    assert.deepEqual(statuses, [410, 201]);
  }
});

test('a page of another origin, null or no Origin cannot use any address under /session', async () => {
  const { service, key } = await begin();
  const { browser, id } = await addPerson(service, key);
  const open = await invite(service, key, id);
  const requests: [string, string, unknown][] = [
    ['POST', '/session/token', undefined],
    ['DELETE', '/session', undefined],
    ['POST', '/session/invitation', { secret: open.split('/').at(-1) }],
    ['POST', '/session/first', { secret: 'x', name: 'Ana' }],
  ];
  for (const [method, path, body] of requests) {
    for (const origin of ['https://evil.example', 'null', `${service.url}.evil.example`, '']) {
      const response = await browser.send(path, { method, body, headers: { origin } });
      assertError(response, 403, 'origin_not_allowed');
      assert.equal(response.headers.getSetCookie().length, 0);
    }
  }
  await browser.token();
  assert.equal((await new SessionBrowser(service.url).join(open)).status, 201);
});

test('/v1 never reads the cookie of a session', async () => {
  const { service, key } = await begin();
  const { browser } = await addPerson(service, key);
  assertError(await browser.send('/v1/pets', { method: 'GET' }), 401, 'missing_api_key');
});

test('signing in ends the session that the browser had: a cookie that someone else planted is worthless', async () => {
  const { service, key } = await begin();
  const attacker = await addPerson(service, key, { name: 'Mallory' });
  const planted = [...attacker.browser.cookies];
  const victim = await addPerson(service, key, { name: 'Victor' });
  const browser = new SessionBrowser(service.url);
  for (const [name, value] of planted) browser.setCookie(name, value);
  assert.equal((await browser.join(await invite(service, key, victim.id))).status, 201);
  assert.notDeepEqual([...browser.cookies], planted);
  assert.equal(at((await browser.send('/session/token')).json, 'person', 'name'), 'Victor');
  assertError(await attacker.browser.send('/session/token'), 401, 'not_signed_in');
});

test('over TLS only a __Host- cookie with Secure, HttpOnly and SameSite=Strict is set and read', async (t) => {
  const publicUrl = 'https://pets.test';
  const service = await startService(t, { env: { PUBLIC_URL: publicUrl } });
  const { key } = await service.account({ role: 'admin' });
  const { id } = await addPerson(service, key);
  const browser = new SessionBrowser(service.url, publicUrl);
  const joined = await browser.join(await invite(service, key, id));
  const [cookie = ''] = joined.headers.getSetCookie();
  assert.match(
    cookie,
    /^__Host-petstore-session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const [[, secret] = ['', '']] = [...browser.cookies];
  const other = new SessionBrowser(service.url, publicUrl);
  other.setCookie('petstore-session', secret);
  assertError(await other.send('/session/token'), 401, 'not_signed_in');
});

test('the devices of a person show browser and system, and one of them can be signed out', async () => {
  const { service, key } = await begin();
  const { id, browser } = await addPerson(service, key);
  const telephone = new SessionBrowser(service.url);
  const agent = 'Mozilla/5.0 (Android 16; Mobile; rv:147.0) Gecko/147.0 Firefox/147.0';
  const secret = (await invite(service, key, id)).split('/').at(-1);
  await telephone.send('/session/invitation', { body: { secret }, headers: { 'user-agent': agent } });
  const devices = listOf(await service.send(`/v1/people/${id}/devices`, { key: await telephone.token() }));
  const [current] = devices.filter((device) => at(device, 'current') === true);
  assert.equal(devices.length, 2);
  assert.equal(at(current, 'name'), 'Firefox · Android');
  const path = `/v1/people/${id}/devices/${at(current, 'id')}`;
  assert.equal((await service.send(path, { method: 'DELETE', key: await browser.token() })).status, 204);
  assertError(await telephone.send('/session/token'), 401, 'not_signed_in');
  assertError(await service.send(path, { method: 'DELETE', key }), 404, 'device_not_found');
  await browser.token();
});
