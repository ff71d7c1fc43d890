import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { VerifiedKeys } from '../accounts/api-key-cache.ts';
import { type Clock, MINUTE } from '../core/clock.ts';
import { LogThrottle } from '../core/throttle.ts';
import type { ProtocolErrors } from '../http/connections/protocol-errors.ts';
import type { UnreadResponses } from '../http/connections/unread-responses.ts';
import { corsHeaders } from '../http/cors.ts';
import type { Drain } from '../http/graceful-shutdown.ts';
import type { Health } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { Admission } from '../http/overload/admission.ts';
import { clientAddressReader } from '../http/requests/client-address.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { CONSTANT_HEADERS } from '../http/responses/constant-headers.ts';
import type { KnownMethods } from '../http/route-checks.ts';
import { stabilityHeaders } from '../http/stability.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import type { PetPages } from '../pets/pet-pages.ts';
import type { AddressQuotas } from '../quota/address-quota.ts';
import { shedding } from '../quota/overload-response.ts';
import type { AccountQuotas } from '../quota/quota-engine.ts';
import type { MeterParts } from '../quota/quota-hook.ts';
import { type AccessedRequest, logRequest } from './access-log.ts';
import { ExpressLane, type ExpressLaneParts } from './fast-path.ts';
import { ReadyResponses } from './ready-responses.ts';

export interface ArrivalParts {
  clock: Clock;
  ids: RequestIds;
  drain: Drain;
  keys: VerifiedKeys;
  accounts: AccountQuotas;
  addresses: AddressQuotas;
  expiry: HoldExpiry;
  pages: PetPages;
  unread: UnreadResponses;
  metrics: Metrics | undefined;
  log: FastifyBaseLogger;
  accessLog: boolean;
  exposedHeaders: readonly string[];
  meter: MeterParts;
  known: KnownMethods;
  health: Health;
  protocolErrors: ProtocolErrors;
  trustProxy: readonly string[];
}

const LOGGED_EVERY = MINUTE;

/** What stands before the framework: when there is too much to do (ADR 17), and what can be answered without it (ADR 15). */
export function receive(server: Server, parts: ArrivalParts): void {
  const headers = Object.entries({ ...corsHeaders(parts.exposedHeaders), ...CONSTANT_HEADERS }).flat();
  const shed = shedding({ ...parts, headers, onShed: shedObserver(parts) });
  const lane = expressLane(parts, headers);
  const ready = readyResponses(parts);
  Admission.before(server, (framework) => ({
    next: (request, response) => {
      if (lane?.answers(request, response) === true || ready.send(request, response)) return;
      framework(request, response);
    },
    rankOf: ready.rankOf,
    onPipelined: parts.protocolErrors.keepPipelined,
    onWait: (response) => parts.drain.follow(response),
    answersReady: (request, response) => lane?.answers(request, response, 'ready') === true,
    shed,
  }));
}

/** What needs neither the framework nor a query (ADR 32). */
function readyResponses(parts: ArrivalParts): ReadyResponses {
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

function shedObserver({ metrics, log }: ArrivalParts): () => void {
  const throttle = new LogThrottle(LOGGED_EVERY);
  return () => {
    metrics?.countShed();
    throttle.run((leftOut) =>
      log.warn(leftOut, 'there is more to do than this process can: some requests get 503'),
    );
  };
}

/** Only where nothing needs to be waited for. */
function expressLane(parts: ArrivalParts, headers: readonly string[]): ExpressLane | undefined {
  if (parts.pages.atOnce === undefined || parts.accounts.admitAtOnce === undefined) return undefined;
  return new ExpressLane({
    ...parts,
    headers: [...stabilityHeaders('stable'), ...headers],
    onAnswer: pageObserver(parts),
  });
}

function pageObserver(parts: ArrivalParts): ExpressLaneParts['onAnswer'] {
  const observe = observer(parts);
  const operation = { operation: 'listPets', method: 'GET', status: 200 };
  return observe && ((page) => observe({ ...operation, ...page }));
}

/** Reports a response that the framework did not send; undefined if neither metrics nor the access log are on. */
function observer({ metrics, accessLog, log }: ArrivalParts) {
  if (metrics === undefined && !accessLog) return undefined;
  return ({ id, ...request }: AccessedRequest & { readonly id: string }): void => {
    metrics?.observeRequest(request);
    if (accessLog) logRequest(log.child({ reqId: id }), request);
  };
}
