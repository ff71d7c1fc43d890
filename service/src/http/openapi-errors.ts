import { ERRORS, type ErrorCode } from '../core/errors.ts';

/** What every operation may answer, whatever it does. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'request_timeout',
  'expectation_failed',
  'rate_limit_exceeded',
  'api_key_banned',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

/** The error responses of an operation, one for each status, with an example for each code. */
export function errorResponses(own: readonly ErrorCode[]): Record<string, object> {
  const codes = [...new Set([...COMMON_ERRORS, ...own])];
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => [status, errorResponse(some)]),
  );
}

function errorResponse(codes: readonly ErrorCode[]): object {
  const examples = codes.map((code) => {
    const { status, meaning } = ERRORS[code];
    return [code, { value: { code, message: meaning, status } }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
    content: { 'application/json': { schema: { $ref: 'Error#' }, examples: Object.fromEntries(examples) } },
  };
}
