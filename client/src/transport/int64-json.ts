import { INT64_MEMBERS } from '../contract.ts';

const INT64 = new RegExp(`([{,]\\s*"(?:${[...INT64_MEMBERS].join('|')})"\\s*:\\s*)(-?\\d+)(?![\\d.eE])`, 'g');
const DIGITS = /^-?\d+$/;

/**
 * Reads JSON of the service; the members that are int64 come back as exact `bigint`. They are quoted before the text is
 * parsed, so that it works the same where `JSON.parse` does not tell a reviver the digits. What is quoted is never a part of a
 * string: within one a quote has a backslash before it, not a brace or a comma and white space.
 *
 * @throws {SyntaxError} if the text is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(INT64, '$1"$2"'), (name, value) =>
    typeof value === 'string' && INT64_MEMBERS.has(name) && DIGITS.test(value) ? BigInt(value) : value,
  );
}

/**
 * Writes the body of a request, whose members are no objects; an int64 is written with all its digits.
 *
 * @throws {TypeError} if an int64 is not a `bigint`.
 */
export function writeJson(body: object): string {
  const members = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${writeMember(name, value)}`);
  return `{${members.join(',')}}`;
}

function writeMember(name: string, value: unknown): string {
  return INT64_MEMBERS.has(name) ? digitsOf(value, name) : JSON.stringify(value);
}

/** The digits of an int64, as in a path or a query. A number is refused: it may have lost digits already. */
export function digitsOf(value: unknown, name: string): string {
  if (typeof value === 'bigint') return String(value);
  throw new TypeError(`${name} must be a bigint such as 3562n; got ${typeof value}`);
}
