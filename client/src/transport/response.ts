import { type ErrorBody, PetstoreAnswerError, PetstoreError } from '../errors.ts';
import type { RawResponse } from '../options.ts';
import { partsOf, retryAfterOf } from '../quota-headers.ts';
import { readJson } from './int64-json.ts';

/** The response of an operation that succeeded. */
export interface PetstoreResponse<Result> extends RawResponse {
  /** The body with exact ids. Undefined if the response has none: a 204, a 304, a HEAD. */
  result: Result;
}

const etags = new WeakMap<object, string | undefined>();

/**
 * Returns the `ETag` of an animal or an order that a call returned, for `ifMatch`. Undefined for an item of a list or an event,
 * and for a copy of the object.
 */
export function etagOf(resource: object): string | undefined {
  return etags.get(resource);
}

/**
 * Reads a response. It does not check the members of a result: the service promises those that its operation documents.
 *
 * @throws {PetstoreError} if it is an error of the service.
 * @throws {PetstoreAnswerError} if it did not come from Petstore.
 */
export function readResponse<Result>(raw: RawResponse, method: string): PetstoreResponse<Result> {
  const { status, headers } = raw;
  const isSuccess = status >= 200 && status < 300;
  const isHead = method === 'HEAD';
  if (status === 204 || status === 304 || (isHead && isSuccess))
    return { ...raw, result: undefined as Result };
  if (typeof raw.body !== 'string') return { ...raw, result: raw.body as Result };
  const retryAfter = retryAfterOf(headers);
  if (isHead)
    throw new PetstoreAnswerError(`HEAD: status ${status}. GET has the error.`, status, { retryAfter });
  const body = hasType(headers, 'application/json') ? parsed(raw.body, status, retryAfter) : undefined;
  if (isSuccess && typeof body === 'object' && body !== null) {
    // A proxy that compresses marks the tag as weak. The service has only strong ones, which `If-Match` needs.
    etags.set(body, headers.get('etag')?.replace('W/', ''));
    return { ...raw, result: body as Result };
  }
  if (!isSuccess && isError(body)) {
    const requestId = headers.get('x-request-id') ?? undefined;
    const fields = partsOf(headers, 'invalid-fields', /[^,\s]+/g);
    throw new PetstoreError(body, { requestId, retryAfter, fields });
  }
  throw new PetstoreAnswerError(unexpected(status, headers), status, { retryAfter });
}

export function hasType(headers: Headers, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
}

function parsed(text: string, status: number, retryAfter: number | undefined): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    const message = `The response with status ${status} is not valid JSON.`;
    throw new PetstoreAnswerError(message, status, { retryAfter, cause });
  }
}

/** Does not check the code: a newer service may have more codes than this version of the client. */
function isError(body: unknown): body is ErrorBody {
  const { code, message, status }: Partial<Record<keyof ErrorBody, unknown>> = Object(body);
  return typeof code === 'string' && typeof message === 'string' && typeof status === 'number';
}

function unexpected(status: number, headers: Headers): string {
  const target = headers.get('location');
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  if (isRedirect) return `baseUrl redirects to ${target ?? 'another address'}. Use that address.`;
  return `The response with status ${status} is not from Petstore. Check baseUrl and the proxy.`;
}
