import type { preValidationHookHandler } from 'fastify';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import { type Authentication, authenticateRequest, roleError } from '../accounts/authenticate.ts';
import { type Exchange, type QuotaHookDependencies, refuseBanned } from './quota-hook.ts';

/**
 * Checks the key again once the body has arrived, which may take 30 seconds: 401 if it was revoked or expired meanwhile,
 * 429 if it was banned, 403 if its account may only read now. Asks the store only if the key was not found valid within
 * the last second. The request was counted before its body arrived, and is not counted again (docs/adr/0033).
 */
export function recheckKeyAfterBody(
  keys: ApiKeyCache,
  parts: QuotaHookDependencies,
): preValidationHookHandler {
  return (request, reply, done) => {
    if (request.bodyBytes === undefined) return done();
    const exchange = { request, reply, now: parts.clock.now() };
    const caller = authenticateRequest(keys, request, exchange.now);
    if (!(caller instanceof Promise) && caller.principal === request.authentication.principal) return done();
    replaceCaller(parts, exchange, caller).then(done, done);
  };
}

/** Resolves with the error that the request gets; undefined if it may go on. */
async function replaceCaller(
  parts: QuotaHookDependencies,
  exchange: Exchange,
  found: Authentication | Promise<Authentication>,
): Promise<Error | undefined> {
  const { request, now } = exchange;
  const caller = await found;
  if (caller.principal === undefined) return caller.refusal;
  request.authentication = caller;
  const { key, account } = caller.principal;
  if (activeBan(key, now) !== undefined) return refuseBanned(parts, exchange, caller.principal);
  return roleError(account.role, request.method);
}
