import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import { cachedAuthentication } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { unavailable } from '../core/errors.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { JSON_TYPE } from '../http/responses/json-response.ts';
import type { AddressQuotas } from './address-quota.ts';
import { quotaOf } from './plan.ts';
import type { QuotaEngine, WindowsAt } from './quota-engine.ts';
import { banHeaders, quotaHeaders } from './quota-headers.ts';

export interface OverloadResponseDependencies {
  clock: Clock;
  ids: RequestIds;
  keys: ApiKeyCache;
  accounts: QuotaEngine;
  addresses: AddressQuotas;
  /** Header fields of every response: names and values in turn. */
  headers: readonly string[];
  onShed(): void;
}

const OVERLOADED = unavailable('The service has more to do than it can. Try again in a moment.');
const BODY = Buffer.from(JSON.stringify(OVERLOADED.toBody()));
const CONSTANT = [
  ...Object.entries(OVERLOADED.headers).flat(),
  ...['cache-control', 'no-store', 'content-type', JSON_TYPE, 'content-length', String(BODY.length)],
];

/**
 * Returns a listener that sheds a request with 503: it queries and counts nothing. The quota headers describe the account if
 * the key is in the cache, and the address of the peer otherwise.
 */
export function createOverloadResponder(dependencies: OverloadResponseDependencies) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const now = dependencies.clock.now();
    const quota = Object.entries(cachedQuota(dependencies, request, now)).flat();
    response.writeHead(503, [
      'x-request-id',
      dependencies.ids.next(),
      ...dependencies.headers,
      ...quota,
      ...CONSTANT,
    ]);
    response.end(request.method === 'HEAD' ? undefined : BODY);
    dependencies.onShed();
  };
}

function cachedQuota(
  { keys, accounts, addresses }: OverloadResponseDependencies,
  request: IncomingMessage,
  now: number,
) {
  const principal = cachedAuthentication(keys, request.headers.authorization, now);
  const windows = principal && accounts.peek(principal.account.id, quotaOf(principal.account), now);
  if (principal === undefined || !isSync(windows)) {
    return quotaHeaders(addresses.peek(request.socket.remoteAddress, now), now);
  }
  const ban = activeBan(principal.key, now);
  return ban === undefined ? quotaHeaders(windows, now) : banHeaders(windows, ban, now);
}

function isSync(windows: WindowsAt | Promise<WindowsAt> | undefined): windows is WindowsAt {
  return windows !== undefined && !(windows instanceof Promise);
}
