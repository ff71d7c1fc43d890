import type { IncomingMessage } from 'node:http';

interface Bodies {
  /** The header field that names the types: `Accept-Post` (LDP, section 7.1), `Accept-Patch` (RFC 5789, section 3.1). */
  readonly field: string;
  readonly types: readonly string[];
}

/** The media types that each method accepts. RFC 7396 defines `application/merge-patch+json`. */
const BODIES: Readonly<Record<string, Bodies>> = {
  POST: { field: 'Accept-Post', types: ['application/json'] },
  PATCH: { field: 'Accept-Patch', types: ['application/json', 'application/merge-patch+json'] },
};

/** Returns the media types that a method accepts; none if it has no body. */
export function bodyTypes(method: string): readonly string[] {
  return BODIES[method]?.types ?? [];
}

/** Returns the header fields that list the media types that these methods accept. */
export function acceptedTypes(methods: readonly string[]): Record<string, string> {
  const bodies = methods.flatMap((method) => BODIES[method] ?? []);
  return Object.fromEntries(bodies.map(({ field, types }) => [field, types.join(', ')]));
}

/** Returns true if the request has a body, whatever its method. */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
