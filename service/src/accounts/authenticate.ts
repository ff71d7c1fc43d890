import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import { mayUseMethod, type Role } from './account.ts';
import type { ApiKeyCache, Principal } from './api-key-cache.ts';

/** Who sends a request, or why that is not known; refusing is the meter's work, which counts first. */
export type Authentication =
  | { readonly principal: Principal; readonly refusal?: undefined }
  | { readonly principal?: undefined; readonly refusal: Error };

declare module 'fastify' {
  interface FastifyRequest {
    authentication: Authentication;
  }
}

const CHALLENGE = 'Bearer realm="petstore"';

/** Finds the caller by the bearer key of RFC 6750, section 2.1. Never refuses. */
export function authenticate(keys: ApiKeyCache, clock: Clock): onRequestHookHandler {
  return (request, _reply, done) => {
    const caller = authenticateRequest(keys, request, clock.now());
    const keep = (found: Authentication) => {
      request.authentication = found;
      done();
    };
    if (caller instanceof Promise) caller.then(keep);
    else keep(caller);
  };
}

/** Never rejects. Asks the store only if the key was not found valid within the last second. */
export function authenticateRequest(
  keys: ApiKeyCache,
  { headers: { authorization } }: FastifyRequest,
  now: number,
): Authentication | Promise<Authentication> {
  const secret = bearerToken(authorization);
  if (secret === undefined) return { refusal: missingKey(authorization) };
  const found = keys.verify(secret, now);
  return found instanceof Promise
    ? found.then(callerOf, (error: Error) => ({ refusal: error }))
    : callerOf(found);
}

/** The account behind a request that the meter let pass. */
export function accountOf(request: FastifyRequest): Principal['account'] {
  return principalOf(request).account;
}

/** Who is to be named as the author of a change. */
export function actorOf(request: FastifyRequest): { accountId: bigint; keyId: bigint } {
  const { account, key } = principalOf(request);
  return { accountId: account.id, keyId: key.id };
}

function principalOf({ authentication: { principal } }: FastifyRequest): Principal {
  if (principal === undefined) throw new Error('A request without a valid key got past the meter');
  return principal;
}

/** Refuses what the account's role never may; what it may do to which pet is decided where the pet is known. */
export const checkRole: onRequestHookHandler = (request, _reply, done) => {
  done(roleError(accountOf(request).role, request.method));
};

/** Undefined if the role may use the method. */
export function roleError(role: Role, method: string): ApiError | undefined {
  if (mayUseMethod(role, method)) return undefined;
  return new ApiError(
    'insufficient_role',
    `An account with the role ${role} may only read. Ask the operator for the role member or manager.`,
  );
}

/** Who sends a request, where its key was found valid a moment ago; it may be banned. */
export function cachedAuthentication(
  keys: ApiKeyCache,
  header: string | undefined,
  now: number,
): Principal | undefined {
  const secret = bearerToken(header);
  const principal = secret === undefined ? undefined : keys.cached(secret, now);
  const expiresAt = principal?.key.expiresAt;
  return expiresAt !== undefined && now >= expiresAt ? undefined : principal;
}

/** The 401 for a request whose key is missing, or known not to be valid without asking the store. */
export function refusalWithoutLookup(
  keys: ApiKeyCache,
  header: string | undefined,
  now: number,
): ApiError | undefined {
  const secret = bearerToken(header);
  if (secret === undefined) return missingKey(header);
  return keys.isDenied(secret, now) ? invalidKey() : undefined;
}

/** Returns true if the request's key was valid when it was last looked up. */
export function hasVerifiedKey(keys: ApiKeyCache, header: string | undefined): boolean {
  const secret = bearerToken(header);
  return secret !== undefined && keys.hasVerified(secret);
}

/** The scheme in any case (RFC 9110, section 11.1); undefined if there is no bearer credential. */
function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // As nearly everybody writes it.
  if (header.startsWith('Bearer ') && !header.includes(' ', 7) && header.length > 7) return header.slice(7);
  return /^bearer +(\S+) *$/i.exec(header)?.[1];
}

function callerOf(principal: Principal | undefined): Authentication {
  return principal === undefined ? { refusal: invalidKey() } : { principal };
}

function missingKey(header: string | undefined): ApiError {
  const found =
    header === undefined ? 'no Authorization header' : 'an Authorization header without a bearer key';
  return new ApiError(
    'missing_api_key',
    `The request has ${found}. Send your API key as "Authorization: Bearer <API_KEY>".`,
    { headers: { 'WWW-Authenticate': CHALLENGE } },
  );
}

function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'The API key is unknown, revoked, expired or belongs to the other environment. Check it, or ask the operator for a new one.',
    { headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` } },
  );
}
