import type { IncomingMessage } from 'node:http';
import type { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import { lastVerifiedAccount, refusalWithoutLookup } from '../access/accounts/authenticate.ts';
import type { CountingDependencies } from '../access/quota/count-request.ts';
import type { Clock } from '../platform/core/clock.ts';
import { isPreflight } from '../platform/http/cors.ts';
import { isHealthCheck } from '../platform/http/health.ts';
import type { Traffic, TrafficClass } from '../platform/http/overload/request-queue.ts';
import { declaresBody, isVersion1 } from '../platform/http/request-head.ts';

export interface ClassifierDependencies {
  clock: Clock;
  keys: ApiKeyCache;
  counting: Pick<CountingDependencies, 'addresses' | 'addressOf'>;
}

/**
 * Returns a function that classifies a request by what is known without a query (docs/overload.md). A request with a body is
 * never `constant`, because a slow client could keep it open.
 */
export function createClassifier({ clock, keys, counting }: ClassifierDependencies) {
  const withoutAccount = (
    request: IncomingMessage,
    address: string | undefined,
    now: number,
  ): TrafficClass => {
    const { authorization } = request.headers;
    if (refusalWithoutLookup(keys, authorization, now) !== undefined)
      return !declaresBody(request) && isVersion1(request.url ?? '') ? 'constant' : 'unauthenticated';
    // An unknown key from an address that has used up its quota is probably a guess.
    const { minute } = counting.addresses.peek(address, now);
    return minute.remaining === 0 ? 'unauthenticated' : 'unverified';
  };
  return (request: IncomingMessage): Traffic => {
    const now = clock.now();
    if (needsNoKey(request)) return { trafficClass: 'constant', sender: counting.addressOf(request) };
    const account = lastVerifiedAccount(keys, request.headers.authorization, now);
    if (account !== undefined) return { trafficClass: 'verified', sender: account.id };
    const sender = counting.addressOf(request);
    return { trafficClass: withoutAccount(request, sender, now), sender };
  };
}

/** Returns true for health checks and preflights. */
function needsNoKey(request: IncomingMessage): boolean {
  if (declaresBody(request)) return false;
  return isHealthCheck(request) || (isVersion1(request.url ?? '') && isPreflight(request));
}
