import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { cachedAuthentication, principalOf } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { BodyDeadlines } from '../http/connections/body-deadlines.ts';
import type { ProtocolErrors } from '../http/connections/protocol-errors.ts';
import {
  attachExchange,
  Exchange,
  type Outcome,
  type Read,
  type ReceivedBody,
  type Route,
  runChecks,
  type Tracing,
} from '../http/exchange.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import type { Health } from '../http/health.ts';
import { overloadError } from '../http/overload/concurrency-limit.ts';
import type { Listener } from '../http/overload/request-queue.ts';
import type { Input } from '../http/requests/input-validator.ts';
import { receiveJson } from '../http/requests/json-body.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { errorAnswer } from '../http/responses/answer.ts';
import type { ErrorAnswers } from '../http/responses/error-handler.ts';
import type { QuotaHeaders } from '../http/responses/quota-header-names.ts';
import { Representation } from '../http/responses/representation.ts';
import type { Responder } from '../http/responses/responder.ts';
import type { ResponseCache } from '../http/responses/response-cache.ts';
import { responseToRead } from '../http/responses/response-to-read.ts';
import { routableUrl } from '../http/route-checks.ts';
import { isVersion1, type RouteTable } from '../http/route-table.ts';
import { LIST_PATH } from '../public-pages/addresses.ts';
import type { PublicPages } from '../public-pages/public-pages.ts';
import { CacheKeys } from './cache-keys.ts';
import type { Checks } from './checks.ts';

export interface PipelineDependencies {
  clock: Clock;
  ids: RequestIds;
  keys: ApiKeyCache;
  shutdown: GracefulShutdown;
  routes: RouteTable;
  checks: Checks;
  health: Health;
  /** Undefined unless OpenTelemetry is on. */
  tracing: Tracing | undefined;
  protocolErrors: ProtocolErrors;
  bodies: BodyDeadlines;
  errors: ErrorAnswers;
  responder: Responder;
  /** Undefined if the store is a server. */
  responses: ResponseCache | undefined;
  /** Undefined if the public pages are off. */
  publicPages: Pick<PublicPages, 'isCached'> | undefined;
  headers: ConstantFields;
  /** Returns the quota headers of a request that is not counted. */
  knownQuota: (exchange: Exchange) => QuotaHeaders;
  /** Called for each request that is rejected because the process is overloaded. */
  onShed: () => void;
  /** Handles the pages outside of `/v1`. */
  framework: Listener;
}

/** Header fields as names and values in turn. */
interface ConstantFields {
  /** Of every response. */
  readonly all: readonly string[];
  /** Of every response outside of `/v1` that search engines must not show. */
  readonly notIndexed: readonly string[];
  /** Of every response under `/v1`. */
  readonly version1: readonly string[];
}

const OVERLOADED = errorAnswer(overloadError());
const NO_CHECKS = { afterBody: [], beforeWrite: [] };
const NO_BODY: ReceivedBody = { value: undefined, bytes: Buffer.alloc(0) };

