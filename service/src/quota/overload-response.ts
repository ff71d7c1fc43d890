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
  /** Header fields of every answer, names and values in turn. */
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
 * Answers 503 without doing anything for the request: nothing is looked up and nothing counted. Its quota is the
 * account's where the key was seen a moment ago, else that of its peer's address.
 */
export function createOverloadResponder(parts: OverloadResponseDependencies) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const now = parts.clock.now();
    const quota = Object.entries(knownQuota(parts, request, now)).flat();
    response.writeHead(503, ['x-request-id', parts.ids.next(), ...parts.headers, ...quota, ...CONSTANT]);
    response.end(request.method === 'HEAD' ? undefined : BODY);
    parts.onShed();
  };
}

function knownQuota(
  { keys, accounts, addresses }: OverloadResponseDependencies,
  request: IncomingMessage,
  now: number,
) {
  const principal = cachedAuthentication(keys, request.headers.authorization, now);
  const look = principal && accounts.peek(principal.account.id, quotaOf(principal.account), now);
  if (principal === undefined || !isKnown(look)) {
    return quotaHeaders(addresses.peek(request.socket.remoteAddress, now), now);
  }
  const ban = activeBan(principal.key, now);
  return ban === undefined ? quotaHeaders(look, now) : banHeaders(look, ban, now);
}

function isKnown(look: WindowsAt | Promise<WindowsAt> | undefined): look is WindowsAt {
  return look !== undefined && !(look instanceof Promise);
}
