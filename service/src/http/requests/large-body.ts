import type { FastifyRequest } from 'fastify';
import { exchangeOf } from '../exchange.ts';
import { declaresBody } from './body-types.ts';
import { BODY_LIMIT_BYTES, requireBodyType, tooLargeError } from './json-body.ts';
import { checkParameterNames } from './query-parameters.ts';

/**
 * Checks the head of a request with a large body before the body is read: its parameters, type and size.
 *
 * @param admit gets the size of the body, or its maximum if the client does not declare it.
 * @throws {ApiError} `invalid_parameter`, `unsupported_media_type`, `payload_too_large`, or what `admit` throws.
 */
export async function admitLargeBody(
  request: FastifyRequest,
  admit: (bytes: number) => Promise<void>,
): Promise<void> {
  const { headers, routeOptions, raw } = request;
  const { schema, config } = routeOptions;
  const unknown = checkParameterNames(request.query, schema, config);
  if (unknown !== undefined) throw unknown;
  if (declaresBody(raw)) requireBodyType(raw, config);
  const limit = config.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  const declared = Number(headers['content-length'] ?? limit);
  if (declared > limit) throw tooLargeError(config);
  await admit(declared);
  // For a small body it was sent before.
  if (headers.expect !== undefined && declared > BODY_LIMIT_BYTES)
    exchangeOf(request).response.writeContinue();
}
