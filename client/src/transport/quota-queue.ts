import type { Clock } from '../clock.ts';
import { type ErrorBody, type PetstoreAnswerError, PetstoreError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Wait } from '../options.ts';
import type { Quota } from '../quota-headers.ts';
import { KnownQuota, type Turn } from './known-quota.ts';

/** As many as a browser sends to one host over HTTP/1.1: the others would wait there, with their time limit running. */
const MOST_IN_FLIGHT = 6;
/** The clock is looked at again, in case it was set or the machine slept. */
const LONGEST_SLEEP = 60_000;

/** A request that asks to be sent. */
export interface Applicant {
  /** It was sent before and goes before those that were not. */
  isRepetition: boolean;
  /** The moment beyond which it does not wait for a quota to reset or a ban to end. */
  waitsUntil(now: number): number;
  signal: AbortSignal | undefined;
}

/** What an answer says about the requests that come after it. */
export interface Told {
  quota: Quota | undefined;
  /** Set on a 429. */
  refusal: PetstoreError | PetstoreAnswerError | undefined;
}

interface Parts {
  clock: Clock;
  pace: boolean;
  /** Told once for each wait for a quota or a ban. */
  onWait(wait: Wait): void;
}

interface Waiting extends Applicant {
  admit(): void;
  refuse(error: Error): void;
}

/** No request goes before it ends. */
interface Hold {
  since: number;
  until: number;
  /** What is said to whoever does not wait as long: the service's own words, or a proxy's answer as the service would give it. */
  refusal: ErrorBody;
}

/**
 * Lets requests go one after the other: none that the service would refuse as far as its answers tell, none during a
 * ban, and with `pace` none faster than the rest of the minute allows.
 */
export class QuotaQueue {
  readonly #parts: Parts;
  readonly #quota = new KnownQuota();
  readonly #queue: Waiting[] = [];
  #hold: Hold | undefined;
  #inFlight = 0;
  #lastSentAt: number | undefined;
  /** Everybody in the queue was asked whether they wait as long. */
  #askedUntil = 0;
  #saidUntil = 0;
  #movedAt = 0;
  #sleep = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Resolves when the request may go, or when its signal is aborted; each one that went has to `leave`.
   *
   * @returns whether it may go.
   * @throws {PetstoreError} if it would wait longer than it does.
   */
  enter(applicant: Applicant): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (applicant.signal?.aborted) return resolve(false);
      const forget = onAbort(applicant.signal, () => {
        this.#remove(waiting);
        forget();
        resolve(false);
        this.#move();
      });
      const waiting: Waiting = {
        ...applicant,
        admit: () => {
          forget();
          resolve(true);
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      };
      const place = applicant.isRepetition ? this.#queue.findIndex((one) => !one.isRepetition) : -1;
      this.#queue.splice(place === -1 ? this.#queue.length : place, 0, waiting);
      this.#move(waiting);
    });
  }

  /** Says what the answer told; nothing if there was none. */
  leave(told: Told | undefined): void {
    const now = this.#parts.clock.now();
    this.#inFlight -= 1;
    if (told?.quota !== undefined) this.#quota.learn(told.quota, now);
    if (told?.refusal !== undefined) this.#holdBack(told.refusal, now);
    this.#move();
  }

  #holdBack(error: NonNullable<Told['refusal']>, now: number): void {
    const until = now + (error.retryAfter ?? 1) * 1000;
    const code = error instanceof PetstoreError ? error.code : 'rate_limit_exceeded';
    const refusal: ErrorBody = { code, status: 429, message: error.message };
    if (until > (this.#hold?.until ?? 0)) this.#hold = { since: now, until, refusal };
  }

  /** Sends who may go, and comes back when the next one may. */
  #move(newcomer?: Waiting): void {
    this.#sleep.abort();
    const now = this.#parts.clock.now();
    // The clock was set back: what was said of the time until then is worth nothing.
    if (now < this.#movedAt) this.#askedUntil = this.#saidUntil = 0;
    this.#movedAt = now;
    let turn = this.#next(now);
    while (this.#queue.length > 0 && turn.at <= now) {
      this.#inFlight += 1;
      this.#lastSentAt = now;
      this.#queue.shift()?.admit();
      turn = this.#next(now);
    }
    const refusal = this.#refusalFor(turn);
    if (refusal !== undefined) this.#refuseThose(turn.at, refusal, now, newcomer);
    if (this.#queue.length > 0 && turn.at < Number.POSITIVE_INFINITY) this.#sleepUntil(turn.at, refusal, now);
  }

  #next(now: number): Turn {
    const hold = this.#holdAt(now);
    if (hold !== undefined) return { at: hold.until };
    const { pace } = this.#parts;
    const traffic = { inFlight: this.#inFlight, lastSentAt: this.#lastSentAt };
    const turn = this.#quota.next(traffic, pace, now) ?? { at: now };
    // Who keeps a distance sends one at a time until the quota is known.
    const most = pace && this.#quota.isUnknown ? 1 : MOST_IN_FLIGHT;
    return this.#inFlight < most ? turn : { ...turn, at: Number.POSITIVE_INFINITY };
  }

  /** The hold of now. One that began in the future does so because the clock was set back. */
  #holdAt(now: number): Hold | undefined {
    if (this.#hold === undefined || now >= this.#hold.until) return undefined;
    const { since, until, refusal } = this.#hold;
    if (now < since) this.#hold = { since: now, until: now + (until - since), refusal };
    return this.#hold;
  }

  /** With what a request is refused that waits for more than its distance to others. */
  #refusalFor({ at, usedUp }: Turn): ErrorBody | undefined {
    if (this.#hold?.until === at) return this.#hold.refusal;
    if (usedUp === undefined || at === Number.POSITIVE_INFINITY) return undefined;
    const message = `The quota of ${usedUp.limit} requests per ${usedUp.window} is used up.`;
    return { code: 'rate_limit_exceeded', status: 429, message };
  }

  /** Refuses those that do not wait as long; who was asked once for as long is not asked again. */
  #refuseThose(at: number, refusal: ErrorBody, now: number, newcomer: Waiting | undefined): void {
    const everybody = at > this.#askedUntil ? [...this.#queue] : [];
    const asked = everybody.length > 0 || newcomer === undefined ? everybody : [newcomer];
    this.#askedUntil = Math.max(at, this.#askedUntil);
    for (const waiting of asked) {
      if (at > waiting.waitsUntil(now) && this.#remove(waiting))
        waiting.refuse(refused(refusal, secondsIn(at - now)));
    }
  }

  /** Whether it was in the queue. */
  #remove(waiting: Waiting): boolean {
    const place = this.#queue.indexOf(waiting);
    if (place !== -1) this.#queue.splice(place, 1);
    return place !== -1;
  }

  #sleepUntil(at: number, refusal: ErrorBody | undefined, now: number): void {
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#parts.clock.wait(Math.min(at - now, LONGEST_SLEEP), sleep.signal).then(() => {
      if (!sleep.signal.aborted) this.#move();
    });
    if (refusal === undefined || at <= this.#saidUntil) return;
    this.#saidUntil = at;
    // The last: whoever is told may make calls and abort others.
    const seconds = secondsIn(at - now);
    this.#parts.onWait({ error: refused(refusal, seconds), seconds });
  }
}

function refused(body: ErrorBody, retryAfter: number): PetstoreError {
  return new PetstoreError(body, { retryAfter });
}

function secondsIn(ms: number): number {
  return Math.ceil(ms / 1000);
}
