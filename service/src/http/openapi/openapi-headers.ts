import { encodeCursor } from '../../core/cursor.ts';

interface Header {
  description: string;
  /** Whether each response that names the header has it. */
  required?: true;
  schema: object;
  example?: string | number;
}

type HeaderMap = Record<string, Header | { $ref: string }>;

/** As much of an OpenAPI 3.1 document as is touched here. */
export interface DocumentPaths {
  paths?: Record<string, Partial<Record<string, Operation>> | undefined>;
}

interface Operation {
  deprecated?: boolean;
  parameters?: { name: string }[];
  responses?: Record<string, { headers?: HeaderMap }>;
}

/** One response of the document. */
interface Place {
  path: string;
  method: Method;
  operation: Operation;
  status: string;
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;
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

const STABILITY = oneOf(
  'What is promised about the operation.',
  'stable',
  'beta',
  'experimental',
  'deprecated',
);
const DEPRECATION = text('When the operation was deprecated (RFC 9745).', '@1795132800');
const SUNSET = text('When the operation is removed (RFC 8594).', 'Thu, 05 Dec 2030 00:00:00 GMT');
const SUCCESSOR = text(
  'The operation to use instead, and the reference that says why (RFC 8288).',
  '</v1/pets?status=available>; rel="successor-version", </docs/#tag/pets/GET/pets/%7BpetId%7D>; rel="deprecation"; type="text/html"',
);

/** The headers that several responses share. What follows the dot in a name tells variants of one field apart. */
export const SHARED_HEADERS = {
  'X-RateLimit-Limit': integer('Requests allowed in the window that has the fewest left.', 0, 60),
  'X-RateLimit-Remaining': integer('Requests left in that window; never below 0.', 0, 59),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, of the moment the window resets.', 0, 1795240860),
  'RateLimit-Policy': text('Both quotas, as in the IETF draft.', '"minute";q=60;w=60, "day";q=1000;w=86400'),
  RateLimit: text(
    'What is left of both quotas, and in how many seconds each resets.',
    '"minute";r=59;t=41, "day";r=998;t=3600',
  ),
  'X-Request-Id': text('Identifies the request in the log of the service.', '1f0c9b5e-2s'),
  'X-API-Stability': STABILITY,
  'X-API-Stability.optional': optional({
    ...STABILITY,
    description: 'As elsewhere; missing where the service could not tell which operation was meant.',
  }),
  'Retry-After': integer('Whole seconds to wait before trying again.', 1, 41),
  'WWW-Authenticate': text('How to authenticate (RFC 9110, RFC 6750).', 'Bearer realm="petstore"'),
  ETag: text(
    'Version of the resource, or of the page and its `Link`. Send it in `If-None-Match` to read only what is new, and in `If-Match` to change only the version that you have read.',
    '"k3Jx0cRk0N6m3yT0W2m8oQw9c1A"',
  ),
  'Cache-Control': oneOf(
    'The caller alone may store the response, and must ask again before each use.',
    'private, no-cache',
  ),
  'Cache-Control.no-store': oneOf('The response must not be stored.', 'no-store'),
  'Idempotent-Replayed': optional(
    oneOf('Present if the same write was done before with the same `Idempotency-Key`.', 'true'),
  ),
  'Accept-Post': optional(text('The media types that a body may have.', 'application/json')),
  'Accept-Patch': optional(
    text('The media types that a body may have.', 'application/json, application/merge-patch+json'),
  ),
  'Accept-Encoding': optional(
    oneOf('Present if the body had a `Content-Encoding`: send it as it is.', 'identity'),
  ),
  'Deprecation.optional': optional(DEPRECATION),
  'Sunset.optional': optional(SUNSET),
  'Link.optional': optional(SUCCESSOR),
  Deprecation: DEPRECATION,
  Sunset: SUNSET,
} as const satisfies Record<string, Header>;

type SharedHeader = keyof typeof SHARED_HEADERS;

/** The fields that a page in a browser may read. */
export const EXPOSED_HEADERS: readonly string[] = [
  ...new Set([...Object.keys(SHARED_HEADERS).map(fieldOf), 'Link', 'Location']),
];

const ON_EVERY_RESPONSE = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
] as const;

const BY_STATUS: Readonly<Record<string, readonly SharedHeader[]>> = {
  '201': ['ETag', 'Idempotent-Replayed'],
  '304': ['ETag', 'Cache-Control'],
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};

/** Always made before the operation is known: by the HTTP parser. */
const BEFORE_ROUTING: ReadonlySet<string> = new Set(['408', '431']);
/** Sometimes made before the operation is known: by the HTTP parser, or when load is shed. */
const MAYBE_BEFORE_ROUTING: ReadonlySet<string> = new Set(['400', '413', '503']);

/** Writes the headers on every response of the document: those that all carry, and those of its status and kind. */
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

function headersOf(place: Place): HeaderMap {
  const { method, operation, status } = place;
  const isGoodRead = method === 'get' && status === '200';
  const isCacheable = '304' in (operation.responses ?? {});
  const isTagged = isCacheable || '412' in (operation.responses ?? {});
  return {
    ...shared(ON_EVERY_RESPONSE),
    ...shared(stabilityOf(place)),
    ...shared(BY_STATUS[status] ?? []),
    ...shared(status === '200' && isTagged ? ['ETag'] : []),
    ...shared(isGoodRead && isCacheable ? ['Cache-Control'] : []),
    ...shared(Number(status) >= 400 || (isGoodRead && !isCacheable) ? ['Cache-Control.no-store'] : []),
    ...shared(status === '415' ? acceptedOf(method) : []),
    ...linkOf(place),
    ...(status === '201' ? { Location: locationOf(place) } : {}),
  };
}

function shared(names: readonly SharedHeader[]): HeaderMap {
  return Object.fromEntries(names.map((name) => [fieldOf(name), { $ref: `#/components/headers/${name}` }]));
}

function fieldOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

function stabilityOf({ operation, status }: Place): SharedHeader[] {
  if (BEFORE_ROUTING.has(status)) return [];
  const isSure = !MAYBE_BEFORE_ROUTING.has(status);
  if (operation.deprecated !== true) return [isSure ? 'X-API-Stability' : 'X-API-Stability.optional'];
  return isSure
    ? ['X-API-Stability', 'Deprecation', 'Sunset']
    : ['X-API-Stability.optional', 'Deprecation.optional', 'Sunset.optional', 'Link.optional'];
}

function acceptedOf(method: Method): SharedHeader[] {
  return [method === 'patch' ? 'Accept-Patch' : 'Accept-Post', 'Accept-Encoding'];
}

function linkOf({ path, operation, status }: Place): HeaderMap {
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const isGood = status === '200' || status === '304';
  if (isGood && names.includes('cursor')) return { Link: nextPage(path) };
  if (isGood && names.includes('after')) return { Link: NEXT_EVENTS };
  const isSure = !BEFORE_ROUTING.has(status) && !MAYBE_BEFORE_ROUTING.has(status);
  return operation.deprecated === true && isSure ? { Link: SUCCESSOR } : {};
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
  'Where to go on, with `rel="next"` (RFC 8288), even if there was nothing to see.',
  '</v1/events?limit=20&after=43>; rel="next"',
);

function locationOf({ path }: Place): Header {
  return text('The path of the new resource.', `/v1${path}/${path === '/pets' ? 3562 : 7}`);
}
