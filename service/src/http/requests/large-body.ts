import type { Exchange } from '../exchange.ts';
import { declaresBody } from './body-types.ts';
import type { Input } from './input-validator.ts';
import { BODY_LIMIT_BYTES, requireBodyType, tooLargeError } from './json-body.ts';
import { checkParameterNames } from './query-parameters.ts';

/**
 * Checks the head of a request with a large body before the body is read: the names of its parameters, its type and size.
 *
 * @param admit gets the size of the body, or its maximum if the client does not declare it.
 * @throws {ApiError} `invalid_parameter`, `unsupported_media_type`, `payload_too_large`, or what `admit` throws.
 */
export async function admitLargeBody(
  { request, response, route }: Exchange,
  { query }: Input,
  admit: (bytes: number) => Promise<void>,
): Promise<void> {
  const { schema, config = {} } = route ?? {};
  const { headers } = request;
  const unknown = checkParameterNames(query, schema, config);
  if (unknown !== undefined) throw unknown;
  if (declaresBody(request)) requireBodyType(request, config);
  const limit = config.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  const declared = Number(headers['content-length'] ?? limit);
  if (declared > limit) throw tooLargeError(config);
  await admit(declared);
  // For a small body it was sent before.
  if (headers.expect !== undefined && declared > BODY_LIMIT_BYTES) response.writeContinue();
}
