import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { linkAddress } from '../../platform/config/link-address.ts';
import type { SignInProviderConfig } from '../../platform/config/sign-in-provider.ts';
import { SECOND } from '../../platform/core/clock.ts';
import { withDeadline } from '../../platform/core/tasks/deadline.ts';
import { webUrl } from '../../platform/core/urls/web-url.ts';
import { exchange } from '../../platform/outbound/exchange.ts';
import { derivedValue } from './sign-in-attempts.ts';

// The library is imported only when someone signs in with the provider, because it slows down the start.

/** For all requests to the provider of one request to this service. */
const TIMEOUT_MS = 10 * SECOND;
const MAX_BYTES = 1024 * 1024;
/** More would take the places of other requests, while the provider is away. */
const MAX_WAITING = 50;

/** The path to which the provider sends a browser back. */
export const RETURN_PATH = '/session/provider/callback';

/** An account at the provider, as its signed token states it. */
export interface ProviderAccount {
  readonly issuer: string;
  /** The account at the issuer, which never changes, as an e-mail address may. */
  readonly subject: string;
  /** The domains to which the provider attests that the account belongs, in lower case. */
  readonly domains: readonly string[];
}

/** Why an attempt to sign in with the provider failed. The message is for the log: without secrets. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly problem: 'sign_in_cancelled' | 'provider_unavailable' | 'provider_refused';

  constructor(problem: ProviderFault['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The client of the provider. It keeps nothing: metadata and keys are read for each attempt, which is rare. */
export class SignInProvider {
  readonly #config: SignInProviderConfig;
  readonly #redirectUri: string;
  readonly #timeoutMs: number;
  #waiting = 0;

  constructor(config: SignInProviderConfig, publicUrl: string, timeoutMs = TIMEOUT_MS) {
    this.#config = config;
    this.#redirectUri = `${linkAddress(publicUrl)}${RETURN_PATH}`;
    this.#timeoutMs = timeoutMs;
  }

  /** The address that must be registered at the provider. */
  get redirectUri(): string {
    return this.#redirectUri;
  }

  get issuer(): string {
    return this.#config.issuer;
  }

  /**
   * Returns the client for one attempt.
   *
   * @throws {ProviderFault} if the provider is away, or answers something else.
   */
  open(): Promise<Configuration> {
    return this.#ask((signal) => this.#open(signal));
  }

