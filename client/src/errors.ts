import type { ErrorCode } from './contract.ts';

/** The body of every error that the service answers (docs/errors.md). */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  status: number;
}

interface ErrorOrigin {
  requestId?: string | undefined;
  retryAfter?: number | undefined;
}

/** The service refused a request, or would have: what it answers is in `docs/errors.md` of the service. */
export class PetstoreError extends Error {
  override readonly name = 'PetstoreError';
  /** What went wrong; every code of the service's catalogue is in the type. */
  readonly code: ErrorCode;
  /** The HTTP status, 400 to 503. */
  readonly status: number;
  /** Leads to the line in the service's log; undefined where the client knew the answer and sent nothing. */
  readonly requestId: string | undefined;
  /** Seconds after which a repetition may be answered; undefined where waiting mends nothing. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, status }: ErrorBody, { requestId, retryAfter }: ErrorOrigin = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The answer did not come from a Petstore, or was damaged: a proxy's own page, a redirection, no JSON. */
export class PetstoreAnswerError extends Error {
  override readonly name = 'PetstoreAnswerError';
  /** The HTTP status; 0 where the browser hides it. */
  readonly status: number;
  /** Seconds after which a repetition may be answered, if the answer said so. */
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

/** No answer: the service is not there, or the connection was lost. `cause` is what `fetch` said. */
export class PetstoreConnectionError extends Error {
  override readonly name = 'PetstoreConnectionError';
}

/** No whole answer within the time limit of a request, or no turn to send it within that of the call. Its name is the one that the platform gives its own. */
export class PetstoreTimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The caller's signal was aborted. `cause` is the signal's reason, and its name the one that the platform gives its own. */
export class PetstoreAbortError extends Error {
  override readonly name = 'AbortError';
}
