import { type ErrorBody, PetstoreAnswerError, PetstoreError } from '../errors.ts';
import { retryAfterOf } from '../quota-headers.ts';
import { readJson } from './int64-json.ts';

/** The response of an operation that succeeded. */
export interface OperationResponse<Result> {
  /** Undefined on a 204 and a 304, which have no body. */
  result: Result;
  status: number;
  headers: Headers;
}

const etags = new WeakMap<object, string | undefined>();

/**
 * Returns the `ETag` of an animal or an order that a call returned, for `ifMatch`. Undefined for an item of a list or an event,
 * and for a copy of the object.
 */
export function etagOf(resource: object): string | undefined {
  return etags.get(resource);
}

export interface RawResponse {
  status: number;
  headers: Headers;
  /** A Blob for a file. */
  body: string | Blob;
}

/**
 * Reads a response. It does not check the members of a result: the service promises those that its operation documents.
 *
 * @throws {PetstoreError} if it is an error of the service.
 * @throws {PetstoreAnswerError} if it did not come from Petstore.
 */
export function readResponse<Result>({ status, headers, body: raw }: RawResponse): OperationResponse<Result> {
  if (status === 204 || status === 304) return { result: undefined as Result, status, headers };
  if (typeof raw !== 'string') return { result: raw as Result, status, headers };
  const isSuccess = status >= 200 && status < 300;
  const retryAfter = retryAfterOf(headers);
  const body = hasType(headers, 'application/json') ? parsed(raw, status, retryAfter) : undefined;
  if (isSuccess && typeof body === 'object' && body !== null) {
    // A proxy that compresses marks the tag as weak. The service has only strong ones, which `If-Match` needs.
    etags.set(body, headers.get('etag')?.replace('W/', ''));
    return { result: body as Result, status, headers };
  }
  if (!isSuccess && isError(body)) {
    throw new PetstoreError(body, { requestId: headers.get('x-request-id') ?? undefined, retryAfter });
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