  /** @param signal ends the requests of the client. */
  async #open(signal: AbortSignal): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await import(
      'openid-client'
    );
    const { issuer, clientId, clientSecret } = this.#config;
    const isPlain = issuer.startsWith('http:');
    const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])];
    const authentication = await clientAuthentication(clientSecret);
    return orFault('provider_unavailable', () =>
      discovery(new URL(issuer), clientId, undefined, authentication, {
        execute,
        [customFetch]: fetchUntil(signal),
      }),
    );
  }

  async #ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      throw new ProviderFault('provider_unavailable', 'Too many sign-ins wait for the provider');
    this.#waiting += 1;
    const tooLate = () => new ProviderFault('provider_unavailable', 'The provider did not answer in time');
    try {
      return await withDeadline({ ms: this.#timeoutMs, tooLate }, work);
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * Returns the address at the provider where the person of an attempt signs in.
   *
   * @throws {ProviderFault} if the provider states none.
   */
  async addressFor(client: Configuration, secret: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const { state, nonce, verifier } = valuesOf(secret);
    const page = webUrl(client.serverMetadata().authorization_endpoint ?? '');
    if (page?.protocol !== new URL(this.#config.issuer).protocol)
      throw new ProviderFault('provider_unavailable', 'The provider states no page to sign in');
    const url = buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUri,
      // The address is asked for only where its domain decides.
      scope: this.#config.domains.length === 0 ? 'openid' : 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Returns true if the return of a browser belongs to its attempt. */
  isReturnOf(query: URLSearchParams, secret: string): boolean {
    const [state, ...others] = query.getAll('state');
    return others.length === 0 && state === valuesOf(secret).state;
  }

  /**
   * Redeems the return of a browser from the provider.
   *
   * @throws {ProviderFault}
   */
  accountOf(query: URLSearchParams, secret: string): Promise<ProviderAccount> {
    return this.#ask((signal) => this.#accountOf(query, secret, signal));
  }

  async #accountOf(query: URLSearchParams, secret: string, signal: AbortSignal): Promise<ProviderAccount> {
    const { authorizationCodeGrant } = await import('openid-client');
    const client = await this.#open(signal);
    const { state, nonce, verifier } = valuesOf(secret);
    const tokens = await orFault('provider_refused', () =>
      authorizationCodeGrant(client, new URL(`${this.#redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (claims === undefined) throw new ProviderFault('provider_refused', 'The response has no ID token');
    const { iss: issuer, sub: subject } = claims;
    const known = domainsOf(claims);
    if (known.length > 0 || this.#config.domains.length === 0) return { issuer, subject, domains: known };
    return { issuer, subject, domains: await this.#domainsOfUser(client, tokens.access_token, subject) };
  }

  /** Some providers state the e-mail address only there. */
  async #domainsOfUser(client: Configuration, accessToken: string, subject: string): Promise<string[]> {
    const { fetchUserInfo } = await import('openid-client');
    if (client.serverMetadata().userinfo_endpoint === undefined) return [];
    return domainsOf(
      await orFault('provider_unavailable', () => fetchUserInfo(client, accessToken, subject)),
    );
  }
}

/** Sends the requests of the library as those to any other host are sent. Its errors are those of `fetch`, which the library knows. */
function fetchUntil(signal: AbortSignal): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams ? { body: String(body) } : {};
    const asked = { url: new URL(url), method, headers, ...sent, maxBytes: MAX_BYTES, signal };
    const answer = await exchange(asked).catch(({ message, cause }: Error) => {
      // What the library adds follows after a colon.
      throw new TypeError(message.replace(/\.$/, ''), { cause });
    });
    const fields = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) fields.set(name, String(value));
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: fields });
  };
}

/** What the provider and the browser see of an attempt. */
function valuesOf(secret: string) {
  return {
    state: derivedValue(secret, 'state'),
    nonce: derivedValue(secret, 'nonce'),
    verifier: derivedValue(secret, 'PKCE verifier'),
  };
}

/** Every provider must accept `client_secret_basic` (RFC 6749, section 2.3.1), except one that states others. */
async function clientAuthentication(clientSecret: string) {
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client');
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server: ServerMetadata, ...rest: [Parameters<typeof basic>[1], URLSearchParams, Headers]) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** `hd` is the organisation of an account at Google. An address counts only if the provider has verified it. */
function domainsOf(claims: Readonly<Record<string, unknown>>): string[] {
  const { hd, email, email_verified: isVerified } = claims;
  const ofEmail = isVerified === true && typeof email === 'string' ? email.split('@').at(-1) : undefined;
  return [hd, ofEmail].filter((domain) => typeof domain === 'string').map((domain) => domain.toLowerCase());
}

async function orFault<T>(problem: ProviderFault['problem'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw faultOf(error, problem);
  }
}

const MAX_REASON_LENGTH = 300;

/** What the library throws for an answer that is no OpenID Connect, or none at all. */
const UNUSABLE = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
]);

/** Leaves out what the provider sent, which may contain codes and tokens. */
function faultOf(error: unknown, problem: ProviderFault['problem']): ProviderFault {
  const { code, message, error: answer, cause } = fieldsOf(error);
  const { code: causeCode, message: causeMessage } = fieldsOf(cause);
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || answer === 'invalid_client')
    return new ProviderFault(
      'provider_unavailable',
      'The provider does not accept OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    );
  const why = [code, answer, message, causeCode ?? causeMessage].filter((part) => part !== undefined);
  // The provider, or who sends a browser here, chooses a part of it.
  const text = why.join(': ').slice(0, MAX_REASON_LENGTH);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new ProviderFault(answer === 'access_denied' ? 'sign_in_cancelled' : 'provider_refused', text);
  const isAway = error instanceof TypeError || code === undefined || UNUSABLE.has(code);
  return new ProviderFault(isAway ? 'provider_unavailable' : problem, text);
}

function fieldsOf(
  error: unknown,
): Partial<Record<'code' | 'message' | 'error', string>> & { cause?: unknown } {
  if (!(error instanceof Error)) return {};
  const { code, error: answer } = error as { code?: unknown; error?: unknown };
  return {
    message: error.message,
    cause: error.cause,
    ...(typeof code === 'string' && { code }),
    ...(typeof answer === 'string' && { error: answer }),
  };
}
