import { PetstoreError, PetstoreTimeoutError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Settings } from '../options.ts';
import type { QuotaQueue } from './quota-queue.ts';
import { isLost, retryDelay } from './retry.ts';
import { aborted } from './send.ts';

type Limits = Pick<Settings, 'clock' | 'pace' | 'attempts' | 'retryMs' | 'onWait'>;

/** What the attempts are for. */
interface Purpose {
  signal: AbortSignal | undefined;
  /** Whoever changes something must know when it may have been done. */
  method: string;
}

/** The attempts of one call, and how long it goes on with them. */
export class Attempts {
  readonly #limits: Limits;
  readonly #admission: QuotaQueue;
  readonly #purpose: Purpose;
  readonly #calledAt: number;
  #firstSentAt: number | undefined;
  #count = 0;
  /** The last attempt that may have been carried out although there was no answer. */
  #lost: unknown;
  /** Why the last attempt is repeated. */
  #last: unknown;

  constructor(limits: Limits, admission: QuotaQueue, purpose: Purpose) {
    this.#limits = limits;
    this.#admission = admission;
    this.#purpose = purpose;
    this.#calledAt = limits.clock.now();
  }

  /** Whether an attempt may have been carried out although there was no answer. */
  get wereLost(): boolean {
    return this.#lost !== undefined;
  }

  /**
   * Waits until the next attempt may be sent.
   *
   * @throws {PetstoreError} or {PetstoreTimeoutError} if that takes too long.
   * @throws {PetstoreAbortError} when the signal is aborted.
   */
  async turn(): Promise<void> {
    const { signal } = this.#purpose;
    const leaving = new AbortController();
    const forget = onAbort(signal, () => leaving.abort());
    if (signal?.aborted) leaving.abort();
    const waited = new AbortController();
    this.#untilTooLate(waited.signal).then((isTooLate) => isTooLate && leaving.abort());
    try {
      const isRepetition = this.#count > 0;
      const waitsUntil = (now: number) => this.#endsAt(now);
      const mayGo = await this.#admission.enter({ isRepetition, waitsUntil, signal: leaving.signal });
      if (!mayGo) throw signal?.aborted ? aborted(signal) : (this.#last ?? this.#tooLate());
    } catch (error) {
      throw this.#final(error);
    } finally {
      waited.abort();
      forget();
    }
    this.#firstSentAt ??= this.#limits.clock.now();
    this.#count += 1;
  }

  /**
   * Waits after an attempt that failed.
   *
   * @throws its error, if waiting mends nothing or would take too long.
   */
  async failed(error: unknown): Promise<void> {
    const { clock, attempts, onWait } = this.#limits;
    const { signal } = this.#purpose;
    const delay = retryDelay(error, this.#count);
    if (delay === undefined) throw this.#final(error);
    this.#last = error;
    if (isLost(error)) this.#lost = error;
    const now = clock.now();
    if (this.#count >= attempts || now + delay > this.#endsAt(now)) throw this.#final(error);
    if (error instanceof Error) onWait({ error, seconds: Math.ceil(delay / 1000) });
    await clock.wait(delay, signal);
    if (signal?.aborted) throw aborted(signal);
  }

  /** A change that may have been done must not end as one that was refused or not sent. */
  #final(error: unknown): unknown {
    const { method, signal } = this.#purpose;
    const isUnclear = method !== 'GET' && this.#lost !== undefined && !signal?.aborted;
    return isUnclear && !isDefinite(error, method) ? this.#lost : error;
  }

  /** A request that keeps its distance to others waits for them as long as it takes; its own time begins when it is sent. */
  #endsAt(now: number): number {
    const { pace, retryMs } = this.#limits;
    return (pace ? (this.#firstSentAt ?? now) : this.#calledAt) + retryMs;
  }

  /** Whether the time to begin an attempt was over before the signal was aborted. */
  async #untilTooLate(signal: AbortSignal): Promise<boolean> {
    const { clock, pace } = this.#limits;
    const now = clock.now();
    const ms = this.#endsAt(now) - now;
    if ((pace && this.#firstSentAt === undefined) || ms === Number.POSITIVE_INFINITY) return false;
    await clock.wait(ms, signal);
    return !signal.aborted;
  }

  #tooLate(): PetstoreTimeoutError {
    return new PetstoreTimeoutError(`Not sent within ${this.#limits.retryMs / 1000} s: too many calls.`);
  }
}

/** Whether an answer tells of the attempts before it too: a POST that was done would have been answered as it was then. */
function isDefinite(error: unknown, method: string): boolean {
  if (!(error instanceof PetstoreError)) return false;
  return error.status === 400 || (method === 'POST' && [409, 422].includes(error.status));
}
