import { type Clock, systemClock } from './clock.ts';
import type { Quota } from './quota-headers.ts';

/** How a client finds its service, and how patient it is. */
export interface PetstoreOptions {
  /** Where the service is, with or without `/v1`: `https://adopt.example.org`. */
  baseUrl: string;
  /** An API key of the account, `petstore_live_…`. It is sent in `Authorization` and nowhere else. */
  apiKey: string;
  /**
   * Spread requests over what is left of the minute instead of sending them until the quota is used up: for jobs with
   * many requests. `false` by default.
   */
  pace?: boolean | undefined;
  /** How often and how long a request is repeated when waiting can mend what went wrong. */
  retry?: RetryOptions | undefined;
  /** Seconds in which each attempt must be answered; 30 by default. */
  timeoutSeconds?: number | undefined;
  /** Told of the quota by every answer that tells it. */
  onQuota?: ((quota: Quota) => void) | undefined;
  /** Told when requests begin to wait: for the quota, for a ban to end, or to try again. A distance kept for `pace` is not told. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** Told once for each operation in use that will be removed. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined;
  /** What sends the requests; the runtime's `fetch` by default. */
  fetch?: typeof fetch | undefined;
  /** Where time comes from; for tests that do not want to wait. */
  clock?: Clock | undefined;
}

export interface RetryOptions {
  /** How often a request is sent at most, the first time included; 8 by default, 1 for no repetition. */
  attempts?: number | undefined;
  /** Seconds after which no attempt begins; 180 by default. With `pace` they count from the first attempt. */
  seconds?: number | undefined;
}

/** Why and how long requests wait. */
export interface Wait {
  /** What went wrong; a `PetstoreError` without `requestId` where the client knew and sent nothing. */
  error: Error;
  /** Rounded up. */
  seconds: number;
}

/** An operation that will be removed, as its answers tell (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** The operation's id in `openapi.json`, such as `getPet`. */
  operation: string;
  /** When it was deprecated. */
  deprecatedAt: Date;
  /** When it is removed; undefined while that is not decided. */
  sunset: Date | undefined;
}

/** What can be said of a single call. */
export interface CallOptions {
  /** Ends the call with a `PetstoreAbortError`. */
  signal?: AbortSignal | undefined;
}

/** What can be said of a call that changes or removes something. */
export interface ChangeOptions extends CallOptions {
  /** An `ETag`, from `etagOf`: the change is made only if nobody else has changed the animal or the order since. */
  ifMatch?: string;
}

/** What can be said of a call that adds something. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. The same call with the same key is done once within 24 hours. Made up for each call
   * by default, which covers its own repetitions; give your own, and keep it, to repeat a call after a crash.
   */
  idempotencyKey?: string | undefined;
}

/** The options with nothing left open. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
  pace: boolean;
  attempts: number;
  retryMs: number;
  timeoutMs: number;
  onQuota: (quota: Quota) => void;
  onWait: (wait: Wait) => void;
  onDeprecation: (deprecation: Deprecation) => void;
  fetch: typeof fetch;
  clock: Clock;
}

/** @throws {TypeError} for an option that cannot work; the message never shows the key. */
export function settingsOf(options: PetstoreOptions): Settings {
  const { pace = false, retry = {}, timeoutSeconds = 30, clock = systemClock } = options;
  return {
    baseUrl: baseOf(options.baseUrl),
    apiKey: keyOf(options.apiKey),
    pace,
    attempts: atLeast(1, 'retry.attempts', retry.attempts ?? 8),
    retryMs: 1000 * atLeast(0, 'retry.seconds', retry.seconds ?? 180),
    timeoutMs: 1000 * atLeast(0.001, 'timeoutSeconds', timeoutSeconds),
    onQuota: harmless(options.onQuota),
    onWait: harmless(options.onWait),
    onDeprecation: harmless(options.onDeprecation),
    // Not the function itself: browsers want it called on its own.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
  };
}

/** A listener that fails harms no call: its error is thrown where nobody waits, as that of an event's listener is. */
function harmless<Said>(listener: ((said: Said) => void) | undefined): (said: Said) => void {
  return (said) => {
    try {
      listener?.(said);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

/** The address without a slash at its end, `/v1` included. */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    // Not what it is: it may be the key, or hold a password.
    throw new TypeError('baseUrl must be like https://adopt.example.org, without a password');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

function keyOf(key: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('apiKey must be an API key, petstore_live_…');
}

/** The number, which may be Infinity. */
export function atLeast(least: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value;
  throw new TypeError(`${name} must be a number of at least ${least}; got ${String(value)}`);
}
