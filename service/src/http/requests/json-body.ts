import type { IncomingMessage } from 'node:http';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, quote } from '../../core/errors.ts';
import { InexactNumber, JsonError, parseJsonObject } from '../../core/json.ts';
import { isIdentity } from '../responses/content-coding.ts';
import { acceptedTypes, bodyTypes } from './body-types.ts';
import { int64Members } from './int64-members.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received; undefined if there was none. */
    bodyBytes: Buffer | undefined;
  }
}

/** A pet has a few hundred bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes the application parse JSON bodies without rounding numbers, and refuse the types that an operation does not accept. */
export function readBodies(app: FastifyInstance): void {
  // The body of a DELETE is ignored, as that of a GET.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  app.decorateRequest('bodyBytes');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.bodyBytes = body;
    // Without a body, its type does not matter. Validation requires the body.
    if (body.length === 0) return undefined;
    const { config } = request.routeOptions;
    requireBodyType(request, config);
    return config.bodyTypes === undefined ? parseBody(body, int64Members(request)) : body;
  });
}

/** @throws {ApiError} `unsupported_media_type`. */
export function requireBodyType(request: RequestHead, config: FastifyContextConfig): void {
  requireIdentity(request.headers['content-encoding']);
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const hasOtherCharset = parameters.some((parameter) => /^\s*charset=(?!"?utf-8"?\s*$)/.test(parameter));
  const isAccepted = bodyTypes(request.method ?? '', config).includes(type.trim());
  if (!isAccepted || hasOtherCharset) throw unsupportedType(request, config);
}

/** Returns the error for a `Content-Type` that Fastify cannot parse. Without a body, its type does not matter. */
export function unsupportedTypeError(request: RequestHead, config: FastifyContextConfig): ApiError {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody
    ? unsupportedType(request, config)
    : new ApiError('invalid_body', 'The request needs a body: a JSON object');
}

/** Bodies are not decompressed: they are small, and a small compressed body can hold a very large one. */
function requireIdentity(contentEncoding: string | undefined): void {
  if (isIdentity(contentEncoding)) return;
  throw new ApiError(
    'unsupported_media_type',
    `The body must not be compressed (Content-Encoding); got ${quote(contentEncoding ?? '')}.`,
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}

function unsupportedType(
  { method = '', headers: { 'content-type': type } }: RequestHead,
  config: FastifyContextConfig,
): ApiError {
  const found = type === undefined ? 'got none' : `got ${quote(type)}`;
  const coding = config.bodyTypes === undefined ? ', in UTF-8' : '';
  return new ApiError(
    'unsupported_media_type',
    `The Content-Type must be ${bodyTypes(method, config).join(' or ')}${coding}; ${found}.`,
    { headers: acceptedTypes(method, config) },
  );
}

function parseBody(body: Buffer, members: ReadonlySet<string>): unknown {
  try {
    const value = parseJsonObject(utf8.decode(body), members);
    // To a validator, a number that cannot be represented exactly would be an object.
    return value instanceof InexactNumber ? value.source : value;
  } catch (error) {
    throw new ApiError('malformed_json', `The body cannot be read: ${faultOf(error)}.`, { cause: error });
  }
}

function faultOf(error: unknown): string {
  if (!(error instanceof JsonError)) return 'it is not valid UTF-8';
  const syntax = error.cause instanceof SyntaxError;
  return syntax ? 'it is not valid JSON' : error.message;
}

/** Returns the error for a body that is larger than the operation accepts. */
export function tooLargeError(
  { bodyLimitBytes = BODY_LIMIT_BYTES }: FastifyContextConfig,
  cause?: Error,
): ApiError {
  return new ApiError('payload_too_large', `The body must be at most ${bodyLimitBytes} bytes.`, { cause });
}
