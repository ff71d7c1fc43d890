import { encodeCursor } from '../../core/cursor.ts';
import { COUNT_PREFERENCE } from '../requests/preferences.ts';
import { QUOTA_HEADERS } from '../responses/answer.ts';

interface Header {
  description: string;
  /** Whether every response that documents the header has it. */
  required?: true;
  schema: object;
  example?: string | number;
}

type HeaderMap = Record<string, Header | { $ref: string }>;

/** The part of an OpenAPI 3.1 document that is used here. */
export interface DocumentPaths {
  paths?: Record<string, Partial<Record<string, Operation>> | undefined>;
}

interface Operation {
  deprecated?: boolean;
  parameters?: { name: string }[];
  responses?: Record<string, { headers?: HeaderMap }>;
}

/** A response of the document. */
interface ResponseContext {
  path: string;
  method: Method;
  operation: Operation;
  status: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

const text = (description: string, example: string): Header => ({
  description,
  required: true,
  schema: { type: 'string' },
  example,
});

const oneOf = (description: string, ...values: string[]): Header => ({
  description,
  required: true,
  schema: { type: 'string', enum: values },
});

const integer = (description: string, minimum: number, example: number): Header => ({
  description,
  required: true,
  schema: { type: 'integer', format: 'int64', minimum },
  example,
});

const optional = ({ required: _, ...header }: Header): Header => header;

const STABILITY = oneOf('The stability of the operation.', 'stable', 'beta', 'experimental', 'deprecated');
const DEPRECATION = text('When the operation was deprecated (RFC 9745).', '@1795132800');
const SUNSET = text('When the operation is removed (RFC 8594).', 'Thu, 05 Dec 2030 00:00:00 GMT');
const SUCCESSOR = text(
  'The operation that replaces this one, and its reference (RFC 8288); with the animal also its listing, with `rel="alternate"`.',
  '</v1/pets?status=available>; rel="successor-version", </docs/#tag/pets/GET/pets/%7BpetId%7D>; rel="deprecation"; type="text/html"',
);

/** The headers that several responses share. The part of a name after a dot distinguishes variants of a header field. */
export const SHARED_HEADERS = {
  'X-RateLimit-Limit': integer('Requests allowed in the window with the fewest requests left.', 0, 60),
  'X-RateLimit-Remaining': integer('Requests left in that window; never below 0.', 0, 59),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, at which that window resets.', 0, 1795240860),
  'RateLimit-Policy': text(
    'Both quotas, as the IETF draft defines them.',
    '"minute";q=60;w=60, "day";q=1000;w=86400',
  ),
  RateLimit: text(
    'The requests left of both quotas, and the seconds until each resets.',
    '"minute";r=59;t=41, "day";r=998;t=3600',
  ),
  'X-Request-Id': text('Identifies the request in the log of the service.', '1f0c9b5e-2s'),
  'X-API-Stability': STABILITY,
  'X-API-Stability.optional': optional({
    ...STABILITY,
    description:
      'The stability of the operation. Missing if the service rejected the request before it determined the operation.',
  }),
  'Invalid-Fields': optional(
    text(
      "The invalid fields of the body, or the invalid parameters, separated by `, `. A nested field is a path, such as `adoptionFee.amount`. In a name that the operation does not have, other characters than letters, digits and `-_.!~*'()` are percent-encoded.",
      'birthDate, sex',
    ),
  ),
  'Retry-After': integer('Whole seconds to wait before the request is sent again.', 1, 41),
  'WWW-Authenticate': text('How to authenticate (RFC 9110, RFC 6750).', 'Bearer realm="petstore"'),
  ETag: text(
    'Version of the resource, or of the page and its `Link`. Send it in `If-None-Match` to get 304 if nothing has changed, and in `If-Match` to change only the version that you have read.',
    '"k3Jx0cRk0N6m3yT0W2m8oQw9c1A"',
  ),
  'Cache-Control': oneOf(
    'Only the client may store the response, and it must revalidate it before each use.',
    'private, no-cache',
  ),
  'Cache-Control.no-store': oneOf('The response must not be stored.', 'no-store'),
  'Idempotent-Replayed': optional(
    oneOf(
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
      'true',
    ),
  ),
  'Accept-Post': optional(text('The media types that the operation accepts.', 'application/json')),
  'Accept-Patch': optional(
    text('The media types that the operation accepts.', 'application/json, application/merge-patch+json'),
  ),
  'Accept-Encoding': optional(
    oneOf('Present if the body had a `Content-Encoding`. Send it uncompressed.', 'identity'),
  ),
  'X-Total-Count': optional(
    integer(
      'The number of all items that match, at the time of the request. Present if `Prefer` has `count=exact` and the service keeps the number.',
      0,
      842,
    ),
  ),
  'Preference-Applied': optional(oneOf('Present with `X-Total-Count` (RFC 7240).', COUNT_PREFERENCE)),
  'Preference-Applied.wait': optional(
    text('Present if the request may wait for an event, with the longest wait (RFC 7240).', 'wait=30'),
  ),
  'Search-Match': optional(
    text(
      'How the animals were found: the one with this number (`id`), those that were imported with this reference (`reference`), or, because nothing else was found, those with similar names (`similar`). Present if `approximate` is `true` and the animals were not found by their words.',
      'similar',
    ),
  ),
  'Deprecation.optional': optional(DEPRECATION),
  'Sunset.optional': optional(SUNSET),
  'Link.optional': optional(SUCCESSOR),
  Deprecation: DEPRECATION,
  Sunset: SUNSET,
} as const satisfies Record<string, Header>;

type SharedHeader = keyof typeof SHARED_HEADERS;

/** The header fields that a script in a browser may read. */
export const EXPOSED_HEADERS: readonly string[] = [
  ...new Set([...Object.keys(SHARED_HEADERS).map(fieldOf), 'Link', 'Location']),
];

const ON_EVERY_RESPONSE = [...QUOTA_HEADERS, 'X-Request-Id'] as const;

const BY_STATUS: Readonly<Record<string, readonly SharedHeader[]>> = {
  '201': ['ETag', 'Idempotent-Replayed'],
  '202': ['ETag', 'Idempotent-Replayed'],
  '304': ['ETag', 'Cache-Control'],
  '400': ['Invalid-Fields'],
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};

/** Always sent before the operation is known: by the HTTP parser. */
const BEFORE_ROUTING: ReadonlySet<string> = new Set(['408', '431']);
/** Sometimes sent before the operation is known: by the HTTP parser, or by load shedding. */
const MAYBE_BEFORE_ROUTING: ReadonlySet<string> = new Set(['400', '413', '503']);

/** Adds headers to every response of the document: those of all responses, and those of its status and kind. */
export function addResponseHeaders(document: DocumentPaths): void {
  for (const [path, operations = {}] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = operations[method] ?? {};
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        response.headers = headersOf({ path, method, operation, status });
      }
    }
  }
}

