import { InexactNumber } from './json.ts';

/**
 * One text for each JSON value that `parseJson` or `parseJsonObject` returned: without white space, members in the order of their names, and
 * each number written one way. A number that neither a double nor an int64 holds exactly stays as it was written.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  // A number beyond all doubles was read as infinite, which JSON.stringify would make null.
  if (typeof value !== 'object' || value instanceof InexactNumber) return String(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
