import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService, startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { VirtualAuthenticator } from '@petstore/testing/sign-in/virtual-authenticator.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';

const shared = await startSharedServiceAtNoon();
/** Browsers offer no passkeys at 127.0.0.1. */
const home = shared().url.replace('127.0.0.1', 'localhost');

async function begin() {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const person = await addPerson(service, key, { name: 'Ben', role: 'member' });
  const browser = new SessionBrowser(home);
  for (const [name, value] of person.browser.cookies) browser.setCookie(name, value);
  return { service, key, id: person.id, browser, authenticator: new VirtualAuthenticator(home) };
}

/** Adds a passkey in the browser of a signed-in person. */
async function addPasskey(
  browser: SessionBrowser,
  authenticator: VirtualAuthenticator,
): Promise<ApiResponse> {
  const options = await browser.send('/session/passkeys/options');
  assert.equal(options.status, 200, options.text);
  return browser.send('/session/passkeys', { body: authenticator.create(options.json) });
}

/** Signs in in a browser with the passkey that was added last. */
async function signIn(browser: SessionBrowser, authenticator: VirtualAuthenticator): Promise<ApiResponse> {
  const options = await browser.send('/session/passkey/options');
  assert.equal(options.status, 200, options.text);
  return browser.send('/session/passkey', { body: authenticator.use(options.json) });
}

test('a passkey that a person added signs in in another browser without a name, and is listed with its last use', async () => {
  const { service, id, browser, authenticator } = await begin();
  const options = await browser.send('/session/passkeys/options');
  assert.deepEqual(at(options.json, 'rp'), { name: 'localhost', id: 'localhost' });
  assert.equal(at(options.json, 'user', 'name'), 'Ben');
  const added = await browser.send('/session/passkeys', {
    body: authenticator.create(options.json),
    headers: { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:147.0) Gecko/147.0 Firefox/147.0' },
  });
  assert.equal(added.status, 201, added.text);
  const other = new SessionBrowser(home);
  const signedIn = await signIn(other, authenticator);
  assert.deepEqual([signedIn.status, signedIn.json], [201, { id: Number(id), name: 'Ben' }]);
  const [passkey, ...more] = listOf(
    await service.send(`/v1/people/${id}/passkeys`, { key: await other.token() }),
  );
  const now = new Date(service.clock.now()).toISOString();
  const expected = { id: at(added.json, 'id'), name: 'Firefox · Android', createdAt: now, lastUsedAt: now };
  assert.deepEqual([passkey, more], [expected, []]);
  const again = await browser.send('/session/passkeys/options');
  assert.deepEqual(at(again.json, 'excludeCredentials'), [
    { id: at(added.json, 'id'), type: 'public-key', transports: ['internal'] },
  ]);
});

test('an attempt works once, for 5 minutes, and only in the browser that began it', async () => {
  const { service, browser, authenticator } = await begin();
  assert.equal((await addPasskey(browser, authenticator)).status, 201);
  const other = new SessionBrowser(home);
  const options = await other.send('/session/passkey/options');
  const answer = authenticator.use(options.json);
  const [[name, secret] = ['', '']] = [...other.cookies];
  assertError(
    await new SessionBrowser(home).send('/session/passkey', { body: answer }),
    410,
    'sign_in_expired',
  );
  assert.equal((await other.send('/session/passkey', { body: answer })).status, 201);
  other.setCookie(name, secret);
  assertError(await other.send('/session/passkey', { body: answer }), 410, 'sign_in_expired');
  const late = authenticator.use((await other.send('/session/passkey/options')).json);
  service.clock.advance(5 * MINUTE);
  assertError(await other.send('/session/passkey', { body: late }), 410, 'sign_in_expired');
});

test('a refused answer uses up its attempt', async () => {
  const { browser, authenticator } = await begin();
  await addPasskey(browser, authenticator);
  const other = new SessionBrowser(home);
  const options = await other.send('/session/passkey/options');
  const cookies = [...other.cookies];
  const wrong = authenticator.use({ ...Object(options.json), challenge: 'AAAA' });
  assertError(await other.send('/session/passkey', { body: wrong }), 401, 'passkey_refused');
  for (const [name, value] of cookies) other.setCookie(name, value);
  const right = authenticator.use(options.json);
  assertError(await other.send('/session/passkey', { body: right }), 410, 'sign_in_expired');
});

test('a passkey of another origin, of another host or without user verification is refused', async () => {
  const { browser, authenticator } = await begin();
  await addPasskey(browser, authenticator);
  const faults: [string, (used: VirtualAuthenticator) => void, object][] = [
    ['another origin', (used) => Object.assign(used, { origin: 'https://evil.example' }), {}],
    ['another port', (used) => Object.assign(used, { origin: 'http://localhost:1' }), {}],
    ['another host', () => {}, { rpId: 'evil.example' }],
    ['no verification', (used) => Object.assign(used, { verifiesUser: false }), {}],
  ];
  for (const [name, change, changed] of faults) {
    const other = new SessionBrowser(home);
    const used = authenticator.copy();
    change(used);
    const options = Object((await other.send('/session/passkey/options')).json);
    const response = await other.send('/session/passkey', { body: used.use({ ...options, ...changed }) });
    assertError(response, 401, 'passkey_refused');
    const adding = { ...Object((await browser.send('/session/passkeys/options')).json) };
    if (name === 'another host') adding.rp = { id: 'evil.example' };
    assertError(
      await browser.send('/session/passkeys', { body: used.create(adding) }),
      401,
      'passkey_refused',
    );
  }
  assert.equal((await signIn(new SessionBrowser(home), authenticator)).status, 201);
});

