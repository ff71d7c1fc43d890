import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { authenticateRequest, requireRole } from '../accounts/authenticate.ts';
import { activeBan } from '../accounts/ban.ts';
import type { Clock } from '../core/clock.ts';
import { andThen } from '../core/maybe-promise.ts';
import { declaresBody } from '../http/request-head.ts';
import type { Step } from '../http/route.ts';
import { type CountingDependencies, refuseBanned } from './count-request.ts';

/**
 * Checks the key again after the body has arrived, which may take 30 seconds: 401 if it was revoked or has expired
 * meanwhile, 429 if it was banned, 403 if the role of its account no longer allows the operation. It reads the key again only if accounts, keys or
 * bans have changed. The request was counted before its body arrived and is not counted again (docs/adr/0033).
 */
export function recheckKeyAfterBody(
  keys: ApiKeyCache,
  clock: Clock,
  counting: Pick<CountingDependencies, 'accountQuotas' | 'onRefusal'>,
): Step {
  return (exchange) => {
    if (!declaresBody(exchange.request)) return undefined;
    const now = clock.now();
    return andThen(authenticateRequest(keys, exchange.request, now), (authentication) => {
      if (authentication.principal === undefined) throw authentication.refusal;
      exchange.authentication = authentication;
      if (activeBan(authentication.principal.key, now) !== undefined)
        return refuseBanned(counting, exchange, authentication.principal, now);
      return requireRole(exchange);
    });
  };
}
