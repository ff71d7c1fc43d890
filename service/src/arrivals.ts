import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { logRequest } from './accounts/access-log.ts';
import type { VerifiedKeys } from './accounts/verified-keys.ts';
import { type Clock, MINUTE } from './core/clock.ts';
import { LogThrottle } from './core/log-throttle.ts';
import { ExpressLane, type ExpressLaneParts } from './express-lane.ts';
import { Admission } from './http/admission.ts';
import type { UnreadResponses } from './http/connections/unread-responses.ts';
import { CONSTANT_HEADERS } from './http/constant-headers.ts';
import { corsHeaders } from './http/cors.ts';
import type { Drain } from './http/drain.ts';
import type { Metrics } from './http/metrics.ts';
import type { RequestIds } from './http/request-ids.ts';
import { stabilityHeaders } from './http/stability.ts';
import type { HoldExpiry } from './orders/hold-expiry.ts';
import type { PetPages } from './pets/pet-pages.ts';
import type { AddressQuotas } from './quota/address-quota.ts';
import type { AccountQuotas } from './quota/quota.ts';
import { shedding } from './quota/shed.ts';

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
}

const LOGGED_EVERY = MINUTE;

/** What stands before the framework: when there is too much to do (ADR 17), and what can be answered without it (ADR 15). */
export function receive(server: Server, parts: ArrivalParts): void {
  const headers = [...corsHeaders(parts.exposedHeaders), ...Object.entries(CONSTANT_HEADERS).flat()];
  const shed = shedding({ ...parts, headers, onShed: shedObserver(parts) });
  const lane = expressLane(parts, headers);
  Admission.before(server, (framework) => ({
    next: (request, response) => {
      if (lane?.answers(request, response) !== true) framework(request, response);
    },
    onWait: (response) => parts.drain.follow(response),
    answersReady: (request, response) => lane?.answers(request, response, 'ready') === true,
    shed,
  }));
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

/** Tells the metrics and the log of a page that the express lane answered; undefined where nobody wants to know. */
function pageObserver({ metrics, accessLog, log }: ArrivalParts): ExpressLaneParts['onAnswer'] {
  if (metrics === undefined && !accessLog) return undefined;
  const operation = { operation: 'listPets', method: 'GET', status: 200 };
  return ({ id, principal, elapsedMs }) => {
    metrics?.observeRequest({ ...operation, elapsedMs });
    if (accessLog) logRequest(log.child({ reqId: id }), { ...operation, elapsedMs, principal });
  };
}
