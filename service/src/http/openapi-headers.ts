interface Header {
  description: string;
  schema: { type: 'string' | 'integer' };
  example: string | number;
}

/** As much of an OpenAPI 3.1 document as is touched here. */
export interface DocumentPaths {
  paths?: Record<string, Partial<Record<string, Operation>> | undefined>;
}

interface Operation {
  deprecated?: boolean;
  parameters?: { name: string }[];
  responses?: Record<string, { headers?: Record<string, { $ref: string }> }>;
}

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
});

const integer = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer' },
  example,
});

/** Every response header of the interface; `addResponseHeaders` says which response carries which. */
export const COMMON_HEADERS: Record<string, Header> = {
  'X-RateLimit-Limit': integer('Requests allowed in the window that has the fewest left.', 60),
  'X-RateLimit-Remaining': integer('Requests left in that window; never below 0.', 59),
  'X-RateLimit-Reset': integer('Unix timestamp, in seconds, of the moment the window resets.', 1795240860),
  'RateLimit-Policy': text('Both quotas, as in the IETF draft.', '"minute";q=60;w=60, "day";q=1000;w=86400'),
  RateLimit: text(
    'What is left of both quotas, and in how many seconds each resets.',
    '"minute";r=59;t=41, "day";r=998;t=3600',
  ),
  'X-Request-Id': text('Leads to the line of this request in the log.', '1f0c9b5e-2s'),
  'X-API-Stability': text('What is promised about the operation.', 'stable'),
  'Retry-After': integer('Whole seconds to wait before trying again, at least 1.', 41),
  'WWW-Authenticate': text('How to authenticate (RFC 9110, RFC 6750).', 'Bearer realm="petstore"'),
  Link: text('Links to related pages (RFC 8288).', '</v1/pets?limit=20&cursor=AQ>; rel="next"'),
  ETag: text(
    'Version of the resource, or of the page and its `Link`. Send it in `If-None-Match` to read only what is new, and in `If-Match` to change only the version that you have read.',
    '"k3Jx0cRk0N6m3yT0W2m8oQw9c1A"',
  ),
  'Cache-Control': text('How the answer may be cached.', 'private, no-cache'),
  'Idempotent-Replayed': text(
    'Only on an answer that was given before to the same `Idempotency-Key`.',
    'true',
  ),
  Location: text('Where the new resource is.', '/v1/pets/3562'),
  Deprecation: text('When the operation was deprecated (RFC 9745).', '@1795132800'),
  Sunset: text('When the operation is removed (RFC 8594).', 'Thu, 05 Dec 2030 00:00:00 GMT'),
};

const ON_EVERY_RESPONSE = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
  'X-API-Stability',
];

const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  '200': [],
  '201': ['Location', 'ETag', 'Idempotent-Replayed'],
  '304': ['ETag', 'Cache-Control'],
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

/** Writes the headers on every response of the document: those that all carry, and those of its status and kind. */
export function addResponseHeaders(document: DocumentPaths): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = path?.[method];
      for (const [status, response] of Object.entries(operation?.responses ?? {})) {
        response.headers = referTo(headersOf(operation ?? {}, status));
      }
    }
  }
}

function headersOf(operation: Operation, status: string): string[] {
  const isList = operation.parameters?.some(({ name }) => name === 'cursor') === true;
  const isTagged = status === '200' && ['304', '412'].some((other) => other in (operation.responses ?? {}));
  return [
    ...ON_EVERY_RESPONSE,
    ...(BY_STATUS[status] ?? []),
    ...(isTagged ? ['ETag'] : []),
    ...(status === '200' && '304' in (operation.responses ?? {}) ? ['Cache-Control'] : []),
    ...(isList && ['200', '304'].includes(status) ? ['Link'] : []),
    ...(operation.deprecated === true ? ['Deprecation', 'Sunset', 'Link'] : []),
  ];
}

function referTo(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
