import type { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import { accountOf, authenticate, requireRole } from '../access/accounts/authenticate.ts';
import type { KeyUses } from '../access/accounts/key-uses.ts';
import {
  type CountingDependencies,
  countRequest,
  recheckKeyAfterBody,
} from '../access/quota/count-request.ts';
import { quotaHeaders } from '../access/quota/quota-headers.ts';
import type { HoldExpiry } from '../catalogue/orders/hold-expiry.ts';
import type { Clock } from '../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../platform/core/maybe-promise.ts';
import type { Database } from '../platform/database/database.ts';
import { answerPagePreflight, answerPreflight } from '../platform/http/cors.ts';
import { refuseDuringShutdown } from '../platform/http/graceful-shutdown.ts';
import { ConcurrencyLimit, runInPlace } from '../platform/http/overload/concurrency-limit.ts';
import { isVersion1, requireValidHead } from '../platform/http/request-head.ts';
import { NO_BODY, receiveJson } from '../platform/http/requests/body.ts';
import { toAnswer } from '../platform/http/responses/answer.ts';
import {
  type Answer,
  type Exchange,
  type ReceivedBody,
  runSteps,
  type Step,
  type TableRoute,
} from '../platform/http/route.ts';
import { type RouteTable, refuseRemoved } from '../platform/http/route-table.ts';
import type { CachedReads } from './cached-reads.ts';

export interface StepDependencies {
  clock: Clock;
  keys: ApiKeyCache;
  keyUses: KeyUses;
  counting: CountingDependencies;
  expiry: HoldExpiry;
  routes: RouteTable;
  reads: CachedReads;
  database: Pick<Database, 'readPlaces'>;
}

/**
 * Returns the function that answers a request. These are all steps of a request, in their order
 * (docs/api-design.md#order-of-checks). Each is synchronous unless it has to wait.
 */
export function stepsOf(dependencies: StepDependencies): (exchange: Exchange) => MaybePromise<Answer> {
  const { clock, keys, keyUses, counting, expiry, routes, reads, database } = dependencies;
  const { inSlot, inReadPlace } = limitsOf(database);
  const validate: Step = (exchange) => {
    const { validator } = routeOf(exchange);
    const { received = NO_BODY, now } = exchange;
    exchange.values = validator.values(routes.parametersOf(exchange), received, now);
    return undefined;
  };
  const page = [
    requireValidHead,
    answerPagePreflight(routes),
    routes.requireRoute,
    receiveBody(routes, () => undefined),
    validate,
    handle,
  ];
  const operation = [
    authenticate(keys),
    countRequest(counting),
    keyUses.record,
    refuseDuringShutdown,
    requireValidHead,
    routes.requireRoute,
    refuseRemoved,
    requireRole,
  ];
  const read = [
    ...operation,
    expiry.expireBeforeRead,
    (exchange: Exchange) => {
      const route = routeOf(exchange);
      return route.live?.isLive(exchange) === true
        ? reads.answerLive(exchange, route, (work) => inReadPlace(exchange, work))
        : inReadPlace(exchange, () => reads.answer(exchange, route));
    },
  ];
  const write = [
    ...operation,
    receiveBody(routes, recheckKeyAfterBody(keys, clock, counting)),
    validate,
    expiry.expireDueHolds,
    inSlot(handle),
  ];
  const options = [answerPreflight(quotaOfAddress(counting)), ...operation];
  return (exchange) => {
    if (!isVersion1(exchange.target)) return runSteps(page, exchange);
    if (exchange.method === 'OPTIONS') return runSteps(options, exchange);
    return runSteps(exchange.route?.method === 'GET' ? read : write, exchange);
  };
}

function quotaOfAddress({ addresses, addressOf }: CountingDependencies) {
  return ({ request, now }: Exchange) => quotaHeaders(addresses.peek(addressOf(request), now), now);
}

type Handler = (exchange: Exchange) => MaybePromise<Answer>;

/** Returns what limits the handlers that run concurrently. A read of an embedded store ends before the next request starts. */
function limitsOf({ readPlaces }: StepDependencies['database']) {
  const slots = new ConcurrencyLimit();
  const inSlot =
    (work: Handler): Step =>
    (exchange) =>
      slots.run(exchange, accountOf(exchange).id, () => work(exchange));
  const inReadPlace = <Result>(exchange: Exchange, work: () => MaybePromise<Result>) => {
    if (readPlaces === undefined) return work();
    const { id } = accountOf(exchange);
    return slots.run(exchange, id, () => runInPlace(readPlaces, exchange, id, work));
  };
  return { inSlot, inReadPlace };
}

/** @throws if the request has no route, which `requireRoute` has excluded. */
function routeOf({ route }: Exchange): TableRoute {
  if (route === undefined) throw new Error('The request has no route');
  return route;
}

/** Receives the body of a request. `recheckKey` runs when it has begun to arrive, before an error of the body is reported. */
function receiveBody(routes: RouteTable, recheckKey: Step): Step {
  return (exchange) => {
    const { schema, body } = routeOf(exchange);
    const receive = body?.receive ?? (schema?.body === undefined ? undefined : receiveJson);
    if (receive === undefined) return recheckKey(exchange);
    return resultOf(() => receive(exchange, routes.parametersOf(exchange))).then((received) => {
      if (received instanceof Error && exchange.body === 'not read') throw received;
      return andThen(recheckKey(exchange), (refusal) => {
        if (refusal !== undefined) return refusal;
        if (received instanceof Error) throw received;
        exchange.received = received;
        return undefined;
      });
    });
  };
}

/** Returns the error instead of throwing it. */
async function resultOf(receive: () => MaybePromise<ReceivedBody>): Promise<ReceivedBody | Error> {
  try {
    return await receive();
  } catch (error) {
    return error as Error; // only errors are thrown
  }
}

function handle(exchange: Exchange): MaybePromise<Answer> {
  const { values } = exchange;
  if (values === undefined) throw new Error('The input was not validated');
  return andThen(routeOf(exchange).handle(exchange, values), (found) => toAnswer(found, exchange));
}
