import type { Clock } from '../clock.ts';
import { type ErrorBody, type PetstoreAnswerError, PetstoreError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Wait } from '../options.ts';
import type { Quota } from '../quota-headers.ts';
import { KnownQuota, type Turn } from './known-quota.ts';

/*
 * The client's scheduler: sends requests in order, and only when the service should accept them.
 *
 * One attempt:
 *
 *   acquire ──> queued ── #dispatch ──> in flight ──> release
 *                 │
 *                 ├── its signal is aborted ────────────> acquire resolves to false
 *                 └── its deadline is before its turn ──> acquire throws a PetstoreError
 *
 * The queue is in one of five states. The first row that applies decides when its first request is sent:
 *
 *   state      applies while                                          first request is sent
 *   paused     the Retry-After of a 429 has not passed                when it has passed
 *   full       MAX_IN_FLIGHT requests are in flight. With `pace`,     after the next release
 *              the limit is 1 until a response reports the quota
 *   exhausted  the requests in flight may use up the quota of the     when the window resets
 *              day (without `pace`, the quota of the day or minute)
 *   spaced     `pace` is set                                          when its slot in the minute begins
 *   ready      nothing else applies                                   immediately
 *
 * In the state `paused`, a request is rejected without being sent if its deadline is before the end of the pause.
 * In the state `exhausted`, the same applies only if a response has reported that no request is left in the window.
 * `acquire`, `release`, an abort and the timer can change the state: each of them calls `#dispatch`.
 */

/**
 * Browsers open at most six connections to one host over HTTP/1.1. Additional requests would wait in the browser, and their
 * timeouts would already be running.
 */
const MAX_IN_FLIGHT = 6;
/** A longer sleep is split, so that a changed clock or a suspended machine is noticed. */
const MAX_SLEEP_MS = 60_000;

/** A request that waits for its turn. */
export interface QueuedRequest {
  /** A retry goes before the requests that were never sent. */
  isRetry: boolean;
  /** Returns the latest time until which the request can wait for a quota reset or for the end of a ban. */
  deadline(now: number): number;
  signal: AbortSignal | undefined;
}

/** The parts of a response that determine when later requests can be sent. */
export interface Report {
  quota: Quota | undefined;
  /** Set on a 429. */
  rejection: PetstoreError | PetstoreAnswerError | undefined;
}

interface QuotaQueueOptions {
  clock: Clock;
  pace: boolean;
  /** Called once for each wait for a quota or a ban. */
  onWait(wait: Wait): void;
}

interface Entry extends QueuedRequest {
  resolve(maySend: boolean): void;
  reject(error: Error): void;
}

/** After a 429: no request is sent before it ends. */
interface Pause {
  since: number;
  until: number;
  /** The error of a request that cannot wait that long. */
  rejection: ErrorBody;
}

export class QuotaQueue {
  readonly #options: QuotaQueueOptions;
  readonly #quota = new KnownQuota();
  readonly #queue: Entry[] = [];
  #pause: Pause | undefined;
  #inFlight = 0;
  #lastSentAt: number | undefined;
  #dispatchedAt = 0;
  /** The latest turn that was compared with the deadlines. No queued request has an earlier deadline. */
  #checkedUntil = 0;
  /** The latest end of a wait that was reported to `onWait`. */
  #notifiedUntil = 0;
  #sleep = new AbortController();

  constructor(options: QuotaQueueOptions) {
    this.#options = options;
  }

