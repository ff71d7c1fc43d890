import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../core/clock.ts';

/** A longer line would be split by journald and by container engines. */
const MAX_IDS = 500;
/** An operator expects a 503 during a flood, an outage or a stop; any other 5xx is a fault of the service. */
const UNAVAILABLE = 503;

interface FailedRequest {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
}

/**
 * Logs the id of every request whose response is 5xx, so that the `X-Request-Id` of a response leads to a line. The first one is
 * logged at once. During a flood those of the next second share one line for each operation and status, which costs a
 * fraction of a line for each request.
 */
export class FailedRequests {
  readonly #log: FastifyBaseLogger;
  readonly #waiting = new Map<string, { readonly first: FailedRequest; readonly ids: string[] }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  add(request: FailedRequest): void {
    if (this.#timer === undefined) {
      this.#write(request, [request.id]);
      this.#timer = setTimeout(this.#next, SECOND).unref();
      return;
    }
    const kind = `${request.status} ${request.operation}`;
    const known = this.#waiting.get(kind);
    if (known === undefined) this.#waiting.set(kind, { first: request, ids: [request.id] });
    else if (known.ids.push(request.id) === MAX_IDS) {
      this.#waiting.delete(kind);
      this.#write(known.first, known.ids);
    }
  }

  /** Logs the ids that still wait. Call it after the last response. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flush();
  }

  readonly #next = (): void => {
    this.#timer = this.#waiting.size === 0 ? undefined : setTimeout(this.#next, SECOND).unref();
    this.#flush();
  };

  #flush(): void {
    for (const { first, ids } of this.#waiting.values()) this.#write(first, ids);
    this.#waiting.clear();
  }

  #write({ operation, status }: FailedRequest, reqIds: readonly string[]): void {
    const level = status === UNAVAILABLE ? 'warn' : 'error';
    this.#log[level]({ operation, status, reqIds }, 'requests failed');
  }
}
