import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { HOSTILE_ANSWERS, silent, startHostileHost } from '@petstore/testing/servers/hostile-host.ts';
import { derivedValue } from './sign-in-attempts.ts';
import { SignInProvider } from './sign-in-provider.ts';

const SECRET = 'x'.repeat(43);

/** Starts something that answers in place of a provider, and returns the client of it. */
async function begin(
  t: { after(close: () => void): void },
  metadata: (issuer: string) => object,
  timeoutMs?: number,
  delayMs = 0,
) {
  const server = createServer((_request, response) => {
    const answer = JSON.stringify(metadata(issuer));
    setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), delayMs);
  });
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const issuer = `http://127.0.0.1:${port}`;
  return providerAt(issuer, timeoutMs);
}

function providerAt(issuer: string, timeoutMs?: number): SignInProvider {
  const config = { issuer, clientId: 'petstore', clientSecret: 'secret', name: 'Login', domains: [] };
  return new SignInProvider(config, 'https://pets.test', timeoutMs);
}

for (const [name, behave] of Object.entries(HOSTILE_ANSWERS))
  test(`${name}: a provider whose answer never ends is unavailable, and no one waits for it`, async (t) => {
    const host = await startHostileHost(t, behave);
    const provider = providerAt(`http://127.0.0.1:${host.port}`, 300);
    await assert.rejects(provider.open(), { name: 'ProviderFault', problem: 'provider_unavailable' });
    await host.left();
  });

test('all requests to a provider have one deadline', async (t) => {
  // Each answer is in time.
  const provider = await begin(t, (issuer) => ({ issuer, token_endpoint: `${issuer}/token` }), 300, 200);
  const query = new URLSearchParams({ code: 'x', state: derivedValue(SECRET, 'state') });
  await assert.rejects(provider.accountOf(query, SECRET), /did not answer in time/);
});

test('while a provider is silent, fifty wait for it, and others are refused at once', async (t) => {
  const host = await startHostileHost(t, silent);
  const provider = providerAt(`http://127.0.0.1:${host.port}`, 1_000);
  const waiting = Promise.allSettled(Array.from({ length: 50 }, () => provider.open()));
  await assert.rejects(provider.open(), /Too many sign-ins wait/);
  await waiting;
  await assert.rejects(provider.open(), /did not answer in time/);
});

test('a provider that states another issuer is refused', async (t) => {
  const provider = await begin(t, () => ({ issuer: 'https://evil.example' }));
  await assert.rejects(provider.open(), { name: 'ProviderFault', problem: 'provider_unavailable' });
});

test('a provider whose page has no address of the web is refused: the console goes there', async (t) => {
  for (const page of ['javascript:alert(1)', undefined]) {
    const provider = await begin(t, (issuer) => ({ issuer, authorization_endpoint: page }));
    const client = await provider.open();
    await assert.rejects(provider.addressFor(client, SECRET), { problem: 'provider_unavailable' });
  }
});
