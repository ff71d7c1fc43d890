import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import { cachedAuthentication } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { overloadError } from '../http/overload/overload-error.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { errorResponse } from '../http/responses/error-handler.ts';
import { sendReady } from '../http/responses/ready-response.ts';
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
  /** Header fields of every response under `/v1`. */
  headers: Readonly<Record<string, string>>;
  onShed(): void;
}

const { status, headers: errorHeaders, body } = errorResponse(overloadError());

/**
 * Returns a listener that sheds a request with 503: it queries and counts nothing. The quota headers describe the account if
 * the key is in the cache, and the address of the peer otherwise.
 */
export function createOverloadResponder(dependencies: OverloadResponseDependencies) {
  const { clock, ids, onShed } = dependencies;
  return (request: IncomingMessage, response: ServerResponse): void => {
    const quota = cachedQuota(dependencies, request, clock.now());
    const headers = { ...dependencies.headers, ...quota, ...errorHeaders };
    sendReady(request, response, { status, headers, body }, ids.next());
    onShed();
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
