import { quote } from '../../core/errors.ts';
import type { FieldFault } from '../../core/field-faults.ts';
import { isOneEditAway } from '../../core/one-edit.ts';
import { isMisleading, withoutBrackets } from './misleading-names.ts';

/** The maximum number of unknown names in a message. */
const MAX_QUOTED = 10;
const PAGING_ELSEWHERE: ReadonlySet<string> = new Set(['page', 'offset']);

/**
 * Returns what is wrong with the names of the given parameters; undefined if they are valid. With `ignoresUnknown`, an
 * unknown name is wrong only if it misleads.
 */
export function parameterFault(
  given: readonly string[],
  known: readonly string[],
  ignoresUnknown: boolean,
): FieldFault | undefined {
  const unknown = given.filter((name) => !known.includes(name));
  const refused = ignoresUnknown ? unknown.filter((name) => isMisleading(name, known)) : unknown;
  if (refused.length === 0) return undefined;
  const its =
    known.length === 0
      ? 'It has no query parameters'
      : `Its parameters are ${known.join(', ')}; their names are case-sensitive`;
  return {
    fields: refused,
    text: `${notOfOperation(refused, 'parameter')}.${meant(refused, known)} ${its}${pagingHint(refused, known)}`,
  };
}

/**
 * Returns the fault of members that an object of a body does not have.
 *
 * @param parent the path of the object; empty for the body itself.
 */
export function memberFault(
  unknown: readonly string[],
  known: readonly string[],
  parent: string,
): FieldFault {
  const fields = unknown.map((name) => (parent === '' ? name : `${parent}.${name}`));
  const whose = parent === '' ? 'Its fields' : `The fields of ${parent}`;
  return {
    fields,
    text: `${notOfOperation(fields, 'field')}.${meant(unknown, known)} ${whose} are ${known.join(', ')}`,
  };
}

function notOfOperation(names: readonly string[], kind: 'parameter' | 'field'): string {
  const more = names.length - MAX_QUOTED;
  const quoted = names.slice(0, MAX_QUOTED).map(quote).join(', ');
  const verb = names.length === 1 ? `is not a ${kind}` : `are not ${kind}s`;
  return `${quoted}${more > 0 ? ` and ${more} more` : ''} ${verb} of this operation`;
}

/** Returns a question for the known names that were probably meant. */
function meant(unknown: readonly string[], known: readonly string[]): string {
  const similar = unknown
    .slice(0, MAX_QUOTED)
    .flatMap((name) => known.find((other) => resembles(name, other)) ?? []);
  return similar.length === 0 ? '' : ` Did you mean ${[...new Set(similar)].join(', ')}?`;
}

function resembles(name: string, other: string): boolean {
  const [given, expected] = [withoutBrackets(name).toLowerCase(), other.toLowerCase()];
  // One mistake in a shorter name makes another word.
  return given === expected || (expected.length > 3 && isOneEditAway(given, expected));
}

function pagingHint(refused: readonly string[], known: readonly string[]): string {
  if (!refused.some((name) => PAGING_ELSEWHERE.has(name.toLowerCase()))) return '';
  const position = ['cursor', 'after'].find((name) => known.includes(name));
  return position === undefined
    ? ''
    : `. For the next page, request the URL in the Link header of the response, which contains ${position}`;
}
