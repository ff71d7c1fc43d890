import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { ApiError, quote } from '../../core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the operations of version 1.0.0, which are documented to ignore unknown parameters (docs/adr/0022). */
    ignoresUnknownParameters?: boolean;
  }
}

/** Names that other APIs use to filter or to page. To ignore them would return everything. */
const COMMON_ELSEWHERE: ReadonlySet<string> = new Set(['name', 'ids', 'q', 'page', 'offset', 'search']);
const PAGING_ELSEWHERE: ReadonlySet<string> = new Set(['page', 'offset']);

/** Returns the error for query parameters that the operation does not have; undefined if there are none. */
export function checkParameterNames(
  query: unknown,
  schema: FastifySchema | undefined,
  config: FastifyContextConfig,
): ApiError | undefined {
  const given = Object.keys(query ?? {});
  if (given.length === 0) return undefined;
  const fault = parameterFault(given, namesIn(schema?.querystring), config.ignoresUnknownParameters === true);
  return fault === undefined ? undefined : new ApiError('invalid_parameter', fault);
}

/**
 * Returns what is wrong with the names of the given parameters; undefined if they are valid. With `ignoresUnknown`, a name is
 * wrong only if it differs from a known one by case, or is common in other APIs.
 */
export function parameterFault(
  given: readonly string[],
  known: readonly string[],
  ignoresUnknown: boolean,
): string | undefined {
  const unknown = given.filter((name) => !known.includes(name));
  const refused = ignoresUnknown ? unknown.filter((name) => isMisleading(name, known)) : unknown;
  if (refused.length === 0) return undefined;
  const verb = refused.length === 1 ? 'is not a parameter' : 'are not parameters';
  return `${refused.map(quote).join(', ')} ${verb} of this operation. ${describeKnown(known)}${pagingHint(refused, known)}`;
}

function isMisleading(name: string, known: readonly string[]): boolean {
  const lowerCase = name.toLowerCase();
  return COMMON_ELSEWHERE.has(lowerCase) || known.some((other) => other.toLowerCase() === lowerCase);
}

function describeKnown(known: readonly string[]): string {
  return known.length === 0
    ? 'It has no query parameters.'
    : `Its parameters are ${known.join(', ')}; their names are case-sensitive.`;
}

function pagingHint(refused: readonly string[], known: readonly string[]): string {
  if (!refused.some((name) => PAGING_ELSEWHERE.has(name.toLowerCase()))) return '';
  const position = ['cursor', 'after'].find((name) => known.includes(name));
  return position === undefined
    ? ''
    : ` For the next page, request the URL in the Link header of the response, which contains ${position}.`;
}

/** Returns the names of the properties in the schema of a query or of headers. */
export function namesIn(schema: unknown): string[] {
  const hasProperties = typeof schema === 'object' && schema !== null && 'properties' in schema;
  return hasProperties ? Object.keys(schema.properties ?? {}) : [];
}
