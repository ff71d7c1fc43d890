import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../core/clock.ts';
import { FairQueue } from '../../core/tasks/fair-queue.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * What is known of a request without a database query:
 *
 * - `verified`: its key was valid when it was last looked up.
 * - `unverified`: its key may be valid.
 * - `unauthenticated`: it has no valid key, or its address has used up its quota.
 * - `constant`: its response needs no query, whatever its key.
 */
export type TrafficClass = 'verified' | 'unverified' | 'unauthenticated' | 'constant';

export interface Traffic {
  readonly trafficClass: TrafficClass;
  /** Whose turn a request takes: the account of a verified key, otherwise the address of the client. */
  readonly sender: bigint | string | undefined;
}

export interface RequestQueueOptions {
  /** Handles a request. */
  next: Listener;
  classify: (request: IncomingMessage) => Traffic;
  /** Called for each request that arrives before the earlier responses of its connection are sent. */
  onPipelined: Listener;
  /** Called for each request that has to wait. */
  onWait: (response: ServerResponse) => void;
  /** Sends a 503 with as little work as possible. */
  shed: Listener;
  /** Measures how long requests wait. */
  clock: Pick<Clock, 'monotonic'>;
  /** Measures turns. By default that of the process: a turn must end also while a test stops the clock. */
  turnClock?: Pick<Clock, 'monotonic'>;
}

/**
 * How long requests are handled within one turn of the event loop. A turn is short because commits, new connections and
 * health checks wait for its end. A shorter one costs more overhead: with 2 ms, a tenth less was served during an overload.
 */
const TURN_MS = 3;
/** The part of a turn for verified requests, while others wait. */
const VERIFIED_SHARE = 3 / 4;
/**
 * How long a turn handles constant requests, without the time to write their responses, which takes five times as long.
 * Without a limit, clients that send again immediately would fill each turn: with 500 connections a turn took 50 ms, and
 * every request waited as long.
 */
const CONSTANT_MS = 0.2;
/**
 * How long a turn sends rejections, without the time to write them. Clients that ignore `Retry-After` send again as soon as they
 * are rejected. Without a limit, rejections took two thirds of the time at four times the bearable load (docs/overload.md).
 */
const REJECTIONS_MS = 0.2;
/**
 * How many requests may wait before one of this class is shed: 1,000 clients that send at once, such as visitors of a page that a
 * newspaper names, all find a place, and wait for about 0.1 s. Where requests take longer, `MAX_WAIT_MS` decides.
 * `unauthenticated` has the lower limit of the shared queue, so that a first request with a valid key still finds a place.
 */
export const MAX_WAITING = { verified: 2_000, unverified: 2_000, unauthenticated: 1_500 } as const;
/** Requests are also shed if the oldest one in their queue has waited for longer than this. */
const MAX_WAIT_MS = 500;

interface Waiting extends Pick<Traffic, 'sender'> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
}

type Queue = FairQueue<Traffic['sender'], Waiting>;

