import { type Clock, systemClock } from './clock.ts';
import type { Quota } from './quota-headers.ts';

/** The options of a client. */
export interface PetstoreOptions {
  /** The address of the service, with or without `/v1`: `https://adopt.example.org`. */
  baseUrl: string;
  /** An API key of the account, `petstore_live_…`. The client sends it only in `Authorization`. */
  apiKey: string;
  /**
   * Spread requests evenly over the minute instead of sending them until the quota is used up. For jobs with many requests;
   * `false` by default.
   */
  pace?: boolean | undefined;
  /** How often and how long a request is retried. */
  retry?: RetryOptions | undefined;
  /** The time limit of each attempt; 30 by default. A photo has one second more for each 16 KiB, and at most 5 minutes more. */
  timeoutSeconds?: number | undefined;
  /** Called with the quota after every response that reports it. */
  onQuota?: ((quota: Quota) => void) | undefined;
  /** Called when requests start to wait for the quota, for the end of a ban, or for a retry. Not called for the intervals of `pace`. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** Called once for each operation in use that is deprecated. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined;
  /** Sends the requests; the `fetch` of the runtime by default. */
  fetch?: typeof fetch | undefined;
  /** The source of time, for tests. */
  clock?: Clock | undefined;
}

export interface RetryOptions {
  /** The maximum number of attempts, the first included; 8 by default, 1 for no retries. */
  attempts?: number | undefined;
  /** No attempt starts after this many seconds; 180 by default. With `pace` they count from the first attempt. */
  seconds?: number | undefined;
}

/** The reason and the length of a wait. */
export interface Wait {
  /** A `PetstoreError` without `requestId` if the client knew the result and sent nothing. */
  error: Error;
  /** Rounded up. */
  seconds: number;
}

/** A deprecated operation, as its responses report it (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** The id of the operation in `openapi.json`, such as `getPet`. */
  operation: string;
  /** When it was deprecated. */
  deprecatedAt: Date;
  /** When it will be removed; undefined if that is not decided. */
  sunset: Date | undefined;
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call with a `PetstoreAbortError`. */
  signal?: AbortSignal | undefined;
}

/** The options of a call that changes or removes something. */
export interface ChangeOptions extends CallOptions {
  /** An `ETag` from `etagOf`: the service makes the change only if the animal or the order still has this version. */
  ifMatch?: string;
}

/** The options of a call that adds something. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. The service processes the same call with the same key once within 24 hours. By default
   * each call has a random key for its own retries. Store your own key to repeat a call after a crash.
   */
  idempotencyKey?: string | undefined;
}

/** The options with their defaults. */
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

/** @throws {TypeError} for an invalid option; the message never contains the key. */
export function settingsOf(options: PetstoreOptions): Settings {
  const { pace = false, retry = {}, timeoutSeconds = 30, clock = systemClock } = options;
  return {
    baseUrl: baseOf(options.baseUrl),
    apiKey: keyOf(options.apiKey),
    pace,
    attempts: atLeast(1, 'retry.attempts', retry.attempts ?? 8),
    retryMs: 1000 * atLeast(0, 'retry.seconds', retry.seconds ?? 180),
    timeoutMs: 1000 * atLeast(0.001, 'timeoutSeconds', timeoutSeconds),
    onQuota: isolated(options.onQuota),
    onWait: isolated(options.onWait),
    onDeprecation: isolated(options.onDeprecation),
    // Browsers throw if `fetch` is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
  };
}

/** Keeps errors of a listener away from the call: they become uncaught exceptions, like those of an event listener. */
function isolated<Value>(listener: ((value: Value) => void) | undefined): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

/** Returns the address with `/v1` and without a trailing slash. */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    // The message does not quote the value: it may be the key or contain a password.
    throw new TypeError('baseUrl must be like https://adopt.example.org, without a password');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

function keyOf(key: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('apiKey must be an API key, petstore_live_…');
}

/** Returns the number, which may be Infinity, if it is large enough. */
export function atLeast(min: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= min) return value;
  throw new TypeError(`${name} must be a number of at least ${min}; got ${String(value)}`);
}
