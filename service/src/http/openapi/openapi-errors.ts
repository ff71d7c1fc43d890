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

interface Operation {
  responses?: Record<string, object>;
}

/** The part of an OpenAPI 3.1 document that is used here. */
export interface DocumentResponses {
  paths?: Record<string, Partial<Record<string, Operation>> | undefined>;
  components?: { responses?: Record<string, object> };
}

interface Occurrence {
  responses: Record<string, object>;
  status: string;
  response: object;
}

/** Moves error responses that several operations share to the components of the document. */
export function shareResponses(document: DocumentResponses): void {
  const shared: Record<string, object> = {};
  for (const occurrences of Map.groupBy(errorsOf(document), ({ response }) =>
    JSON.stringify(response),
  ).values()) {
    const [first] = occurrences;
    if (first === undefined || occurrences.length === 1) continue;
    const name = freeName(nameOf(first.response), shared);
    shared[name] = first.response;
    for (const { responses, status } of occurrences)
      responses[status] = { $ref: `#/components/responses/${name}` };
  }
  document.components = { ...document.components, responses: shared };
}

function errorsOf({ paths = {} }: DocumentResponses): Occurrence[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path ?? {}));
  return operations.flatMap(({ responses = {} } = {}) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => ({ responses, status, response })),
  );
}

/** Returns a name made of the error codes of a response: `PetNotFound` for `pet_not_found`. */
function nameOf(response: object): string {
  const { content } = response as { content: { 'application/json': { examples: object } } }; // as `errorResponse` builds it
  const codes = Object.keys(content['application/json'].examples);
  return codes
    .map((code) => code.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase()))
    .join('Or');
}

/** Returns a name that is not taken: responses with the same codes may differ in their examples and headers. */
function freeName(name: string, taken: Record<string, object>): string {
  for (let variant = 2; ; variant += 1) {
    const candidate = variant === 2 && !(name in taken) ? name : `${name}${variant}`;
    if (!(candidate in taken)) return candidate;
  }
}
