import type { IncomingMessage } from 'node:http';
import { ApiError, quote } from '../../platform/core/errors.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { isAtLeast, type KeyScope, mayUseMethod, type Role } from '../../platform/core/role.ts';
import type { Waiter } from '../../platform/core/tasks/fair-semaphore.ts';
import type { WriteOptions } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import { errorAnswer } from '../../platform/http/responses/answer.ts';
import type { Exchange, Step } from '../../platform/http/route.ts';
import type { ApiKeyCache } from './api-key-cache.ts';
import type { KeyPrincipal, Principal } from './principal.ts';

/** The sender of a request, or the error if it is unknown. `countRequest` sends that error after it has counted the request. */
export type Authentication =
  | { readonly principal: Principal; readonly refusal?: undefined }
  | { readonly principal?: undefined; readonly refusal: Error };

declare module '../../platform/http/route.ts' {
  interface Exchange {
    /** Undefined until the request was authenticated. */
    authentication?: Authentication;
  }
}

const CHALLENGE = 'Bearer realm="petstore"';

/**
 * Authenticates a request by its bearer key (RFC 6750, section 2.1) and stores the result in its exchange. It never rejects
 * a request. Later steps do:
 *
 * 1. `access/quota/count-request.ts` counts the request, and sends 401, 429 for a ban, or 429 for a used-up quota.
 * 2. `requireRole` below sends 403.
 * 3. `recheckKeyAfterBody` in `access/quota/count-request.ts` authenticates again when the body has arrived.
 */
export function authenticate(keys: ApiKeyCache): Step {
  return (exchange) => {
    const authentication = authenticateRequest(keys, exchange.request, exchange.now);
    if (authentication instanceof Promise) {
      return authentication.then((settled) => {
        exchange.authentication = settled;
        return undefined;
      });
    }
    exchange.authentication = authentication;
    return undefined;
  };
}

/** Authenticates a request. Never throws, and the promise never rejects. Queries the store only if the key is not in the cache. */
export function authenticateRequest(
  keys: ApiKeyCache,
  { headers: { authorization } }: IncomingMessage,
  now: number,
): MaybePromise<Authentication> {
  const secret = bearerToken(authorization);
  if (secret === undefined) return { refusal: missingKey(authorization) };
  try {
    const principal = keys.verify(secret, now);
    return principal instanceof Promise
      ? principal.then(authenticationOf, (error: Error) => ({ refusal: error }))
      : authenticationOf(principal);
  } catch (error) {
    return { refusal: error as Error }; // only errors are thrown
  }
}

/** Returns the account of a request that was authenticated and counted. */
export function accountOf(exchange: Exchange): Principal['account'] {
  return principalOf(exchange).account;
}

/** Returns true if the request was sent with a key for web pages, which everyone can read. */
export function isOfWebPage(exchange: Exchange): boolean {
  return principalOf(exchange).key?.allowedOrigins !== undefined;
}

/** Returns who waits for what a request does: its account, until its client disconnects. */
export function waiterOf(exchange: Exchange): Waiter {
  return { account: accountOf(exchange).id, isAbandoned: () => exchange.response.destroyed };
}

/** Returns the options of a write that changes an account, a key or a ban. */
export function accessWrite(exchange: Exchange): WriteOptions {
  return { ...waiterOf(exchange), locks: [ACCESS_LOCK] };
}

/** Returns the author of the changes that a request makes. */
export function actorOf(exchange: Exchange): {
  accountId: bigint;
  keyId: bigint | undefined;
  personId: bigint | undefined;
} {
  const { account, key, person } = principalOf(exchange);
  return { accountId: account.id, keyId: key?.id, personId: person?.id };
}

/** Returns the sender of a request that was authenticated and counted. */
export function principalOf({ authentication }: Exchange): Principal {
  if (authentication?.principal === undefined)
    throw new Error('A request without a valid key was not refused');
  return authentication.principal;
}

/**
 * Rejects operations that the role of the key, or a key for web pages, may never use, and requests from pages of other origins
 * than those of the key.
 * Routes check the permission for each pet.
 */
export const requireRole: Step = (exchange) => {
  const refusal = roleRefusal(exchange);
  return refusal && errorAnswer(refusal);
};

function roleRefusal(exchange: Exchange): ApiError | undefined {
  const { account, key } = principalOf(exchange);
  return key === undefined ? refusalOfRole(exchange, account.role) : refusalOfKey(exchange, key);
}

