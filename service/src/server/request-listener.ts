import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { type Clock, MINUTE } from '../core/clock.ts';
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
  accounts: QuotaEngine;
  addresses: AddressQuotas;
  expiry: HoldExpiry;
  pages: PetPages;
  unread: UnreadResponses;
  metrics: Metrics | undefined;
  log: FastifyBaseLogger;
  accessLog: boolean;
  exposedHeaders: readonly string[];
  meter: QuotaHookDependencies;
  routes: RouteTable;
  health: Health;
  protocolErrors: ProtocolErrors;
  trustProxy: readonly string[];
}

const LOGGED_EVERY = MINUTE;

/** What stands before the framework: when there is too much to do (ADR 17), and what can be answered without it (ADR 15). */
export function installRequestListener(server: Server, parts: RequestListenerDependencies): void {
  const headers = Object.entries({ ...corsHeaders(parts.exposedHeaders), ...CONSTANT_HEADERS }).flat();
  const shed = createOverloadResponder({ ...parts, headers, onShed: shedObserver(parts) });
  const lane = expressLane(parts, headers);
  const ready = readyResponses(parts);
  RequestQueue.install(server, (framework) => ({
    next: (request, response) => {
      if (lane?.respond(request, response) === true || ready.send(request, response)) return;
      framework(request, response);
    },
    classify: ready.classify,
    onPipelined: parts.protocolErrors.trackPipelined,
    onWait: (response) => parts.shutdown.trackResponse(response),
    respondFromCache: (request, response) => lane?.respond(request, response, 'ready') === true,
    shed,
  }));
}

/** What needs neither the framework nor a query (ADR 32). */
function readyResponses(parts: RequestListenerDependencies): ReadyResponses {
  const observe = observer(parts);
  return new ReadyResponses({
    ...parts,
    onRefusal: parts.meter.onRefusal,
    addressOf: clientAddressReader(parts.trustProxy),
    headers: corsHeaders(parts.exposedHeaders),
    observe:
      observe &&
      ((id, { method = '' }, { status, operation = 'none' }, elapsedMs) =>
        observe({ id, operation, method, status, elapsedMs, principal: undefined })),
  });
}

function shedObserver({ metrics, log }: RequestListenerDependencies): () => void {
  const throttle = new Throttle(LOGGED_EVERY);
  return () => {
    metrics?.countShed();
    throttle.run((leftOut) =>
      log.warn(leftOut, 'there is more to do than this process can: some requests get 503'),
    );
  };
}

/** Only where nothing needs to be waited for. */
function expressLane(parts: RequestListenerDependencies, headers: readonly string[]): FastPath | undefined {
  if (parts.pages.sync === undefined || parts.accounts.admitSync === undefined) return undefined;
  return new FastPath({
    ...parts,
    headers: [...stabilityHeaders('stable'), ...headers],
    onResponse: pageObserver(parts),
  });
}

function pageObserver(parts: RequestListenerDependencies): FastPathDependencies['onResponse'] {
  const observe = observer(parts);
  const operation = { operation: 'listPets', method: 'GET', status: 200 };
  return observe && ((page) => observe({ ...operation, ...page }));
}

/** Reports a response that the framework did not send; undefined if neither metrics nor the access log are on. */
function observer({ metrics, accessLog, log }: RequestListenerDependencies) {
  if (metrics === undefined && !accessLog) return undefined;
  return ({ id, ...request }: AccessedRequest & { readonly id: string }): void => {
    metrics?.observeRequest(request);
    if (accessLog) logRequest(log.child({ reqId: id }), request);
  };
}
