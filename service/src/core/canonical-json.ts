import { InexactNumber } from './json.ts';

/**
 * Returns the same text for equal JSON values, as `parseJson` and `parseJsonObject` return them: without white space,
 * members sorted by name, numbers in one notation. A number that neither a double nor an int64 holds exactly keeps its
 * own notation.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  // JSON.stringify would turn a number above the largest double, which is read as Infinity, into null.
  if (typeof value !== 'object' || value instanceof InexactNumber) return String(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
