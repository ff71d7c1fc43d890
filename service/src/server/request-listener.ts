import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import type { Clock } from '../core/clock.ts';
import { Throttle } from '../core/throttle.ts';
import type { ProtocolErrors } from '../http/connections/protocol-errors.ts';
import type { UnreadResponses } from '../http/connections/unread-responses.ts';
import { corsHeaders } from '../http/cors.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import type { Health } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { RequestQueue } from '../http/overload/request-queue.ts';
import { clientAddressReader } from '../http/requests/client-address.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { CONSTANT_HEADERS } from '../http/responses/constant-headers.ts';
import type { RouteTable } from '../http/route-checks.ts';
import { stabilityHeaders } from '../http/stability.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import type { PetPages } from '../pets/pet-pages.ts';
import type { AddressQuotas } from '../quota/address-quota.ts';
import { createOverloadResponder } from '../quota/overload-response.ts';
import type { QuotaEngine } from '../quota/quota-engine.ts';
import type { QuotaHookDependencies } from '../quota/quota-hook.ts';
import { type AccessedRequest, logRequest } from './access-log.ts';
import { FastPath, type FastPathDependencies } from './fast-path.ts';
import { ReadyResponses } from './ready-responses.ts';

export interface RequestListenerDependencies {
  clock: Clock;
  ids: RequestIds;
  shutdown: GracefulShutdown;
  keys: ApiKeyCache;
  /** The quotas of accounts. */
  accounts: QuotaEngine;
  /** The quotas of client addresses, for requests without a valid key. */
  addresses: AddressQuotas;
  expiry: HoldExpiry;
  pages: PetPages;
  unread: UnreadResponses;
  metrics: Metrics | undefined;
  log: FastifyBaseLogger;
  accessLog: boolean;
  exposedHeaders: readonly string[];
  quotaOptions: QuotaHookDependencies;
  routes: RouteTable;
  health: Health;
  protocolErrors: ProtocolErrors;
  trustProxy: readonly string[];
}

/**
 * Installs three steps that handle a request before the framework does: the request queue (docs/adr/0017), the fast path for
 * pages of pets (docs/adr/0015), and ready responses, which need no database query (docs/adr/0032).
 */
export function installRequestListener(server: Server, dependencies: RequestListenerDependencies): void {
  const shed = createOverloadResponder({
    ...dependencies,
    headers: corsHeaders(dependencies.exposedHeaders),
    onShed: createShedObserver(dependencies),
  });
  const fastPath = createFastPath(dependencies);
  const ready = createReadyResponses(dependencies);
  RequestQueue.install(server, (framework) => ({
    next: (request, response) => {
      if (fastPath?.respond(request, response) === true || ready.send(request, response)) return;
      framework(request, response);
    },
    classify: ready.classify,
    onPipelined: dependencies.protocolErrors.trackPipelined,
    onWait: (response) => dependencies.shutdown.trackResponse(response),
    respondFromCache: (request, response) => fastPath?.respond(request, response, 'ready') === true,
    shed,
  }));
}

function createReadyResponses(dependencies: RequestListenerDependencies): ReadyResponses {
  const observe = createObserver(dependencies);
  return new ReadyResponses({
    ...dependencies,
    onRefusal: dependencies.quotaOptions.onRefusal,
    addressOf: clientAddressReader(dependencies.trustProxy),
    headers: corsHeaders(dependencies.exposedHeaders),
    observe:
      observe &&
      ((id, { method = '' }, { status, operation = 'none' }, elapsedMs) =>
        observe({ id, operation, method, status, elapsedMs, principal: undefined })),
  });
}

function createShedObserver({ metrics, log }: RequestListenerDependencies): () => void {
  const throttle = new Throttle();
  return () => {
    metrics?.countShed();
    throttle.run((leftOut) => log.warn(leftOut, 'the process is overloaded: some requests get 503'));
  };
}

/** Returns undefined unless the store and the quota engine work synchronously. */
function createFastPath(dependencies: RequestListenerDependencies): FastPath | undefined {
  const headers = { ...corsHeaders(dependencies.exposedHeaders), ...CONSTANT_HEADERS };
  if (dependencies.pages.sync === undefined || dependencies.accounts.admitSync === undefined)
    return undefined;
  return new FastPath({
    ...dependencies,
    headers: [...stabilityHeaders('stable'), ...Object.entries(headers).flat()],
    onResponse: createPageObserver(dependencies),
  });
}

function createPageObserver(dependencies: RequestListenerDependencies): FastPathDependencies['onResponse'] {
  const observe = createObserver(dependencies);
  const listPets = { operation: 'listPets', method: 'GET', status: 200 };
  return observe && ((response) => observe({ ...listPets, ...response }));
}

/**
 * Returns a function that records a response in the metrics and in the access log. It is called for responses that the
 * framework does not send. Returns undefined if metrics and access log are off.
 */
function createObserver({ metrics, accessLog, log }: RequestListenerDependencies) {
  if (metrics === undefined && !accessLog) return undefined;
  return ({ id, ...request }: AccessedRequest & { readonly id: string }): void => {
    metrics?.observeRequest(request);
    if (accessLog) logRequest(log.child({ reqId: id }), request);
  };
}
