import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type ApiResponse, assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { addPerson, invite } from '@petstore/testing/people.ts';
import { startOidcProvider } from '@petstore/testing/servers/oidc-provider.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';

const PUBLIC_URL = 'https://pets.test';
const CALLBACK = '/session/provider/callback';
const provider = await startOidcProvider({ after }, `${PUBLIC_URL}${CALLBACK}`);
const env = {
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.client.id,
  OIDC_CLIENT_SECRET: provider.client.secret,
  OIDC_NAME: 'Shelter login',
};
const service = await startSharedService({ env });
const { key } = await service.account({ role: 'admin' });
let users = 0;

/** Returns an account at the provider that no test has used. */
function newUser(more: object = {}) {
  users += 1;
  return { sub: `user-${users}`, ...more };
}

function newBrowser(of = service): SessionBrowser {
  return new SessionBrowser(of.url, PUBLIC_URL);
}

async function begin(browser: SessionBrowser, invitation?: string): Promise<string> {
  const secret = invitation?.split('/').at(-1);
  const begun = await browser.send('/session/provider', {
    body: secret === undefined ? {} : { invitation: secret },
  });
  assert.equal(begun.status, 200, begun.text);
  return String(at(begun.json, 'url'));
}

/** Opens the address to which the provider has sent a browser back. The page before is of another site, so no strict cookie is sent. */
async function comeBack(browser: SessionBrowser, address: string): Promise<ApiResponse> {
  assert.ok(address.startsWith(`${PUBLIC_URL}${CALLBACK}?`), address);
  const name = '__Host-petstore-provider';
  const response = await browser.send(address.slice(PUBLIC_URL.length), {
    method: 'GET',
    headers: { cookie: `${name}=${browser.cookies.get(name) ?? ''}` },
  });
  assert.equal(response.status, 303, response.text);
  return response;
}

async function signIn(
  browser: SessionBrowser,
  user: typeof provider.user,
  invitation?: string,
): Promise<string | null> {
  provider.user = user;
  const address = await provider.visit(await begin(browser, invitation));
  return (await comeBack(browser, address)).headers.get('location');
}

/** Adds a person with an open invitation. */
async function invited(name = 'Ben', of = service, by = key) {
  const { id } = await addPersonOf(of, by, name);
  return { id, invitation: await invite(of, by, id) };
}

async function addPersonOf(of: typeof service, by: string, name: string) {
  const added = await of.send('/v1/people', { method: 'POST', key: by, body: { name, role: 'member' } });
  return { id: String(at(added.json, 'id')) };
}

const problem = (code: string) => `/#/sign-in?problem=${code}`;

test('an invitation binds an account at the provider to a person, who signs in with it from then on', async () => {
  const user = newUser();
  const browser = newBrowser();
  assert.equal(await signIn(browser, user), problem('account_unknown'));
  assertError(await browser.send('/session/token'), 401, 'not_signed_in');
  const { id, invitation } = await invited('Ben');
  assert.equal(await signIn(browser, user, invitation), '/');
  await browser.token();
  const other = newBrowser();
  provider.user = user;
  const back = await comeBack(other, await provider.visit(await begin(other)));
  assert.match(
    back.headers.getSetCookie().join('\n'),
    /^__Host-petstore-session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure\n__Host-petstore-provider=; .*Max-Age=0/,
  );
  assert.equal(at((await other.send('/session/token')).json, 'person', 'id'), Number(id));
  const entries = listOf(await service.send('/v1/audit?limit=20', { key }));
  const bound = entries.find((entry) => at(entry, 'action') === 'person.provider_bound');
  assert.deepEqual(at(bound, 'details'), { provider: provider.issuer });
});

