import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../platform/core/maybe-promise.ts';
import type { BodyDeadlines } from '../platform/http/connections/body-deadlines.ts';
import type { ProtocolErrors } from '../platform/http/connections/protocol-errors.ts';
import type { GracefulShutdown } from '../platform/http/graceful-shutdown.ts';
import { overloadError } from '../platform/http/overload/concurrency-limit.ts';
import type { Listener } from '../platform/http/overload/request-queue.ts';
import { routableTarget } from '../platform/http/request-head.ts';
import { answerError, errorAnswer } from '../platform/http/responses/answer.ts';
import type { Responder } from '../platform/http/responses/responder.ts';
import {
  type Answer,
  Exchange,
  type QuotaHeaders,
  type RequestStart,
  type Tracing,
} from '../platform/http/route.ts';
import type { RouteTable } from '../platform/http/route-table.ts';
import type { RequestIds } from './request-log.ts';

export interface PipelineDependencies {
  clock: Clock;
  ids: RequestIds;
  shutdown: GracefulShutdown;
  routes: RouteTable;
  /** Answers a request (`steps.ts`). */
  answer: (exchange: Exchange) => MaybePromise<Answer>;
  /** Undefined unless OpenTelemetry is on. */
  tracing: Tracing | undefined;
  protocolErrors: ProtocolErrors;
  bodies: BodyDeadlines;
  responder: Responder;
  /** Returns the quota headers of a request that is not counted. */
  knownQuota: (exchange: Exchange) => QuotaHeaders;
  /** Takes back what a request has counted. */
  giveBack: (exchange: Exchange) => MaybePromise<void>;
  /** Called for each request that is rejected because the process is overloaded. */
  onShed: () => void;
}

const OVERLOADED = errorAnswer(overloadError());

/** Handles the requests that the queue passes on: answers each, and sends the answer. */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
  }

  readonly handle: Listener = (request, response) => this.#handle(this.#start(request), response);

  /** Rejects a request with as little work as possible. */
  readonly shed: Listener = (request, response) => {
    const { knownQuota, responder, onShed } = this.#dependencies;
    const exchange = this.#open(this.#start(request), response);
    exchange.quotaHeaders = knownQuota(exchange);
    responder.send(exchange, OVERLOADED);
    onShed();
  };

  #start(request: IncomingMessage): RequestStart {
    const { clock, routes } = this.#dependencies;
    const { url = '', method = '' } = request;
    const target = routableTarget(url);
    const { route, matched } = routes.find(method, target);
    return { request, now: clock.now(), target, route, matched };
  }

  #handle(start: RequestStart, response: ServerResponse): void {
    const exchange = this.#open(start, response);
    if (!this.#dependencies.protocolErrors.track(exchange)) return;
    const answer = this.#answer(exchange);
    if (answer instanceof Promise) {
      this.#keepOpen(exchange);
      answer
        .catch((error: Error) => this.#answerError(error, exchange))
        .then((settled) => this.#send(exchange, settled));
    } else this.#send(exchange, answer);
  }

  #send(exchange: Exchange, answer: Answer): void {
    // The connection keeps its last exchange, and a picture has 10 MB.
    exchange.received = undefined;
    exchange.values = undefined;
    this.#dependencies.responder.send(exchange, answer);
  }

  #open(start: RequestStart, response: ServerResponse): Exchange {
    const { clock, routes, ids, shutdown, bodies, tracing } = this.#dependencies;
    // Node drops what follows such a request in the same packet, so the client has to send it again.
    if (start.request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const exchange = new Exchange(start, {
      response,
      id: ids.next(),
      beganAt: clock.monotonic(),
      responseHeaders: routes.headersFor(start.route, start.target),
      isLate: shutdown.isLate(response),
    });
    bodies.track(exchange);
    exchange.span = tracing?.begin(exchange);
    return exchange;
  }

  #answer(exchange: Exchange): MaybePromise<Answer> {
    try {
      const { answer } = this.#dependencies;
      return exchange.span === undefined ? answer(exchange) : exchange.span.run(() => answer(exchange));
    } catch (error) {
      return this.#answerError(error as Error, exchange); // only errors are thrown
    }
  }

  #answerError(error: Error, exchange: Exchange): MaybePromise<Answer> {
    const answer = answerError(error, exchange);
    // A client that has disconnected may be the reason.
    if (exchange.fault?.isOverload !== true || exchange.response.destroyed) return answer;
    return andThen(this.#dependencies.giveBack(exchange), () => answer);
  }

  /** A shutdown waits for the response, unless the request came too late for it. */
  #keepOpen({ isLate, response }: Exchange): void {
    if (!isLate) this.#dependencies.shutdown.trackResponse(response);
  }
}
