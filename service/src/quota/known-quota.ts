import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { cachedAuthentication } from '../accounts/authenticate.ts';
import { activeBan } from '../accounts/ban.ts';
import type { Exchange, QuotaHeaders } from '../http/route.ts';
import type { AddressQuotas } from './address-quota.ts';
import { quotaOf } from './plan.ts';
import type { QuotaEngine } from './quota-engine.ts';
import { banHeaders, quotaHeaders } from './quota-headers.ts';

export interface KnownQuotaDependencies {
  keys: ApiKeyCache;
  accountQuotas: QuotaEngine;
  addresses: AddressQuotas;
}

/**
 * Returns the quota headers of a request that is not counted, without a query: of its account if the key is in the cache,
 * and of the address of its peer otherwise.
 */
export function knownQuota(
  { keys, accountQuotas, addresses }: KnownQuotaDependencies,
  { request, now }: Exchange,
): QuotaHeaders {
  const principal = cachedAuthentication(keys, request.headers.authorization, now);
  const windows = principal && accountQuotas.peek(principal.account.id, quotaOf(principal.account), now);
  if (principal === undefined || windows === undefined || windows instanceof Promise) {
    return quotaHeaders(addresses.peek(request.socket.remoteAddress, now), now);
  }
  const ban = activeBan(principal.key, now);
  return ban === undefined ? quotaHeaders(windows, now) : banHeaders(windows, ban, now);
}
