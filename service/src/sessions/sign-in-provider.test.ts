import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SignInProvider } from './sign-in-provider.ts';

const SECRET = 'x'.repeat(43);

/** Starts something that answers in place of a provider, and returns the client of it. */
async function begin(
  t: { after(close: () => void): void },
  metadata: ((issuer: string) => object) | undefined,
  timeoutS?: number,
) {
  const server = createServer((_request, response) => {
    if (metadata !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata(issuer)));
  });
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const issuer = `http://127.0.0.1:${port}`;
  const config = { issuer, clientId: 'petstore', clientSecret: 'secret', name: 'Login', domains: [] };
  return new SignInProvider(config, 'https://pets.test', timeoutS);
}

test('a provider that does not answer in time is unavailable', async (t) => {
  const provider = await begin(t, undefined, 0.1);
  await assert.rejects(provider.open(), { name: 'ProviderFault', problem: 'provider_unavailable' });
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
