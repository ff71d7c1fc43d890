import { type ErrorBody, PetstoreAnswerError, PetstoreError } from '../errors.ts';
import { retryAfterOf } from '../quota-headers.ts';
import { readJson } from './int64-json.ts';

/** What an operation answered. */
export interface Answer<Result> {
  /** Undefined on a 204 and a 304, which have no body. */
  result: Result;
  status: number;
  headers: Headers;
}

const etags = new WeakMap<object, string | undefined>();

/**
 * The `ETag` of an animal or an order that a call returned, for `ifMatch`. Undefined for what came in a list or an event, and
 * for a copy of the object.
 */
export function etagOf(resource: object): string | undefined {
  return etags.get(resource);
}

/** The answer as it came. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * What the answer holds. That it has the members which its operation documents is the service's promise and is not checked again.
 *
 * @throws {PetstoreError} if it is an error of the service.
 * @throws {PetstoreAnswerError} if it did not come from a Petstore.
 */
export function readAnswer<Result>({ status, headers, text }: RawAnswer): Answer<Result> {
  if (status === 204 || status === 304) return { result: undefined as Result, status, headers };
  const isGood = status >= 200 && status < 300;
  const retryAfter = retryAfterOf(headers);
  const body = isJson(headers) ? parsed(text, status, retryAfter) : undefined;
  if (isGood && typeof body === 'object' && body !== null) {
    // A proxy that compresses marks the tag as weak. The service has only strong ones, which `If-Match` needs.
    etags.set(body, headers.get('etag')?.replace('W/', ''));
    return { result: body as Result, status, headers };
  }
  if (!isGood && isError(body)) {
    throw new PetstoreError(body, { requestId: headers.get('x-request-id') ?? undefined, retryAfter });
  }
  throw new PetstoreAnswerError(unexpected(status, headers), status, { retryAfter });
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

function parsed(text: string, status: number, retryAfter: number | undefined): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    const message = `An answer with status ${status} that is damaged.`;
    throw new PetstoreAnswerError(message, status, { retryAfter, cause });
  }
}

/** The interface's Error; its codes only grow, and a newer service may know more. */
function isError(body: unknown): body is ErrorBody {
  const { code, message, status }: Partial<Record<keyof ErrorBody, unknown>> = Object(body);
  return typeof code === 'string' && typeof message === 'string' && typeof status === 'number';
}

function unexpected(status: number, headers: Headers): string {
  const target = headers.get('location');
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  if (isRedirect) return `baseUrl redirects to ${target ?? 'another address'}: give that one.`;
  return `An answer with status ${status} that is none of a Petstore: check baseUrl and the proxy.`;
}
