import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Scope } from '../folders.ts';

/** An account at the provider. The other members are in its ID token. */
interface ProviderUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly hd?: string;
}

/** A real provider of OpenID Connect. */
export interface OidcProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Who signs in next; undefined for someone who cancels. */
  user: ProviderUser | undefined;
  /** Signs in as a browser does. Returns the address to which it is sent back. */
  visit(url: string): Promise<string>;
}

/** Starts a provider with one client, which may send browsers back to one address. */
export async function startOidcProvider(test: Scope, redirectUri: string): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const issuer = `http://localhost:${port}`;
  const client = { id: 'petstore', secret: randomBytes(16).toString('hex') };
  const known = new Map<string, ProviderUser>();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [client.secret] },
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...known.get(sub), sub }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    ttl: { Grant: 600, Session: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
  });
  const running: OidcProvider = { issuer, client, user: undefined, visit: (url) => visit(url, issuer) };
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { user } = running;
    if (user !== undefined) known.set(user.sub, user);
    const result = user === undefined ? { error: 'access_denied' } : { login: { accountId: user.sub } };
    await provider.interactionFinished(request, response, result);
  };
  const others = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void interact(request, response);
    else others(request, response);
  });
  return running;
}

/** Follows the redirects within the provider, with its cookies, as a browser does. */
async function visit(url: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  while (next.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    await response.text();
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answers ${response.status} to ${next}`);
    next = new URL(location, next).href;
  }
  return next;
}