function refusalOfKey(exchange: Exchange, key: KeyPrincipal['key']): ApiError | undefined {
  const { request, route } = exchange;
  const { allowedOrigins, scopes } = key;
  if (allowedOrigins !== undefined) {
    const { origin } = request.headers;
    if (origin === undefined || !allowedOrigins.includes(origin))
      return originNotAllowed(allowedOrigins, origin);
    if (scopes === undefined && route?.isForWebPages !== true) return operationNotAllowed();
  }
  if (scopes === undefined) return refusalOfRole(exchange, accountOf(exchange).role);
  return route?.scope !== undefined && scopes.includes(route.scope) ? undefined : outOfScope(scopes);
}

function refusalOfRole(exchange: Exchange, role: Role): ApiError | undefined {
  const { method, route } = exchange;
  const { person } = principalOf(exchange);
  const needed = route?.role;
  if (needed !== undefined && !isAtLeast(role, needed)) {
    return new ApiError(
      'insufficient_role',
      `The operation needs the role ${needed}; ${person === undefined ? 'the account has' : 'you have'} the role ${role}.`,
    );
  }
  if (role === 'volunteer' && needed === undefined && isWrite(method) && route?.isForVolunteers !== true) {
    return new ApiError(
      'insufficient_role',
      'Volunteers may add animals, and change profiles and photos. Ask someone who manages the animals to do this.',
    );
  }
  if (mayUseMethod(role, method)) return undefined;
  return new ApiError(
    'insufficient_role',
    `An account with the role ${role} may only read. Ask the operator for the role member or manager.`,
  );
}

function isWrite(method: string): boolean {
  return !mayUseMethod('reader', method);
}

function operationNotAllowed(): ApiError {
  return new ApiError(
    'operation_not_allowed',
    'The key is for web pages, which may only read animals, listings, categories and their events. Use a key without allowedOrigins on a server of your own.',
  );
}

function outOfScope(scopes: readonly KeyScope[]): ApiError {
  return new ApiError(
    'operation_not_allowed',
    `The key is only for ${scopes.join(', ')}. Use a key without scopes for other operations.`,
  );
}

function originNotAllowed(allowed: readonly string[], origin: string | undefined): ApiError {
  const found =
    origin === undefined ? 'the request has no Origin' : `the Origin of the request is ${quote(origin)}`;
  return new ApiError(
    'origin_not_allowed',
    `The key may be used only by web pages of ${allowed.join(', ')}; ${found}.`,
  );
}

/** Returns the principal of a request from the cache, without a query. The key may be banned. */
export function cachedAuthentication(
  keys: ApiKeyCache,
  header: string | undefined,
  now: number,
): Principal | undefined {
  const secret = bearerToken(header);
  return secret === undefined ? undefined : keys.cached(secret, now);
}

/** Returns the 401 of a request whose key is missing, or known to be invalid without a query. */
export function refusalWithoutLookup(
  keys: ApiKeyCache,
  header: string | undefined,
  now: number,
): ApiError | undefined {
  const secret = bearerToken(header);
  if (secret === undefined) return missingKey(header);
  return keys.isDenied(secret, now) ? invalidKey() : undefined;
}

/** Returns the account of a request's key if its last lookup, however long ago, found it valid. */
export function lastVerifiedAccount(
  keys: ApiKeyCache,
  header: string | undefined,
  now: number,
): Principal['account'] | undefined {
  const secret = bearerToken(header);
  return secret === undefined ? undefined : keys.lastVerified(secret, now)?.account;
}

/** Accepts the scheme in upper and lower case (RFC 9110, section 11.1). Returns undefined without a bearer credential. */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // The common spelling, without the cost of a regular expression.
  if (header.startsWith('Bearer ') && !header.includes(' ', 7) && header.length > 7) return header.slice(7);
  return /^bearer +(\S+) *$/i.exec(header)?.[1];
}

function authenticationOf(principal: Principal | undefined): Authentication {
  return principal === undefined ? { refusal: invalidKey() } : { principal };
}

function missingKey(header: string | undefined): ApiError {
  const problem =
    header === undefined ? 'no Authorization header' : 'an Authorization header without a bearer key';
  return new ApiError(
    'missing_api_key',
    `The request has ${problem}. Send your API key as "Authorization: Bearer <API_KEY>".`,
    { headers: { 'WWW-Authenticate': CHALLENGE } },
  );
}

function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'The API key is unknown, revoked, expired, of a disabled account or of the other environment. Check it, or ask the operator for a new one.',
    { headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` } },
  );
}
