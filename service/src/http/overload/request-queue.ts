import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Pipelining } from '../connections/pipelining.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Who sends a request, as far as that is known without a query: `known` has a key that was found valid, `newcomer` has a
 * key that may be valid, `stranger` is everybody else. `constant` is a request whose response is ready, whoever sends it.
 */
export type TrafficClass = 'known' | 'newcomer' | 'stranger' | 'constant';

export interface RequestQueueOptions {
  /** Does the work of a request. */
  next: Handler;
  classify: (request: IncomingMessage) => TrafficClass;
  /** Told of each request that arrives before the responses to the requests before it on its connection are sent. */
  onPipelined: Handler;
  /** Answers a request if that is no more work than to shed it; whether it did. */
  respondFromCache: (request: IncomingMessage, response: ServerResponse) => boolean;
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
/** The part of a turn after which those who are not known have theirs, if they wait. */
const KNOWN_MS = 1.5;
/**
 * How long a turn sends what is ready. Without a bound, a crowd that asks again at once would fill each turn: 500 connections
 * made it 50 ms, and everybody waited as long.
 */
const CONSTANT_MS = 1;
/**
 * How many may wait before one of this rank is shed. A client whose connections all wait opens more of them where it has
 * more to ask, and those wait to be accepted: with 1,000 in the line, for seconds. Strangers leave places for newcomers,
 * so that the first request with a valid key gets in while many come without one.
 */
const MAX_WAITING = { known: 400, newcomer: 100, stranger: 50 } as const;
/** Where requests are so slow that those few wait for longer than this, the next are shed, too. */
const LONGEST_WAIT_MS = 500;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
  readonly act: Handler;
}

/**
 * Takes up requests for as long as a turn of the event loop may take. Those beyond wait in one of three lines, in the order
 * in which they came, and when that is too long the next are shed. Known callers have a line of their own, which others
 * cannot fill. The line of what is ready has no limit: a connection has one place in it at most. See ADR 0017 and ADR 0032.
 */
export class RequestQueue {
  readonly #parts: RequestQueueOptions;
  readonly #now: () => number;
  readonly #known: Waiting[] = [];
  readonly #others: Waiting[] = [];
  readonly #constant: Waiting[] = [];
  readonly #pipelining = new Pipelining();
  #turnBegan: number | undefined;

  constructor(parts: RequestQueueOptions) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Puts the admission before what answers the server's requests now, which is handed to `partsFor`. */
  static install(server: Server, partsFor: (framework: Handler) => RequestQueueOptions): void {
    const [listener] = server.listeners('request');
    if (listener === undefined) throw new Error('There is nothing yet that answers requests');
    const framework: Handler = (request, response) => listener.call(server, request, response);
    const admission = new RequestQueue(partsFor(framework));
    server.removeAllListeners('request');
    server.on('request', admission.handle);
  }

  readonly handle: Handler = (request, response) => {
    if (response.socket === null) return this.#takeInTurn(request, response);
    const now = this.#now();
    if (!this.#isAnyWaiting && this.#hasTime(now)) return this.#parts.next(request, response);
    const rank = this.#parts.classify(request);
    const waiting = { request, response, since: now, act: this.#parts.next };
    if (rank === 'constant') return this.#wait(this.#constant, waiting);
    const line = rank === 'known' ? this.#known : this.#others;
    if (line.length < MAX_WAITING[rank] && !isSlow(line, now)) return this.#wait(line, waiting);
    if (rank !== 'known') return this.#wait(this.#constant, { ...waiting, act: this.#parts.shed });
    if (!this.#parts.respondFromCache(request, response)) this.#parts.shed(request, response);
  };

  #wait(line: Waiting[], waiting: Waiting): void {
    this.#parts.onWait(waiting.response);
    line.push(waiting);
  }

  #takeInTurn(request: IncomingMessage, response: ServerResponse): void {
    this.#parts.onPipelined(request, response);
    const { socket } = request;
    this.#pipelining.wait(socket, response, () => {
      // The response before it may have been the last of the connection.
      if (socket.writable) this.handle(request, response);
    });
  }

  get #isAnyWaiting(): boolean {
    return this.#known.length > 0 || this.#others.length > 0 || this.#constant.length > 0;
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
    if (!this.#isAnyWaiting) {
      this.#turnBegan = undefined;
      return;
    }
    const begun = this.#now();
    this.#takeUp(this.#known, begun + KNOWN_MS);
    this.#takeUp(this.#others, begun + TURN_MS);
    if (this.#now() < begun + TURN_MS) this.#takeUp(this.#known, begun + TURN_MS);
    this.#takeUp(this.#constant, this.#now() + CONSTANT_MS);
    this.#turnBegan = this.#isAnyWaiting ? begun : undefined;
    if (this.#isAnyWaiting) setImmediate(this.#endTurn);
  };

  /** Takes up the first of a line, and the next ones until the time has come. */
  #takeUp(line: Waiting[], until: number): void {
    let taken = 0;
    for (const { request, response, act } of line) {
      if (taken > 0 && this.#now() >= until) break;
      taken += 1;
      // Who has gone meanwhile needs no answer.
      if (!response.destroyed) act(request, response);
    }
    line.splice(0, taken);
  }
}

function isSlow([oldest]: readonly Waiting[], now: number): boolean {
  return oldest !== undefined && now - oldest.since > LONGEST_WAIT_MS;
}
