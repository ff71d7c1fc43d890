import type { preValidationHookHandler } from 'fastify';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import { type Authentication, authenticateRequest, roleError } from '../accounts/authenticate.ts';
import { type Exchange, type QuotaHookDependencies, refuseBanned } from './quota-hook.ts';

/**
 * Checks the key again after the body has arrived, which may take 30 seconds: 401 if it was revoked or has expired
 * meanwhile, 429 if it was banned, 403 if its account is now read-only. It queries the store only if the key was not
 * verified within the last second. The request was counted before its body arrived and is not counted again (docs/adr/0033).
 */
export function recheckKeyAfterBody(
  keys: ApiKeyCache,
  dependencies: QuotaHookDependencies,
): preValidationHookHandler {
  return (request, reply, done) => {
    if (request.bodyBytes === undefined) return done();
    const exchange = { request, reply, now: dependencies.clock.now() };
    const caller = authenticateRequest(keys, request, exchange.now);
    if (!(caller instanceof Promise) && caller.principal === request.authentication.principal) return done();
    replaceCaller(dependencies, exchange, caller).then(done, done);
  };
}

/** Resolves with the error of the response; undefined if the request may continue. */
async function replaceCaller(
  dependencies: QuotaHookDependencies,
  exchange: Exchange,
  authentication: Authentication | Promise<Authentication>,
): Promise<Error | undefined> {
  const { request, now } = exchange;
  const caller = await authentication;
  if (caller.principal === undefined) return caller.refusal;
  request.authentication = caller;
  const { key, account } = caller.principal;
  if (activeBan(key, now) !== undefined) return refuseBanned(dependencies, exchange, caller.principal);
  return roleError(account.role, request.method);
}