test('a copy of a passkey whose counter went back is refused', async () => {
  const { browser, authenticator } = await begin();
  await addPasskey(browser, authenticator);
  const copy = authenticator.copy();
  const other = new SessionBrowser(home);
  assert.equal((await signIn(other, authenticator)).status, 201);
  assertError(await signIn(other, copy), 401, 'passkey_refused');
});

test('adding a passkey needs a session, of the person who began it', async () => {
  const { service, key, browser, authenticator } = await begin();
  const stranger = new SessionBrowser(home);
  assertError(await stranger.send('/session/passkeys/options'), 401, 'not_signed_in');
  const other = await addPerson(service, key, { name: 'Eve' });
  const body = authenticator.create((await browser.send('/session/passkeys/options')).json);
  for (const [name, value] of other.browser.cookies) browser.setCookie(name, value);
  assertError(await browser.send('/session/passkeys', { body }), 401, 'not_signed_in');
  const signing = await browser.send('/session/passkey/options');
  const mixed = authenticator.create({ ...Object(signing.json), rp: { id: 'localhost' }, user: { id: '' } });
  assertError(await browser.send('/session/passkeys', { body: mixed }), 401, 'passkey_refused');
});

test('a removed passkey, and those of a removed person, sign in no more; the audit names them', async () => {
  const { service, key, id, browser, authenticator } = await begin();
  const added = await addPasskey(browser, authenticator);
  const path = `/v1/people/${id}/passkeys/${at(added.json, 'id')}`;
  const other = await addPerson(service, key, { name: 'Eve' });
  const stranger = { key: await other.browser.token() };
  assertError(await service.send(`/v1/people/${id}/passkeys`, stranger), 403, 'insufficient_role');
  assertError(await service.send(path, { ...stranger, method: 'DELETE' }), 403, 'insufficient_role');
  assert.equal((await service.send(path, { method: 'DELETE', key: await browser.token() })).status, 204);
  assertError(await service.send(path, { method: 'DELETE', key }), 404, 'passkey_not_found');
  const unknown = new SessionBrowser(home);
  assertError(await signIn(unknown, authenticator), 401, 'passkey_refused');
  const actions = listOf(await service.send('/v1/audit?limit=10', { key })).map((entry) => [
    at(entry, 'action'),
    at(entry, 'details', 'passkey'),
  ]);
  assert.ok(actions.some(([action, name]) => action === 'person.passkey_added' && name === '?'));
  assert.ok(actions.some(([action, name]) => action === 'person.passkey_removed' && name === '?'));
  await addPasskey(browser, authenticator);
  await service.send(`/v1/people/${id}`, { method: 'DELETE', key });
  assertError(await signIn(unknown, authenticator), 401, 'passkey_refused');
});

test('a page of another origin or at a number cannot use passkeys, also if it is on the machine', async () => {
  const { service, browser } = await begin();
  for (const path of ['/session/passkeys/options', '/session/passkey/options']) {
    const foreign = await browser.send(path, { headers: { origin: 'https://evil.example' } });
    assertError(foreign, 403, 'origin_not_allowed');
    assertError(await new SessionBrowser(service.url).send(path), 409, 'passkeys_not_offered');
  }
});

test('/session/ways states whether browsers offer passkeys at the address of the service, and why not', async (t) => {
  const ways = await shared().send('/session/ways');
  const others = { codes: false, provider: null };
  assert.deepEqual(ways.json, { passkeys: { offered: true, host: 'localhost' }, ...others });
  assert.equal(ways.headers.get('cache-control'), 'no-store');
  const cases = [
    ['http://192.168.1.5:8080', { offered: false, reason: 'address' }],
    ['http://nas.test', { offered: false, reason: 'plain_http' }],
    ['https://pets.test', { offered: true, host: 'pets.test' }],
  ] as const;
  for (const [publicUrl, passkeys] of cases) {
    const service = await startService(t, { env: { PUBLIC_URL: publicUrl } });
    assert.deepEqual((await service.send('/session/ways')).json, { passkeys, ...others });
    const browser = new SessionBrowser(service.url, publicUrl);
    const options = await browser.send('/session/passkey/options');
    if (passkeys.offered) {
      assert.equal(at(options.json, 'rpId'), 'pets.test');
      const [cookie = ''] = options.headers.getSetCookie();
      assert.match(
        cookie,
        /^__Host-petstore-passkey=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Strict; Secure$/,
      );
    } else assertError(options, 409, 'passkeys_not_offered');
    // Another address of the service, which the request names as its Host.
    const elsewhere = await new SessionBrowser(service.url).send('/session/passkey/options');
    assertError(elsewhere, 409, 'passkeys_not_offered');
  }
});