/**
 * Handles requests for a limited time in each turn of the event loop, and queues or sheds the others
 * (docs/overload.md). The states of a request:
 *
 *   pipelined --- the earlier responses of its connection are sent ---> arrived
 *   arrived   --- the turn has time and no request waits -------------> handled
 *   arrived   --- its queue has a place ------------------------------> waiting
 *   arrived   --- its queue is full, mostly of another sender --------> waiting; the newest one of that sender is rejected
 *   arrived   --- its queue is full, or slow for its sender ----------> rejected
 *   waiting   --- the turn reaches it --------------------------------> handled
 *   rejected  --- the turn reaches it --------------------------------> shed
 *
 * There are four queues: `verified`, `others` (unverified and unauthenticated), `constant` and `rejected`. Each takes its senders in turn.
 * The last two have no limit, because a connection has at most one place in them.
 *
 * The states of the event loop:
 *
 *   idle ---- a request arrives ----> taking: requests are handled as they arrive, for at most TURN_MS
 *   taking -- setImmediate ---------> draining: the verified queue for VERIFIED_SHARE of TURN_MS, the others for the rest,
 *                                     then constant responses for CONSTANT_MS, and rejections for REJECTIONS_MS
 *   draining: if a request still waits, it drains again in the next turn; if not, the loop is idle
 */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #turnClock: Pick<Clock, 'monotonic'>;
  readonly #verified: Queue = new FairQueue();
  readonly #others: Queue = new FairQueue();
  readonly #constant: Queue = new FairQueue();
  readonly #rejected: Queue = new FairQueue();
  readonly #pipelining = new Pipelining();
  /** Undefined while the event loop is idle. */
  #turnBeganAt: number | undefined;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#turnClock = options.turnClock ?? systemClock;
  }

  readonly handle: Listener = (request, response) => {
    if (response.socket === null) return this.#handlePipelined(request, response);
    const { next, classify, clock } = this.#options;
    if (!this.#hasWaiting && this.#useTurn(this.#turnClock.monotonic())) return next(request, response);
    this.#options.onWait(response);
    const { trafficClass, sender } = classify(request);
    const now = clock.monotonic();
    const waiting = { request, response, sender, since: now };
    if (trafficClass === 'constant') return this.#constant.push(sender, waiting);
    const queue = trafficClass === 'verified' ? this.#verified : this.#others;
    const hasPlace = !isSlow(queue.firstOf(sender), now) && this.#makePlace(queue, trafficClass, sender);
    (hasPlace ? queue : this.#rejected).push(sender, waiting);
  };

  /** Returns true if a request of the sender may wait. In a full queue it takes a place of a sender that has more. */
  #makePlace(queue: Queue, trafficClass: keyof typeof MAX_WAITING, sender: Traffic['sender']): boolean {
    if (queue.length < MAX_WAITING[trafficClass]) return true;
    const dropped = queue.dropFromLongest(queue.lengthOf(sender) + 1);
    if (dropped === undefined) return false;
    this.#rejected.push(dropped.sender, dropped);
    return true;
  }

  #handlePipelined(request: IncomingMessage, response: ServerResponse): void {
    this.#options.onPipelined(request, response);
    const { socket } = request;
    this.#pipelining.wait(socket, response, () => {
      // The response before it may have closed the connection.
      if (socket.writable) this.handle(request, response);
    });
  }

  get #hasWaiting(): boolean {
    return (
      this.#verified.length > 0 ||
      this.#others.length > 0 ||
      this.#constant.length > 0 ||
      this.#rejected.length > 0
    );
  }

  /** Begins a turn if none runs. Returns true if it has time left. */
  #useTurn(now: number): boolean {
    if (this.#turnBeganAt === undefined) {
      this.#turnBeganAt = now;
      setImmediate(this.#drain);
    }
    return now - this.#turnBeganAt < TURN_MS;
  }

  /** Runs after Node has read everything that had arrived. */
  readonly #drain = (): void => {
    if (!this.#hasWaiting) {
      this.#turnBeganAt = undefined;
      return;
    }
    const beganAt = this.#turnClock.monotonic();
    const end = beganAt + TURN_MS;
    this.#dequeue(this.#verified, beganAt + TURN_MS * VERIFIED_SHARE);
    this.#dequeue(this.#others, end);
    if (this.#turnClock.monotonic() < end) this.#dequeue(this.#verified, end);
    this.#dequeue(this.#constant, this.#turnClock.monotonic() + CONSTANT_MS);
    this.#dequeue(this.#rejected, this.#turnClock.monotonic() + REJECTIONS_MS, this.#options.shed);
    this.#turnBeganAt = this.#hasWaiting ? this.#turnClock.monotonic() : undefined;
    if (this.#hasWaiting) setImmediate(this.#drain);
  };

  /** Passes the next request of a queue to the listener, and further ones until the deadline. */
  #dequeue(queue: Queue, deadline: number, listener = this.#options.next): void {
    let next = queue.shift();
    while (next !== undefined) {
      const { request, response } = next;
      // A destroyed response belongs to a client that has disconnected.
      if (!response.destroyed) listener(request, response);
      next = this.#turnClock.monotonic() < deadline ? queue.shift() : undefined;
    }
  }
}

function isSlow(oldest: Waiting | undefined, now: number): boolean {
  return oldest !== undefined && now - oldest.since > MAX_WAIT_MS;
}

/** The socket is not read further while this many requests of a connection wait. */
const MAX_PIPELINED = 64;

/**
 * Delays pipelined requests until the earlier responses of their connection are sent. Node emits all requests that have
 * arrived. If they ran, their responses would fill the memory for a client that reads none, and requests after a
 * response that closes the connection would run (RFC 9112, section 9.6).
 *
 *   reading --- 64 requests wait ---> paused --- 32 requests wait ---> reading
 */
class Pipelining {
  readonly #waiting = new WeakMap<Socket, number>();

  /** Calls `act` when it is the turn of the response. */
  wait(socket: Socket, response: ServerResponse, act: () => void): void {
    // Node resumes a socket after each request that it has read completely.
    if (!this.#waiting.has(socket)) socket.on('resume', () => this.#pauseIfFull(socket));
    this.#count(socket, 1);
    this.#pauseIfFull(socket);
    response.once('socket', () => {
      this.#count(socket, -1);
      if (this.#waiting.get(socket) === MAX_PIPELINED / 2) socket.resume();
      act();
    });
  }

  #count(socket: Socket, change: 1 | -1): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) + change);
  }

  #pauseIfFull(socket: Socket): void {
    if ((this.#waiting.get(socket) ?? 0) >= MAX_PIPELINED) socket.pause();
  }
}
