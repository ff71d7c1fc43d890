import { ApiError } from '../../core/errors.ts';
import type { Exchange } from '../route.ts';
import { type Answer, errorAnswer, REVALIDATE_PRIVATE } from './answer.ts';
import { checkTag, readPreconditionsOf } from './etag.ts';
import { Representation } from './representation.ts';

/** Returns the answer for an error, in the one shape of all errors. Sets the fault of the exchange if it is the service's. */
export function answerError(error: Error, exchange: Exchange): Answer {
  const apiError = toApiError(error);
  if (apiError.status >= 500) exchange.fault = apiError;
  const answer = errorAnswer(apiError);
  // If the body was not read to its end, the next request cannot be found on the connection.
  const mustClose = exchange.body === 'arriving' && (apiError.status >= 500 || !exchange.request.complete);
  return mustClose ? { ...answer, headers: [...answer.headers, 'connection', 'close'] } : answer;
}

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    'internal_error',
    'An internal error occurred. The log of the service has the details.',
    { cause: error },
  );
}

/**
 * Returns the answer for what a route has found.
 *
 * @throws {ApiError} for an operation with `If-Match`: `invalid_parameter` if it is malformed, `precondition_failed`.
 */
export function answerFound(found: Answer | Representation, { request, route }: Exchange): Answer {
  if (!(found instanceof Representation)) return found;
  const { etag, link } = found;
  const headers = link === '' ? [] : ['link', link];
  if (etag === undefined) return { status: 200, headers: [...headers, ...NO_STORE], body: found };
  if (request.headers['if-match'] !== undefined && route?.comparesIfMatch === true) {
    checkTag(readPreconditionsOf(request), etag);
  }
  headers.push('cache-control', REVALIDATE_PRIVATE);
  return { status: 200, headers, etag, body: found };
}

const NO_STORE = ['cache-control', 'no-store'] as const;
