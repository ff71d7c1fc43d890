import type { IncomingMessage } from 'node:http';
import type { FastifyContextConfig } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of a body that is passed on as bytes. By default the body is JSON. */
    bodyTypes?: readonly string[];
    /** Other names of these types, which are accepted as well. */
    bodyTypeAliases?: readonly string[];
    /** What to do instead of sending a body of some other types: sentences for the message of the error. */
    bodyTypeAdvice?: Readonly<Record<string, string>>;
    /** The maximum size of a body that is larger than JSON may be. */
    bodyLimitBytes?: number;
  }
}

interface Bodies {
  /** The header field that names the types: `Accept-Post` (LDP, section 7.1), `Accept-Patch` (RFC 5789, section 3.1). */
  readonly field?: string;
  readonly types: readonly string[];
}

/** The media types that each method accepts. RFC 7396 defines `application/merge-patch+json`. */
const BODIES: Readonly<Record<string, Bodies>> = {
  POST: { field: 'Accept-Post', types: ['application/json'] },
  PUT: { types: ['application/json'] },
  PATCH: { field: 'Accept-Patch', types: ['application/json', 'application/merge-patch+json'] },
};

/** Returns the media types that an operation accepts; none if its method has no body. */
export function bodyTypes(method: string, config: FastifyContextConfig = {}): readonly string[] {
  return config.bodyTypes ?? BODIES[method]?.types ?? [];
}

/** Returns the header field that lists the media types that an operation accepts; none if its method has no body. */
export function acceptedTypes(method: string, config?: FastifyContextConfig): Record<string, string> {
  const field = BODIES[method]?.field;
  return field === undefined ? {} : { [field]: bodyTypes(method, config).join(', ') };
}

/** Returns true if the request has a body, whatever its method. */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
