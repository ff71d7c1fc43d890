import type { Clock } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Exchange } from '../../platform/http/route.ts';
import type { ApiKeyCache } from './api-key-cache.ts';
import { authenticateRequest, principalOf } from './authenticate.ts';
import { activeBan } from './ban.ts';
import type { Principal } from './principal.ts';

/** What has become of the sender of a request that goes on: it may do the same, something else, or nothing, with the reason. */
export type Access = 'same' | 'changed' | Error;

/** Returns a function that authenticates a request again, which takes a query only if accounts, keys, bans or people have changed. */
export function accessAfter(keys: ApiKeyCache, clock: Clock): (exchange: Exchange) => MaybePromise<Access> {
  return (exchange) => {
    const before = principalOf(exchange);
    const now = clock.now();
    return andThen(authenticateRequest(keys, exchange.request, now), ({ principal, refusal }) => {
      if (principal === undefined) return refusal;
      if (principal.key !== undefined && activeBan(principal.key, now) !== undefined) return 'changed';
      return principal === before || rightsOf(principal) === rightsOf(before) ? 'same' : 'changed';
    });
  };
}

function rightsOf({ account: { id, role }, key, person }: Principal): string {
  return [id, role, person?.id, key?.id, key?.allowedOrigins?.join(' '), key?.scopes?.join(' ')].join();
}
