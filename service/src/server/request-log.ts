import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, SECOND } from '../platform/core/clock.ts';
import { Throttle } from '../platform/core/throttle.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import type { Exchange } from '../platform/http/route.ts';

/** A flood has thousands of ids a second, and would fill a disk: 11 GB a day. */
const MAX_IDS = 100;
/** An operator expects a 503 during a flood, an outage or a stop; any other 5xx is a fault of the service. */
const UNAVAILABLE = 503;

export interface RequestLogOptions {
  clock: Clock;
  metrics: Metrics | undefined;
  accessLog: boolean;
  log: Logger;
}

interface FailedRequest {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
}

/** The failed requests of one status in one second. */
interface FailedRequests {
  readonly operations: Set<string>;
  readonly reqIds: string[];
  leftOut: number;
}

/**
 * Records responses in the metrics and in the log. A line of the log never contains the query or the key.
 *
 * The id of a request whose response is 5xx is in the log, so that the `X-Request-Id` of a response leads to a line: in that of
 * its fault, at most once a minute for each code and operation, or in a list of ids. The first list is logged at once. The requests
 * of the next second share one for each status, which has the first ids and the number of the others.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  /** During an outage of the store, all operations fail for the same reason, so one line reports all of them. */
  readonly #faults = new Throttle();
  readonly #shed = new Throttle();
  readonly #waiting = new Map<number, FailedRequests>();
  /** Stops the timer that ends the current second; undefined if no request failed in it. */
  #stopTimer: (() => void) | undefined;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Call it once for each response. */
  readonly observe = (exchange: Exchange, status: number): void => {
    const { request, response, fault, route, id, method, span } = exchange;
    const isAbandoned = isDisconnect(exchange);
    const hasLine = fault !== undefined && !isAbandoned && this.#logFault(exchange);
    // The client disconnected, so there is no response.
    if (response.destroyed && (isAbandoned || !request.complete)) return;
    if (fault?.isOverload === true) this.observeShed();
    const { clock, metrics, accessLog } = this.#options;
    const elapsedMs = clock.monotonic() - exchange.beganAt - exchange.waitedMs;
    const operation = route?.schema?.operationId ?? 'none';
    metrics?.observeRequest({ operation, method, path: route?.documentedPath, status, elapsedMs });
    span?.end(status);
    if (status >= 500 && !hasLine) this.#addFailed({ id, operation, status });
    if (!accessLog) return;
    const account = exchange.authentication?.principal?.account.name;
    const ms = Math.round(elapsedMs);
    this.#line(id, { operation, method, status, ms, account, ...span?.logFields });
  };

  /** Call it for each response to what never became a request, so that only its status is known. */
  readonly observeUnparsed = (id: string, status: number): void => {
    if (this.#options.accessLog) this.#line(id, { operation: 'none', status });
  };

  /** Call it for each request that was shed. Logged at most once a minute. */
  readonly observeShed = (): void => {
    const { metrics, log } = this.#options;
    metrics?.countShed();
    this.#shed.run((leftOut) => log.warn(leftOut, 'the process is overloaded: some requests get 503'));
  };

  /** Logs the ids that still wait. Call it after the last response. */
  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#flush();
  }

  /** Returns true if the fault has a line with the id of the request. */
  #logFault({ fault, route, id, span }: Exchange): boolean {
    if (fault === undefined) return false;
    const { code, status, cause } = fault;
    const operation = status === 503 ? '' : route?.schema?.operationId;
    let hasLine = false;
    this.#faults.run((leftOut) => {
      hasLine = true;
      const fields = { err: cause ?? fault, code, ...span?.logFields, ...leftOut };
      this.#options.log.child({ reqId: id }).error(fields, 'request failed');
    }, `${code} ${operation}`);
    return hasLine;
  }

  #addFailed({ id, operation, status }: FailedRequest): void {
    const failed = this.#waiting.get(status) ?? { operations: new Set(), reqIds: [], leftOut: 0 };
    failed.operations.add(operation);
    if (failed.reqIds.length < MAX_IDS) failed.reqIds.push(id);
    else failed.leftOut += 1;
    this.#waiting.set(status, failed);
    if (this.#stopTimer !== undefined) return;
    this.#flush();
    this.#startTimer();
  }

  readonly #next = (): void => {
    this.#stopTimer = undefined;
    if (this.#waiting.size > 0) this.#startTimer();
    this.#flush();
  };

  #startTimer(): void {
    this.#stopTimer = this.#options.clock.after(SECOND, this.#next);
  }

  #flush(): void {
    for (const [status, { operations, reqIds, leftOut }] of this.#waiting) {
      const level = status === UNAVAILABLE ? 'warn' : 'error';
      const omitted = leftOut > 0 ? { leftOut } : {};
      this.#options.log[level](
        { operations: [...operations], status, reqIds, ...omitted },
        'requests failed',
      );
    }
    this.#waiting.clear();
  }

  #line(reqId: string, fields: object): void {
    this.#options.log.child({ reqId }).info(fields);
  }
}

/** Returns true if the request ended because its client disconnected, which is no fault of the service. */
function isDisconnect({ fault, request, response }: Exchange): boolean {
  if (fault?.code !== 'internal_error') return false;
  const { cause } = fault;
  const isReset = cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
  return isReset && (request.destroyed || response.destroyed);
}

/** Makes request ids, which link a response to its lines in the log: a random id of this process and a counter. */
export class RequestIds {
  readonly #process = randomBytes(6).toString('base64url');
  #count = 0;

  readonly next = (): string => {
    this.#count += 1;
    return `${this.#process}-${this.#count.toString(36)}`;
  };
}
