import { PetstoreError, PetstoreTimeoutError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Settings } from '../settings.ts';
import type { QuotaQueue } from './quota-queue.ts';
import { isLost, retryDelay } from './retry.ts';
import { aborted } from './send.ts';

/*
 * The attempts of one call:
 *
 *   queued ── waitForTurn ──> in flight ── response ──> done
 *      ^                          │
 *      │                          │ error that waiting can resolve,
 *      │                          │ with attempts and time left
 *      └──── waitForRetry ────────┘
 *
 * A call fails in every other case:
 *   - waiting cannot resolve the error, the attempts are used up, or the next one would start too late
 *   - the queue rejects it, or `retry.seconds` pass before its turn
 *   - its signal is aborted
 * It throws the error of its last step, with one exception: if the service may have made a change, it throws the lost connection.
 */

type AttemptOptions = Pick<Settings, 'clock' | 'pace' | 'attempts' | 'retrySeconds' | 'onWait'>;

interface Call {
  signal: AbortSignal | undefined;
  method: string;
}

export class Attempts {
  readonly #options: AttemptOptions;
  readonly #queue: QuotaQueue;
  readonly #call: Call;
  readonly #calledAt: number;
  #firstSentAt: number | undefined;
  #count = 0;
  /** The error of the last attempt that the service may have processed although no response came. */
  #lostError: unknown;
  /** The error that causes the current retry. */
  #retriedError: unknown;

  constructor(options: AttemptOptions, queue: QuotaQueue, call: Call) {
    this.#options = options;
    this.#queue = queue;
    this.#call = call;
    this.#calledAt = options.clock.now();
  }

  /** Whether the service may have processed an attempt although no response came. */
  get hasLostResponse(): boolean {
    return this.#lostError !== undefined;
  }

  /**
   * Waits until the next attempt may be sent.
   *
   * @throws {PetstoreError} or {PetstoreTimeoutError} if that takes too long.
   * @throws {PetstoreAbortError} when the signal is aborted.
   */
  async waitForTurn(): Promise<void> {
    const { signal } = this.#call;
    const leave = new AbortController();
    const removeListener = onAbort(signal, () => leave.abort());
    if (signal?.aborted) leave.abort();
    const waited = new AbortController();
    this.#isTooLate(waited.signal).then((isTooLate) => isTooLate && leave.abort());
    try {
      const isRetry = this.#count > 0;
      const deadline = (now: number) => this.#deadline(now);
      const maySend = await this.#queue.acquire({ isRetry, deadline, signal: leave.signal });
      if (!maySend) throw signal?.aborted ? aborted(signal) : (this.#retriedError ?? this.#notSent());
    } catch (error) {
      throw this.#finalError(error);
    } finally {
      waited.abort();
      removeListener();
    }
    this.#firstSentAt ??= this.#options.clock.now();
    this.#count += 1;
  }

  /**
   * Waits after an attempt failed.
   *
   * @throws its error, if waiting cannot resolve it or would take too long.
   */
  async waitForRetry(error: unknown): Promise<void> {
    const { clock, attempts, onWait } = this.#options;
    const { signal } = this.#call;
    const delay = retryDelay(error, this.#count);
    if (delay === undefined) throw this.#finalError(error);
    this.#retriedError = error;
    if (isLost(error)) this.#lostError = error;
    const now = clock.now();
    if (this.#count >= attempts || now + delay > this.#deadline(now)) throw this.#finalError(error);
    if (error instanceof Error) onWait({ error, seconds: Math.ceil(delay / 1000) });
    await clock.wait(delay, signal);
    if (signal?.aborted) throw aborted(signal);
  }

  /** A change that the service may have made must not end as rejected or not sent. */
  #finalError(error: unknown): unknown {
    const { method, signal } = this.#call;
    const isUnclear = method !== 'GET' && this.hasLostResponse && !signal?.aborted;
    return isUnclear && !isConclusive(error, method) ? this.#lostError : error;
  }

  /** With `pace` a request waits for its slot as long as necessary: its time starts when it is first sent. */
  #deadline(now: number): number {
    const { pace, retrySeconds } = this.#options;
    return (pace ? (this.#firstSentAt ?? now) : this.#calledAt) + 1000 * retrySeconds;
  }

  /** Returns true when the deadline has passed, false when the signal is aborted before. */
  async #isTooLate(signal: AbortSignal): Promise<boolean> {
    const { clock, pace } = this.#options;
    const now = clock.now();
    const ms = this.#deadline(now) - now;
    if ((pace && this.#firstSentAt === undefined) || ms === Number.POSITIVE_INFINITY) return false;
    await clock.wait(ms, signal);
    return !signal.aborted;
  }

  #notSent(): PetstoreTimeoutError {
    return new PetstoreTimeoutError(`Not sent within ${this.#options.retrySeconds} s: too many calls.`);
  }
}

/** Whether an error proves that earlier attempts changed nothing. A POST that succeeded would receive its first response again. */
function isConclusive(error: unknown, method: string): boolean {
  if (!(error instanceof PetstoreError)) return false;
  return error.status === 400 || (method === 'POST' && [409, 422].includes(error.status));
}