/**
 * Handles requests. Those under `/v1` pass the checks of `checks.ts`, before and after their bodies are read. Operations are
 * answered here, pages by the framework. Every step is synchronous unless it has to wait (docs/adr/0037).
 */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #cacheKeys: CacheKeys;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#cacheKeys = new CacheKeys(dependencies.routes);
  }

  readonly handle: Listener = (request, response) => this.#handle(this.#open(request, response));

  /** Handles a read whose response is cached, so that it needs no query. Returns false for any other request. */
  readonly handleIfCached = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { clock, keys, responses, publicPages } = this.#dependencies;
    if (publicPages !== undefined && mayBePublicPage(request)) {
      const target = routableUrl(request.url ?? '');
      const match = this.#match(request, target);
      if (!publicPages.isCached({ request, target, now: clock.now(), ...match })) return false;
      this.handle(request, response);
      return true;
    }
    const principal = cachedAuthentication(keys, request.headers.authorization, clock.now());
    if (principal === undefined || responses === undefined) return false;
    const target = routableUrl(request.url ?? '');
    const { route } = this.#match(request, target);
    const found = this.#cacheKeys.find({ route, method: request.method ?? '', target }, principal);
    if (found === undefined || responses.find(found.key) === undefined) return false;
    this.handle(request, response);
    return true;
  };

  /** Rejects a request with as little work as possible. */
  readonly shed: Listener = (request, response) => {
    const exchange = this.#open(request, response);
    exchange.quotaHeaders = this.#dependencies.knownQuota(exchange);
    exchange.send(OVERLOADED);
    this.#dependencies.onShed();
  };

  #open(request: IncomingMessage, response: ServerResponse): Exchange {
    const { clock, ids, shutdown, headers, responder, bodies, tracing } = this.#dependencies;
    const { url = '', headers: requested } = request;
    // Node drops what follows such a request in the same packet, so the client has to send it again.
    if (requested.upgrade !== undefined) response.shouldKeepAlive = false;
    const target = routableUrl(url);
    const { route, input } = this.#match(request, target);
    const start = {
      request,
      response,
      id: ids.next(),
      now: clock.now(),
      target,
      route,
      input,
      responseHeaders: headersOf(route, target, headers),
      isLate: shutdown.isLate(response),
    };
    const exchange = new Exchange(start, responder.send);
    bodies.track(exchange);
    exchange.span = tracing?.begin(exchange);
    return exchange;
  }

  /** Finds the route, and the parameters if they are needed for that. */
  #match({ method = '' }: IncomingMessage, target: string): Pick<Exchange, 'route' | 'input'> {
    const { routes } = this.#dependencies;
    const constant = routes.findConstant(method, target);
    const input = constant === undefined ? routes.match(method, target) : undefined;
    return { route: constant ?? input?.route, input };
  }

  #handle(exchange: Exchange): void {
    if (!this.#dependencies.protocolErrors.track(exchange)) return;
    const outcome = this.#outcomeOf(exchange);
    const conclude = (settled: Outcome) => this.#conclude(exchange, settled);
    if (outcome instanceof Promise) {
      this.#keepOpen(exchange);
      outcome.then(conclude, conclude);
    } else conclude(outcome);
  }

  /** Returns undefined if the framework answers the request. */
  #outcomeOf(exchange: Exchange): MaybePromise<Outcome> {
    const { health, checks } = this.#dependencies;
    try {
      const answer = health.responseTo(exchange.request);
      if (answer !== undefined) return answer;
      if (!isVersion1(exchange.target)) {
        return andThen(
          runChecks(checks.outsideOfVersion1, exchange),
          (outcome) => outcome ?? this.#operate(exchange, NO_CHECKS),
        );
      }
      return andThen(
        runChecks(checks.first, exchange),
        (outcome) => outcome ?? this.#answerRead(exchange) ?? this.#operate(exchange, checks),
      );
    } catch (error) {
      return error as Error; // only errors are thrown
    }
  }

  #conclude(exchange: Exchange, outcome: Outcome): void {
    const { errors, framework } = this.#dependencies;
    if (outcome === undefined) {
      this.#keepOpen(exchange);
      attachExchange(exchange);
      framework(exchange.request, exchange.response);
    } else exchange.send(outcome instanceof Error ? errors.responseTo(outcome, exchange) : outcome);
  }

  /** A shutdown waits for the response, unless the request came too late for it. */
  #keepOpen({ isLate, response }: Exchange): void {
    if (!isLate) this.#dependencies.shutdown.trackResponse(response);
  }

  #answerRead(exchange: Exchange): MaybePromise<Outcome> {
    const { route } = exchange;
    const read = route?.config.read;
    if (route === undefined || read === undefined) return undefined;
    return andThen(
      runChecks(this.#dependencies.checks.beforeRead, exchange),
      (outcome) => outcome ?? this.#answerFromCache(exchange, route, read),
    );
  }

  /** Runs the read only if its response is not cached. */
  #answerFromCache(exchange: Exchange, route: Route, read: Read): MaybePromise<Outcome> {
    const { responses } = this.#dependencies;
    const keyed = responses && this.#cacheKeys.find(exchange, principalOf(exchange));
    const cached = keyed && responses.find(keyed.key);
    if (cached !== undefined) return responseToRead(exchange, cached);
    const found =
      keyed?.input === undefined ? this.#checkAndRead(exchange, route, read) : read(exchange, keyed.input);
    // While a promise waits, the store may change. Only a synchronous read is certainly of the version that was looked up.
    if (found instanceof Representation && keyed !== undefined) responses?.add(keyed.key, found);
    return andThen(found, (settled) =>
      settled instanceof Error ? settled : responseToRead(exchange, settled),
    );
  }

  #checkAndRead(exchange: Exchange, route: Route, read: Read): MaybePromise<Representation | Error> {
    const input = this.#dependencies.routes.inputOf(exchange);
    return route.input.check(input) ?? read(exchange, input);
  }

  /** Receives and validates the body of a request, and runs its operation. Returns undefined if the framework answers it. */
  #operate(
    exchange: Exchange,
    { afterBody, beforeWrite }: Pick<Checks, 'afterBody' | 'beforeWrite'>,
  ): MaybePromise<Outcome> {
    const { route } = exchange;
    const operation = route?.config.operation;
    if (route === undefined || operation === undefined) return undefined;
    const { input } = route;
    const parameters = this.#dependencies.routes.inputOf(exchange);
    return andThen(receiveBody(exchange, parameters), ({ value: body, bytes }) =>
      andThen(
        runChecks(afterBody, exchange),
        (outcome) =>
          outcome ??
          input.check(parameters) ??
          input.checkBody(body) ??
          andThen(
            runChecks(beforeWrite, exchange),
            (refusal) => refusal ?? operation(exchange, { ...parameters, body, bytes }),
          ),
      ),
    );
  }
}

function mayBePublicPage({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(LIST_PATH);
}

function receiveBody(exchange: Exchange, parameters: Input): MaybePromise<ReceivedBody> {
  const { config, schema } = exchange.route ?? {};
  if (config?.receive !== undefined) return config.receive(exchange, parameters);
  return schema?.body === undefined ? NO_BODY : receiveJson(exchange);
}

function headersOf(route: Route | undefined, target: string, headers: ConstantFields): readonly string[] {
  if (!isVersion1(target)) return route?.config.isIndexed === true ? headers.all : headers.notIndexed;
  return route === undefined ? headers.version1 : route.headers;
}
