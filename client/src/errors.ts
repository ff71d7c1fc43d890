import type { ErrorCode } from './contract.ts';

/** The body of every error response of the service. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  status: number;
}

interface ErrorOrigin {
  requestId?: string | undefined;
  fields?: readonly string[];
  retryAfter?: number | undefined;
}

/** The service rejected a request, or the client knows that it would. `docs/errors.md` of the service explains every code. */
export class PetstoreError extends Error {
  override readonly name = 'PetstoreError';
  /** The cause. The type has every code of the service. */
  readonly code: ErrorCode;
  /** The HTTP status, 400 to 503. */
  readonly status: number;
  /** Identifies the request in the log of the service. Undefined if the client did not send the request. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry may succeed. Undefined if waiting does not help. */
  readonly retryAfter: number | undefined;
  /** The members, parameters or header fields that are invalid. Empty if the error does not name them. */
  readonly fields: readonly string[];

  constructor(
    { code, message, status }: ErrorBody,
    { requestId, retryAfter, fields = [] }: ErrorOrigin = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.fields = fields;
  }
}

/** The response is not from Petstore, or is damaged: the page of a proxy, a redirect, invalid JSON. */
export class PetstoreAnswerError extends Error {
  override readonly name = 'PetstoreAnswerError';
  /** The HTTP status; 0 if the browser hides it. */
  readonly status: number;
  /** Seconds after which a retry may succeed. Undefined if the response has no `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    status: number,
    { retryAfter, cause }: ErrorOrigin & { cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** There was no response: the service is unreachable, or the connection was lost. `cause` is the error of `fetch`. */
export class PetstoreConnectionError extends Error {
  override readonly name = 'PetstoreConnectionError';
}

/** No complete response within `timeoutSeconds`, or the request was not sent within `retry.seconds`. Named as the platform names its own error. */
export class PetstoreTimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The signal of the caller was aborted. `cause` is the reason of the signal. Named as the platform names its own error. */
export class PetstoreAbortError extends Error {
  override readonly name = 'AbortError';
}