function headersOf(context: ResponseContext): HeaderMap {
  const { method, operation, status } = context;
  const isSuccessfulRead = method === 'get' && status === '200';
  const isCacheable = '304' in (operation.responses ?? {});
  return {
    ...shared(ON_EVERY_RESPONSE),
    ...shared(stabilityOf(context)),
    ...shared(byStatus(context)),
    ...shared(status === '200' && isTagged(context) ? ['ETag'] : []),
    ...shared(isSuccessfulRead && isCacheable ? ['Cache-Control'] : []),
    ...shared(Number(status) >= 400 || (isSuccessfulRead && !isCacheable) ? ['Cache-Control.no-store'] : []),
    ...shared(status === '415' ? acceptedOf(method) : []),
    ...shared(totalOf(context)),
    ...shared(matchOf(context)),
    ...linkOf(context),
    ...(status === '201' || status === '202' ? { Location: locationOf(context) } : {}),
  };
}

/** Returns true for a page, and for one resource that is read or changed. */
function isTagged({ method, operation: { responses = {} } }: ResponseContext): boolean {
  return '304' in responses || '412' in responses || (method === 'post' && '404' in responses);
}

function totalOf({ operation, status }: ResponseContext): SharedHeader[] {
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const isSuccess = status === '200' || status === '304';
  if (!isSuccess || !names.includes('prefer')) return [];
  return names.includes('cursor') ? ['X-Total-Count', 'Preference-Applied'] : ['Preference-Applied.wait'];
}

function matchOf({ operation, status }: ResponseContext): SharedHeader[] {
  const names = (operation.parameters ?? []).map(({ name }) => name);
  return (status === '200' || status === '304') && names.includes('approximate') ? ['Search-Match'] : [];
}

function byStatus({ method, status }: ResponseContext): readonly SharedHeader[] {
  return BY_STATUS[status] ?? (method === 'post' && status === '200' ? ['Idempotent-Replayed'] : []);
}

function shared(names: readonly SharedHeader[]): HeaderMap {
  return Object.fromEntries(names.map((name) => [fieldOf(name), { $ref: `#/components/headers/${name}` }]));
}

function fieldOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

function stabilityOf({ operation, status }: ResponseContext): SharedHeader[] {
  if (BEFORE_ROUTING.has(status)) return [];
  const isKnown = !MAYBE_BEFORE_ROUTING.has(status);
  if (operation.deprecated !== true) return [isKnown ? 'X-API-Stability' : 'X-API-Stability.optional'];
  return isKnown
    ? ['X-API-Stability', 'Deprecation', 'Sunset']
    : ['X-API-Stability.optional', 'Deprecation.optional', 'Sunset.optional', 'Link.optional'];
}

function acceptedOf(method: Method): SharedHeader[] {
  if (method === 'put') return ['Accept-Encoding'];
  return [method === 'patch' ? 'Accept-Patch' : 'Accept-Post', 'Accept-Encoding'];
}

function linkOf({ path, operation, status }: ResponseContext): HeaderMap {
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const isSuccess = status === '200' || status === '304';
  if (isSuccess && names.includes('cursor')) return { Link: nextPage(path) };
  if (isSuccess && names.includes('after')) return { Link: NEXT_EVENTS };
  const isKnown = !BEFORE_ROUTING.has(status) && !MAYBE_BEFORE_ROUTING.has(status);
  return operation.deprecated === true && isKnown ? { Link: SUCCESSOR } : {};
}

function nextPage(path: string): Header {
  return optional(
    text(
      'The next page, with `rel="next"` (RFC 8288). Missing on the last page.',
      `</v1${path}?limit=20&cursor=${encodeCursor(`/v1${path}?`, 3543n)}>; rel="next"`,
    ),
  );
}

const NEXT_EVENTS = text(
  'The next page, with `rel="next"` (RFC 8288). Present even if there are no further events yet.',
  '</v1/events?limit=20&after=43>; rel="next"',
);

const EXAMPLE_IDS: Readonly<Record<string, number>> = { '/pets': 3562, '/imports': 3 };

function locationOf({ path }: ResponseContext): Header {
  return text('The path of the new resource.', `/v1${path}/${EXAMPLE_IDS[path] ?? 7}`);
}