test('a sign-in asks for no more than the account, with PKCE, and its cookie returns from another site', async () => {
  const browser = newBrowser();
  const begun = await browser.send('/session/provider', { body: {} });
  const { searchParams } = new URL(String(at(begun.json, 'url')));
  assert.equal(searchParams.get('scope'), 'openid');
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.match(
    begun.headers.getSetCookie().join(),
    /^__Host-petstore-provider=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.deepEqual(at((await service.send('/session/ways')).json, 'provider'), { name: 'Shelter login' });
});

test('a return with the state of an attempt that was finished, of another browser or after 10 minutes is refused', async () => {
  const user = newUser();
  const { invitation } = await invited();
  const browser = newBrowser();
  provider.user = user;
  const url = await begin(browser, invitation);
  const cookies = [...browser.cookies];
  const address = await provider.visit(url);
  const stranger = newBrowser();
  await begin(stranger);
  for (const other of [newBrowser(), stranger])
    assert.equal((await comeBack(other, address)).headers.get('location'), problem('sign_in_expired'));
  assert.equal((await comeBack(browser, address)).headers.get('location'), '/');
  for (const [name, value] of cookies) browser.setCookie(name, value);
  assert.equal((await comeBack(browser, address)).headers.get('location'), problem('sign_in_expired'));
  const late = await provider.visit(await begin(browser));
  service.clock.advance(10 * MINUTE);
  assert.equal((await comeBack(browser, late)).headers.get('location'), problem('sign_in_expired'));
});

test('a return that names another issuer, or none, is refused, and leaves the invitation', async () => {
  const { invitation } = await invited();
  const browser = newBrowser();
  for (const change of [
    (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
    (query: URLSearchParams) => query.delete('iss'),
  ]) {
    provider.user = newUser();
    const address = new URL(await provider.visit(await begin(browser, invitation)));
    change(address.searchParams);
    assert.equal(
      (await comeBack(browser, address.href)).headers.get('location'),
      problem('provider_refused'),
    );
  }
  assert.equal(await signIn(browser, newUser(), invitation), '/');
});

test('an account with the verified or unverified e-mail address of a person does not sign in that person', async () => {
  const email = 'ana@shelter.example';
  await addPerson(service, key, { name: 'Ana', email });
  for (const email_verified of [true, false])
    assert.equal(await signIn(newBrowser(), newUser({ email, email_verified })), problem('account_unknown'));
});

test('an invitation that two accounts use binds the first one only', async () => {
  const { invitation } = await invited();
  const [first, second] = [newUser(), newUser()];
  const [one, other] = [newBrowser(), newBrowser()];
  provider.user = first;
  const early = await provider.visit(await begin(one, invitation));
  assert.equal(await signIn(other, second, invitation), '/');
  assert.equal((await comeBack(one, early)).headers.get('location'), problem('link_expired'));
  assert.equal(await signIn(one, first), problem('account_unknown'));
});

test('an account of one person is refused for the invitation of another one, which stays open', async () => {
  const [one, other] = [await invited('Ben'), await invited('Cleo')];
  const user = newUser();
  assert.equal(await signIn(newBrowser(), user, one.invitation), '/');
  assert.equal(await signIn(newBrowser(), user, other.invitation), problem('account_in_use'));
  assert.equal((await newBrowser().join(other.invitation)).status, 201);
  await service.send(`/v1/people/${one.id}`, { method: 'DELETE', key });
  assert.equal(await signIn(newBrowser(), user), problem('account_unknown'));
});

test('a person has at most ten accounts at the provider, and signs in with each', async () => {
  const { id, invitation } = await invited('Ben');
  const users = Array.from({ length: 9 }, () => newUser());
  await service.database.write((db) =>
    db
      .insertInto('person_identities')
      .values(
        users.map(({ sub }) => ({
          issuer: provider.issuer,
          subject: sub,
          person_id: BigInt(id),
          created_at: 0n,
        })),
      )
      .execute(),
  );
  assert.equal(await signIn(newBrowser(), newUser(), invitation), '/');
  const another = await invite(service, key, id);
  assert.equal(await signIn(newBrowser(), newUser(), another), problem('limit_reached'));
  assert.equal(await signIn(newBrowser(), { sub: users[0]?.sub ?? '' }), '/');
});

test('only accounts of the allowed domains are bound, by hd or a verified address', async (t) => {
  const limited = await startService(t, { env: { ...env, OIDC_DOMAINS: 'shelter.example' } });
  const { key: admin } = await limited.account({ role: 'admin' });
  const cases: [object, boolean][] = [
    [{}, false],
    [{ email: 'ana@shelter.example', email_verified: false }, false],
    [{ email: 'ana@shelter.example' }, false],
    [{ email: 'ana@shelter.example.evil.example', email_verified: true }, false],
    [{ email: 'ana@Shelter.example', email_verified: true }, true],
    [{ hd: 'shelter.example' }, true],
    [{ hd: 'evil.example' }, false],
  ];
  const { invitation: refused } = await invited('Ben', limited, admin);
  for (const [more, isAllowed] of cases) {
    const { invitation } = isAllowed ? await invited('Ana', limited, admin) : { invitation: refused };
    const location = await signIn(newBrowser(limited), newUser(more), invitation);
    assert.equal(location, isAllowed ? '/' : problem('account_not_allowed'), JSON.stringify(more));
  }
  assert.equal((await newBrowser(limited).join(refused)).status, 201);
});

test('the session that the browser had ends when someone signs in with the provider', async () => {
  const { invitation } = await invited('Ben');
  const browser = newBrowser();
  const { id } = await addPersonOf(service, key, 'Eve');
  await browser.join(await invite(service, key, id));
  const before = [...browser.cookies];
  assert.equal(await signIn(browser, newUser(), invitation), '/');
  const old = newBrowser();
  for (const [name, value] of before) old.setCookie(name, value);
  assertError(await old.send('/session/token'), 401, 'not_signed_in');
});

test('someone who cancels at the provider is not signed in, and reads that', async () => {
  assert.equal(await signIn(newBrowser(), undefined), problem('sign_in_cancelled'));
});

test('a page of another origin or address cannot begin', async () => {
  const browser = newBrowser();
  const foreign = { origin: 'https://evil.example' };
  assertError(
    await browser.send('/session/provider', { body: {}, headers: foreign }),
    403,
    'origin_not_allowed',
  );
  assertError(
    await new SessionBrowser(service.url).send('/session/provider', { body: {} }),
    403,
    'origin_not_allowed',
  );
});

test('a provider that is away, answers nonsense or refuses the secret signs no one in, and the log has the reason without secrets', async (t) => {
  const nonsense = createServer((_request, response) => response.end('<html>'));
  nonsense.listen(0, '127.0.0.1');
  t.after(() => nonsense.close());
  await new Promise((resolve) => nonsense.once('listening', resolve));
  const { port } = nonsense.address() as AddressInfo; // a TCP server has no other kind
  for (const issuer of [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${port}`]) {
    const broken = await startService(t, { env: { ...env, OIDC_ISSUER: issuer } });
    const browser = newBrowser(broken);
    const response = await browser.send('/session/provider', { body: {} });
    assertError(response, 503, 'provider_unavailable');
    assert.match(String(at(response.json, 'message')), /^Shelter login cannot sign anyone in/);
    assert.deepEqual([...browser.cookies], []);
    assert.match(broken.logged.join(''), /OAUTH_|ECONNREFUSED/);
  }
  const secret = 'wrong-client-secret';
  const wrong = await startService(t, { env: { ...env, OIDC_CLIENT_SECRET: secret, ACCESS_LOG: 'true' } });
  const { key: admin } = await wrong.account({ role: 'admin' });
  const { invitation } = await invited('Ben', wrong, admin);
  const browser = newBrowser(wrong);
  const url = await begin(browser, invitation);
  const cookies = [...browser.cookies.values()];
  provider.user = newUser();
  const address = new URL(await provider.visit(url));
  const back = await comeBack(browser, address.href);
  assert.equal(back.headers.get('location'), problem('provider_unavailable'));
  assert.equal((await newBrowser(wrong).join(invitation)).status, 201);
  const log = wrong.logged.join('');
  assert.match(log, /does not accept OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/);
  const { searchParams } = new URL(url);
  const secrets = [secret, ...cookies, address.searchParams.get('code'), searchParams.get('state')];
  for (const one of secrets) assert.ok(one !== null && one.length > 10 && !log.includes(one));
});
