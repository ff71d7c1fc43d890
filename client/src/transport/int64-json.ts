import { INT64_MEMBERS } from '../contract.ts';

const INT64 = new RegExp(`([{,]\\s*"(?:${[...INT64_MEMBERS].join('|')})"\\s*:\\s*)(-?\\d+)(?![\\d.eE])`, 'g');
/** Digits that `readJson` has quoted. No string of the service that has the name of an int64 ends with `n`. */
const QUOTED_DIGITS = /^-?\d+n$/;

/**
 * Reads JSON of the service and returns its int64 members as exact `bigint`.
 *
 * It quotes the digits before it parses the text, because not every runtime passes the source text to a reviver. A string that
 * contains such text is safe: inside a string a quote follows a backslash, never a brace or a comma and white space.
 *
 * @throws {SyntaxError} if the text is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(INT64, '$1"$2n"'), (name, value) =>
    typeof value === 'string' && INT64_MEMBERS.has(name) && QUOTED_DIGITS.test(value)
      ? BigInt(value.slice(0, -1))
      : value,
  );
}

/**
 * Writes a request body, which has no nested objects, with all digits of its int64 members.
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

/**
 * Returns the digits of an int64.
 *
 * @throws {TypeError} if it is not a `bigint`: a number may have lost digits already.
 */
export function digitsOf(value: unknown, name: string): string {
  if (typeof value === 'bigint') return String(value);
  throw new TypeError(`${name} must be a bigint such as 3562n; got ${typeof value}`);
}
