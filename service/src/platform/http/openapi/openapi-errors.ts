import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { ERROR_MESSAGES } from './openapi-error-messages.ts';

/** The errors that every operation may have. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'request_timeout',
  'expectation_failed',
  'origin_not_allowed',
  'rate_limit_exceeded',
  'api_key_banned',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** The errors that every operation with a JSON body may have. */
export const JSON_BODY_ERRORS: readonly ErrorCode[] = [
  'malformed_json',
  'invalid_body',
  'payload_too_large',
  'unsupported_media_type',
];

/** Example messages of one operation, if they differ from those of other operations. */
export type ErrorMessages = Partial<Readonly<Record<ErrorCode, string>>>;

/** Returns the error responses of an operation: one for each status, with an example for each code. */
export function errorResponses(
  own: readonly ErrorCode[],
  messages: ErrorMessages = {},
): Record<string, object> {
  const codes = [...new Set([...COMMON_ERRORS, ...own])];
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => [status, errorResponse(ofStatus, messages)]),
  );
}

function errorResponse(codes: readonly ErrorCode[], messages: ErrorMessages): object {
  const examples = codes.map((code) => {
    const message = messages[code] ?? ERROR_MESSAGES[code];
    return [code, { value: { code, message, status: ERRORS[code].status } }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
