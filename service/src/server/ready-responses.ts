import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasVerifiedKey, refusalWithoutLookup } from '../accounts/authenticate.ts';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import { type Health, isHealthCheck } from '../http/health.ts';
import type { TrafficClass } from '../http/overload/request-queue.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { declaresBody, isVersion1, type ReadyResponse, sendReady } from '../http/responses/ready-response.ts';
import { quotaHeaders } from '../quota/quota-headers.ts';
import { createEarlyRefusal, type EarlyRefusalOptions } from '../quota/refuse-early.ts';

export interface ReadyResponsesOptions extends EarlyRefusalOptions {
  shutdown: GracefulShutdown;
  health: Health;
  ids: RequestIds;
  /** Called for each response; undefined if neither metrics nor the access log are on. */
  observe:
    | ((id: string, request: IncomingMessage, sent: ReadyResponse, elapsedMs: number) => void)
    | undefined;
}

/** Sends responses that need neither the framework nor a query: health checks, preflights and most 401 (docs/adr/0032). */
export class ReadyResponses {
  readonly #options: ReadyResponsesOptions;
  readonly #refusalOf: ReturnType<typeof createEarlyRefusal>;

  constructor(options: ReadyResponsesOptions) {
    this.#options = options;
    this.#refusalOf = createEarlyRefusal(options);
  }

  /** Returns true if it sent a response, or will when a running health check ends. Otherwise it has changed nothing. */
  readonly send = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (declaresBody(request)) return false;
    const { shutdown, health, ids, observe } = this.#options;
    const beganAt = observe === undefined ? 0 : performance.now();
    const found = health.responseTo(request) ?? this.#preflightOf(request) ?? this.#refusalOf(request);
    if (found === undefined) return false;
    const id = ids.next();
    const finish = (ready: ReadyResponse) => {
      sendReady(request, response, ready, id);
      observe?.(id, request, ready, performance.now() - beganAt);
    };
    if (found instanceof Promise) {
      shutdown.trackResponse(response);
      void found.then(finish);
    } else finish(found);
    return true;
  };

  /** An unknown key from an address that has used up its quota is probably a guess, so it is `unauthenticated`. */
  readonly classify = (request: IncomingMessage): TrafficClass => {
    const hasBody = declaresBody(request);
    if (!hasBody && (isHealthCheck(request) || isVersion1Preflight(request))) return 'constant';
    const { addresses, addressOf, clock, keys } = this.#options;
    const { authorization } = request.headers;
    if (hasVerifiedKey(keys, authorization)) return 'verified';
    const now = clock.now();
    if (refusalWithoutLookup(keys, authorization, now) !== undefined)
      return !hasBody && isVersion1(request) ? 'constant' : 'unauthenticated';
    return addresses.peek(addressOf(request), now).minute.remaining === 0 ? 'unauthenticated' : 'unverified';
  };

  #preflightOf(request: IncomingMessage): ReadyResponse | undefined {
    if (!isVersion1Preflight(request)) return undefined;
    const { addresses, addressOf, clock } = this.#options;
    const now = clock.now();
    const quota = quotaHeaders(addresses.peek(addressOf(request), now), now);
    return { status: 204, headers: preflightHeaders(quota) };
  }
}

function isVersion1Preflight(request: IncomingMessage): boolean {
  return isPreflight(request) && isVersion1(request);
}
