import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyContextConfig, FastifyRequest, FastifySchema } from 'fastify';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { Input, InputValidator } from './requests/input-validator.ts';
import type { Answer } from './responses/answer.ts';
import type { QuotaHeaders } from './responses/quota-header-names.ts';
import type { Representation } from './responses/representation.ts';

/** Returns what a GET operation finds. It is synchronous unless the store is a server. */
export type Read = (exchange: Exchange, input: Input) => MaybePromise<Representation>;

/** The body of a request. */
export interface ReceivedBody {
  /** What was read from it; undefined without a body. */
  readonly value: unknown;
  /** What identifies the content, for requests that are repeated. */
  readonly bytes: Buffer;
}

/** Receives the body of a request, after checks that need no body. */
export type ReceiveBody = (exchange: Exchange, input: Input) => MaybePromise<ReceivedBody>;

/** The parameters and the body of a request, both validated. */
export interface OperationInput extends Input {
  readonly body: unknown;
  /** The body as it was received; empty without one. */
  readonly bytes: Buffer;
}

/** Does what a request asks for. */
export type Operation = (exchange: Exchange, input: OperationInput) => MaybePromise<Answer>;

/** An operation, or another path that the service offers. */
export interface Route {
  /** The `operationId` in openapi.json. */
  readonly operationId: string | undefined;
  /** With the names of its parameters, as `/v1/pets/{petId}`. */
  readonly path: string;
  readonly config: FastifyContextConfig;
  readonly schema: FastifySchema | undefined;
  /** Header fields of every response of the operation, as a flat list of names and values. */
  readonly headers: readonly string[];
  /** Whether the operation documents `If-Match`. */
  readonly comparesIfMatch: boolean;
  /** The path as the router writes it: `/v1/pets/:petId`. */
  readonly pattern: string;
  readonly input: InputValidator;
}

/** The result of a check: an error or an answer ends the request; undefined lets it continue. */
export type Outcome = Error | Answer | undefined;

/** One check of a request. It is synchronous unless it has to wait. */
export type Check = (exchange: Exchange) => MaybePromise<Outcome>;

/** The span of one request. */
export interface RequestSpan {
  /** The ids for lines of the log, named as OpenTelemetry names them. */
  readonly logFields: { readonly trace_id: string; readonly span_id: string };
  /** Call it with the status of the response. A request without a response has no span. */
  end(status: number): void;
}

/** Records requests as spans. */
export interface Tracing {
  begin(exchange: Exchange): RequestSpan;
}

/** What is known of a request when it arrives. */
type ExchangeStart = Pick<
  Exchange,
  'request' | 'response' | 'id' | 'now' | 'target' | 'route' | 'input' | 'responseHeaders' | 'isLate'
>;

const NONE: readonly (() => void)[] = [];

/** A request and its response. Other folders add members by declaration merging. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Links the response to its lines in the log. */
  readonly id: string;
  /** When the checks began, by the clock of the service. */
  readonly now: number;
  /** The same by the monotonic clock, for the duration in the metrics and the log. */
  readonly beganAt = performance.now();
  /** The request target in the form that the router reads. */
  readonly target: string;
  /** Undefined if there is no such path, or not with this method. */
  readonly route: Route | undefined;
  /** The parameters, as text, if the router had to read them to find the route. */
  readonly input: Input | undefined;
  /** Header fields that the response has, also if it is an error: a flat list of names and values. */
  responseHeaders: readonly string[];
  /** Undefined until the request was counted. */
  quotaHeaders: QuotaHeaders | undefined;
  /** Whether the request arrived after the shutdown began. */
  readonly isLate: boolean;
  /** Undefined unless OpenTelemetry is on. */
  span: RequestSpan | undefined;
  /** True after `send`; false if the framework sends the response, as for the console. */
  isAnswered = false;
  /** True from the beginning of reading the body until it is read to its end. */
  isReadingBody = false;
  /** True if the request was dropped because its client disconnected, so that there is no response. */
  isAbandoned = false;
  /** True if a line of the log has the id and the cause of the error. */
  isLogged = false;
  readonly #send: (exchange: Exchange, answer: Answer) => void;
  #releases: readonly (() => void)[] = NONE;

  constructor(start: ExchangeStart, send: (exchange: Exchange, answer: Answer) => void) {
    this.request = start.request;
    this.response = start.response;
    this.id = start.id;
    this.now = start.now;
    this.target = start.target;
    this.route = start.route;
    this.input = start.input;
    this.responseHeaders = start.responseHeaders;
    this.isLate = start.isLate;
    this.#send = send;
  }

  get method(): string {
    return this.request.method ?? '';
  }

  /** Calls `release` once, when the answer is known. */
  onAnswer(release: () => void): void {
    this.#releases = [...this.#releases, release];
  }

  send(answer: Answer): void {
    this.isAnswered = true;
    for (const release of this.#releases) release();
    this.#send(this, answer);
  }
}

/** Runs checks in their order until one ends the request. Returns undefined if none does. */
export function runChecks(checks: readonly Check[], exchange: Exchange): MaybePromise<Outcome> {
  for (const [index, check] of checks.entries()) {
    const outcome = check(exchange);
    if (outcome instanceof Promise) {
      return outcome.then((settled) => settled ?? runChecks(checks.slice(index + 1), exchange));
    }
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** The exchanges of requests that the framework handles. */
const exchanges = new WeakMap<IncomingMessage, Exchange>();

/** Stores the exchange for `exchangeOf`. Call it before the framework gets the request. */
export function attachExchange(exchange: Exchange): void {
  exchanges.set(exchange.request, exchange);
}

/** Returns the exchange of a request that the framework handles. */
export function exchangeOf({ raw }: Pick<FastifyRequest, 'raw'>): Exchange {
  const exchange = exchanges.get(raw);
  if (exchange === undefined) throw new Error('The request did not pass the checks');
  return exchange;
}
