import type { Clock } from './clock.ts';
import type { Quota } from './quota-headers.ts';

/** The options of a client. */
export interface PetstoreOptions {
  /** The address of the service, with or without `/v1`: `https://adopt.example.org`. In Node, `PETSTORE_URL` by default. */
  baseUrl?: string | undefined;
  /** An API key of the account, `petstore_live_…`, which is sent only in `Authorization`. In Node, `PETSTORE_KEY` by default. */
  apiKey?: string | undefined;
  /**
   * Spread requests evenly over the minute instead of sending them until the quota is used up. For jobs with many requests;
   * `false` by default.
   */
  pace?: boolean | undefined;
  /** How often and how long a request is retried. */
  retry?: RetryOptions | undefined;
  /** The time limit of each attempt; 30 by default. A file or a batch has one second more for each 16 KiB, at most 5 minutes; a batch also one for 10 items. */
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
  /** The id of the operation in `openapi.json`, such as `getPet`; for `request` its method and path, such as `GET /pets/1`. */
  operation: string;
  /** When it was deprecated. */
  deprecatedAt: Date;
  /** When it will be removed; undefined if that is not decided. */
  sunset: Date | undefined;
}

/** A response as it arrived. */
export interface RawResponse {
  status: number;
  headers: Headers;
  /** A Blob for a file, else the text. */
  body: string | Blob;
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call with a `PetstoreAbortError`. */
  signal?: AbortSignal | undefined;
  /** The time limit of each attempt, in place of that of the client. */
  timeoutSeconds?: number | undefined;
  /** How often and how long this call is retried; what is not given is as for the client. */
  retry?: RetryOptions | undefined;
  /** Called with every response to the call, also to attempts that fail. */
  onResponse?: ((response: RawResponse) => void) | undefined;
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

/** The options of a request by method and path. */
export interface RequestOptions extends ChangeOptions, CreateOptions {
  /** The parameters after a path that has none itself. A list is sent with commas; what is undefined is left out. */
  query?: object | undefined;
  /** A file or a form is sent as it is, everything else as JSON, with all digits of a `bigint`. */
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  /** An `ETag` that the caller already has: the response is a 304 without a result if it is still valid. */
  ifNoneMatch?: string | undefined;
}
