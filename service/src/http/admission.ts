import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface AdmissionParts {
  /** Does the work of a request. */
  next: Handler;
  /** Answers a request if that is no more work than to shed it; whether it did. */
  answersReady: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Told of each that has to wait. */
  onWait: (response: ServerResponse) => void;
  /** Answers a request that is not taken up, with as little work as can be. */
  shed: Handler;
  /** Milliseconds that only go up. */
  now?: () => number;
}

/**
 * How long a turn of the event loop goes on taking up requests. Short, because between two turns commits and other
 * connections have theirs, and because libuv accepts one new connection a turn; not shorter, because a turn has its price.
 */
const TURN_MS = 2;
/**
 * How many may wait. A client whose connections all wait opens more of them where it has more to ask, and those wait to
 * be accepted: with 1,000 in the line, for seconds.
 */
const MOST_WAITING = 400;
/** Where requests are so slow that those few wait for longer than this, the next are shed, too. */
const LONGEST_WAIT_MS = 500;

/** Must be seen just then. */
const HEALTH = /^\/(?:healthz|readyz)\/?(?:\?|$)/;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
}

/**
 * Takes up requests for as long as a turn of the event loop may take; those beyond wait in a line, in the order in which
 * they came, and when that is too long the next are shed. Only the health checks are answered at once. See ADR 0017.
 */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #now: () => number;
  #line: Waiting[] = [];
  #turnBegan: number | undefined;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Puts the admission before what answers the server's requests now, which is handed to `partsFor`. */
  static before(server: Server, partsFor: (framework: Handler) => AdmissionParts): void {
    const [listener] = server.listeners('request');
    if (listener === undefined) throw new Error('There is nothing yet that answers requests');
    const framework: Handler = (request, response) => listener.call(server, request, response);
    const admission = new Admission(partsFor(framework));
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (HEALTH.test(request.url ?? '')) framework(request, response);
      else admission.take(request, response);
    });
  }

  readonly take: Handler = (request, response) => {
    // Sent without waiting for the answers before it: until its turn on its connection comes, it takes nobody's place.
    if (response.socket === null) return this.#parts.next(request, response);
    const now = this.#now();
    const [oldest] = this.#line;
    if (oldest === undefined && this.#hasTime(now)) this.#parts.next(request, response);
    else if (oldest === undefined || !this.#isTooLong(oldest, now))
      this.#wait({ request, response, since: now });
    // A preflight is never refused: the page behind it would be told nothing.
    else if (request.method === 'OPTIONS') this.#parts.next(request, response);
    else if (!this.#parts.answersReady(request, response)) this.#parts.shed(request, response);
  };

  #wait(waiting: Waiting): void {
    this.#parts.onWait(waiting.response);
    this.#line.push(waiting);
  }

  #isTooLong({ since }: Waiting, now: number): boolean {
    return this.#line.length >= MOST_WAITING || now - since > LONGEST_WAIT_MS;
  }

  /** The first request of a turn begins it. */
  #hasTime(now: number): boolean {
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(this.#endTurn);
    }
    return now - this.#turnBegan < TURN_MS;
  }

  /** All that has arrived is read: it is the turn of those who wait. */
  readonly #endTurn = (): void => {
    const begun = this.#now();
    let taken = 0;
    for (const { request, response } of this.#line) {
      if (this.#now() - begun >= TURN_MS) break;
      taken += 1;
      // Who has gone meanwhile needs no answer.
      if (!response.destroyed) this.#parts.next(request, response);
    }
    this.#line = this.#line.slice(taken);
    this.#turnBegan = this.#line.length > 0 ? begun : undefined;
    if (this.#line.length > 0) setImmediate(this.#endTurn);
  };
}
