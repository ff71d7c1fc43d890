import { ApiError } from '../../core/errors.ts';
import { BODY_LIMIT_BYTES } from '../requests/body.ts';

/** Returns the response to an error that Node's HTTP parser reported. */
export function parserError(error: NodeJS.ErrnoException): ApiError {
  return (
    BY_CODE[error.code ?? '']?.() ??
    new ApiError('invalid_parameter', 'The request is not valid HTTP/1.1 (RFC 9112).')
  );
}

/** The errors that are more specific than a malformed request, by their code. */
const BY_CODE: Readonly<Record<string, () => ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ApiError(
      'request_timeout',
      'The request did not arrive in time. Send its headers within 10 s, all of it within 30 s, a photo with at least 32 KiB a second.',
    ),
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('headers_too_large', 'The request line and the headers must be at most 16 KiB together.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError(
      'payload_too_large',
      `The body must be at most ${BODY_LIMIT_BYTES} bytes, without large chunk extensions.`,
    ),
};
