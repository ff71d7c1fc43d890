import type { IncomingMessage } from 'node:http';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { refusalWithoutLookup } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { errorResponse } from '../http/responses/error-handler.ts';
import { isVersion1, type ReadyResponse } from '../http/responses/ready-response.ts';
import { type RouteTable, routableUrl } from '../http/route-checks.ts';
import type { AddressQuotas } from './address-quota.ts';
import { countByAddress, type QuotaHookDependencies } from './quota-hook.ts';

export interface EarlyRefusalOptions {
  clock: Clock;
  keys: ApiKeyCache;
  routes: RouteTable;
  addresses: AddressQuotas;
  onRefusal: QuotaHookDependencies['onRefusal'];
  addressOf(request: IncomingMessage): string | undefined;
  /** Header fields of every response under `/v1`. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns a function that refuses requests without a database query: those without a key, and those whose key is known to
 * be invalid. It counts the request and refuses it with 401 or 429, as `authenticate` and `quotaHook` do. It never refuses a
 * key that may be valid, because many customers may share an address.
 */
export function createEarlyRefusal(options: EarlyRefusalOptions) {
  const { clock, keys, routes, addressOf } = options;
  return (request: IncomingMessage): ReadyResponse | undefined => {
    if (!isVersion1(request)) return undefined;
    const now = clock.now();
    const refusal = refusalWithoutLookup(keys, request.headers.authorization, now);
    if (refusal === undefined) return undefined;
    const route = routes.find(request.method ?? '', routableUrl(request.url ?? ''));
    const { headers, error } = countByAddress(options, addressOf(request), refusal, now);
    const { status, headers: errorHeaders, body } = errorResponse(error);
    return {
      status,
      headers: { ...route?.headers, ...options.headers, ...headers, ...errorHeaders },
      body,
      operation: route?.operation,
    };
  };
}
