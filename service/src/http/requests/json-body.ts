import type { IncomingMessage } from 'node:http';
import type { FastifyContextConfig } from 'fastify';
import { ApiError, quote } from '../../core/errors.ts';
import { InexactNumber, JsonError, parseJsonObject } from '../../core/json.ts';
import type { Exchange, ReceivedBody } from '../exchange.ts';
import { acceptedTypes, bodyTypes } from './body-types.ts';
import { readBody } from './collect-body.ts';

/** A pet has a few hundred bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Receives a JSON body, without rounding the numbers of its int64 members. Without a body, its type does not matter.
 *
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type` or `malformed_json`.
 */
export async function receiveJson(exchange: Exchange): Promise<ReceivedBody> {
  const { request, route } = exchange;
  const config = route?.config ?? {};
  exchange.isReadingBody = true;
  const bytes = await readBody(request, BODY_LIMIT_BYTES);
  if (bytes === undefined) throw tooLargeError(config);
  exchange.isReadingBody = false;
  if (bytes.length === 0) return { value: undefined, bytes };
  requireBodyType(request, config);
  return { value: parseBody(bytes, route?.input.int64Members() ?? new Set()), bytes };
}

/** @throws {ApiError} `unsupported_media_type`. */
export function requireBodyType(request: RequestHead, config: FastifyContextConfig): void {
  requireIdentity(request.headers['content-encoding']);
  const [name = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const type = name.trim();
  const hasOtherCharset = parameters.some((parameter) => /^\s*charset=(?!"?utf-8"?\s*$)/.test(parameter));
  const isAccepted =
    bodyTypes(request.method ?? '', config).includes(type) || config.bodyTypeAliases?.includes(type);
  if (!isAccepted || hasOtherCharset) {
    throw unsupportedType(request, config, config.bodyTypeAdvice?.[type]);
  }
}

/** Bodies are not decompressed: they are small, and a small compressed body can hold a very large one. */
function requireIdentity(contentEncoding = ''): void {
  if (contentEncoding.split(',').every((coding) => /^\s*(?:identity)?\s*$/i.test(coding))) return;
  throw new ApiError(
    'unsupported_media_type',
    `The body must not be compressed (Content-Encoding); got ${quote(contentEncoding)}.`,
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}

function unsupportedType(
  { method = '', headers: { 'content-type': type } }: RequestHead,
  config: FastifyContextConfig,
  advice: string | undefined,
): ApiError {
  const found = type === undefined ? 'got none' : `got ${quote(type)}`;
  const coding = config.bodyTypes === undefined ? ', in UTF-8' : '';
  return new ApiError(
    'unsupported_media_type',
    `The Content-Type must be ${bodyTypes(method, config).join(' or ')}${coding}; ${found}.${advice === undefined ? '' : ` ${advice}`}`,
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
export function tooLargeError({ bodyLimitBytes = BODY_LIMIT_BYTES }: FastifyContextConfig): ApiError {
  return new ApiError('payload_too_large', `The body must be at most ${bodyLimitBytes} bytes.`);
}