  /**
   * Waits for a turn. Resolves to true when the request may be sent: call `release` after it. Resolves to false when its signal
   * is aborted.
   *
   * @throws {PetstoreError} if its deadline is before its turn.
   */
  async acquire(request: QueuedRequest): Promise<boolean> {
    const { isRetry, signal } = request;
    if (signal?.aborted) return false;
    let removeListener = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const entry: Entry = { ...request, resolve, reject };
        removeListener = onAbort(signal, () => {
          this.#remove(entry);
          resolve(false);
          this.#dispatch();
        });
        const index = isRetry ? this.#queue.findIndex((other) => !other.isRetry) : -1;
        this.#queue.splice(index === -1 ? this.#queue.length : index, 0, entry);
        this.#dispatch(entry);
      });
    } finally {
      removeListener();
    }
  }

  /** Ends an attempt. `report` is undefined if there was no response. */
  release(report: Report | undefined): void {
    const now = this.#options.clock.now();
    this.#inFlight -= 1;
    if (report?.quota !== undefined) this.#quota.update(report.quota, now);
    if (report?.rejection !== undefined) this.#pauseFor(report.rejection, now);
    this.#dispatch();
  }

  #pauseFor(error: NonNullable<Report['rejection']>, now: number): void {
    const until = now + (error.retryAfter ?? 1) * 1000;
    const code = error instanceof PetstoreError ? error.code : 'rate_limit_exceeded';
    const rejection: ErrorBody = { code, status: 429, message: error.message };
    if (until > (this.#pause?.until ?? 0)) this.#pause = { since: now, until, rejection };
  }

  /** Sends the requests that are due, and sleeps until the next one is due. */
  #dispatch(added?: Entry): void {
    this.#sleep.abort();
    const now = this.#options.clock.now();
    // The clock was set back: these times no longer hold.
    if (now < this.#dispatchedAt) this.#checkedUntil = this.#notifiedUntil = 0;
    this.#dispatchedAt = now;
    let turn = this.#nextTurn(now);
    while (this.#queue.length > 0 && turn.at <= now) {
      this.#inFlight += 1;
      this.#lastSentAt = now;
      this.#queue.shift()?.resolve(true);
      turn = this.#nextTurn(now);
    }
    this.#rejectLate(turn, now, added);
    if (this.#queue.length > 0 && turn.at < Number.POSITIVE_INFINITY) this.#sleepUntil(turn, now);
  }

  /** Returns when the first request may be sent, by the table at the top of the file. */
  #nextTurn(now: number): Turn {
    const pause = this.#pauseAt(now);
    if (pause !== undefined) return { at: pause.until, rejection: pause.rejection };
    const { pace } = this.#options;
    const max = pace && this.#quota.isUnknown ? 1 : MAX_IN_FLIGHT;
    const turn = this.#quota.nextTurn({ inFlight: this.#inFlight, lastSentAt: this.#lastSentAt }, pace, now);
    return this.#inFlight < max ? turn : { at: Number.POSITIVE_INFINITY };
  }

  /** Returns the pause that applies now. If the clock was set back, the pause starts again and keeps its length. */
  #pauseAt(now: number): Pause | undefined {
    if (this.#pause === undefined || now >= this.#pause.until) return undefined;
    const { since, until, rejection } = this.#pause;
    if (now < since) this.#pause = { since: now, until: now + (until - since), rejection };
    return this.#pause;
  }

  /**
   * Rejects each request whose deadline is before the next turn. Deadlines never become earlier. Therefore all requests are
   * checked again only if the turn has become later; otherwise only the added request is checked.
   */
  #rejectLate({ at, rejection }: Turn, now: number, added: Entry | undefined): void {
    if (rejection === undefined) return;
    const unchecked = at > this.#checkedUntil ? [...this.#queue] : added ? [added] : [];
    this.#checkedUntil = Math.max(at, this.#checkedUntil);
    const retryAfter = secondsIn(at - now);
    for (const entry of unchecked) {
      if (at > entry.deadline(now) && this.#remove(entry)) {
        entry.reject(new PetstoreError(rejection, { retryAfter }));
      }
    }
  }

  /** Returns true if the entry was in the queue. */
  #remove(entry: Entry): boolean {
    const index = this.#queue.indexOf(entry);
    if (index !== -1) this.#queue.splice(index, 1);
    return index !== -1;
  }

  #sleepUntil({ at, rejection }: Turn, now: number): void {
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#options.clock.wait(Math.min(at - now, MAX_SLEEP_MS), sleep.signal).then(() => {
      if (!sleep.signal.aborted) this.#dispatch();
    });
    if (rejection === undefined || at <= this.#notifiedUntil) return;
    this.#notifiedUntil = at;
    // Call the listener last, because it may start or abort requests and thereby change the queue.
    const seconds = secondsIn(at - now);
    this.#options.onWait({ error: new PetstoreError(rejection, { retryAfter: seconds }), seconds });
  }
}

function secondsIn(ms: number): number {
  return Math.ceil(ms / 1000);
}
