import type { preValidationHookHandler } from 'fastify';
import { ApiError, quote } from '../../core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the operations of version 1.0.0, which published that they ignore what they do not know (ADR 0022). */
    ignoresUnknownParameters?: boolean;
  }
}

/** Names that callers of other APIs expect to filter or to page. Ignored, they would return everything. */
const EXPECTED_ELSEWHERE: ReadonlySet<string> = new Set(['name', 'ids', 'q', 'page', 'offset', 'search']);
const PAGING_ELSEWHERE: ReadonlySet<string> = new Set(['page', 'offset']);

/** Refuses query parameters that the operation does not have (400), in the order of checks where parameters are validated. */
export const checkQueryParameters: preValidationHookHandler = (request, _reply, done) => {
  const given = Object.keys(request.query ?? {});
  if (given.length === 0) return done();
  const { config, schema } = request.routeOptions;
  const fault = parameterFault(given, namesIn(schema?.querystring), config.ignoresUnknownParameters === true);
  done(fault === undefined ? undefined : new ApiError('invalid_parameter', fault));
};

/**
 * What is wrong with the names of the given parameters; undefined if nothing is. With `ignoresUnknown` only those names are
 * wrong that differ from a known one by case, or that callers expect to work.
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
  return `${refused.map(quote).join(', ')} ${verb} of this operation. ${whatExists(known)}${pagingHint(refused, known)}`;
}

function isMisleading(name: string, known: readonly string[]): boolean {
  const lowerCase = name.toLowerCase();
  return EXPECTED_ELSEWHERE.has(lowerCase) || known.some((other) => other.toLowerCase() === lowerCase);
}

function whatExists(known: readonly string[]): string {
  return known.length === 0
    ? 'It has no query parameters.'
    : `Its parameters are ${known.join(', ')}; their names are case-sensitive.`;
}

function pagingHint(refused: readonly string[], known: readonly string[]): string {
  if (!refused.some((name) => PAGING_ELSEWHERE.has(name.toLowerCase()))) return '';
  const position = ['cursor', 'after'].find((name) => known.includes(name));
  return position === undefined
    ? ''
    : ` For the next page follow the URL in the Link header of the response, which carries ${position}.`;
}

/** The names of the parameters that the schema of a query has. */
function namesIn(querystring: unknown): string[] {
  const hasProperties =
    typeof querystring === 'object' && querystring !== null && 'properties' in querystring;
  return hasProperties ? Object.keys(querystring.properties ?? {}) : [];
}
