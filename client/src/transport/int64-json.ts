import { INT64_MEMBERS } from '../contract.ts';

const INT64 = new RegExp(
  `([{,]\\s*"(?:${[...INT64_MEMBERS].join('|')})"\\s*:\\s*)(-?\\d+(?![\\d.eE])|\\[[-\\d,\\s]+\\])`,
  'g',
);
const DIGITS = /-?\d+/g;
/** Digits that `readJson` has quoted. No string of the service that has the name of an int64 ends with `n`. */
const QUOTED_DIGITS = /^-?\d+n$/;

/**
 * Reads JSON of the service and returns its int64 members, and lists of them, as exact `bigint`.
 *
 * It quotes the digits before it parses the text, because not every runtime passes the source text to a reviver. A string that
 * contains such text is safe: inside a string a quote follows a backslash, never a brace or a comma and white space.
 *
 * @throws {SyntaxError} if the text is not JSON.
 */
export function readJson(text: string): unknown {
  const quoted = text.replace(
    INT64,
    (_, name: string, value: string) => name + value.replace(DIGITS, '"$&n"'),
  );
  return JSON.parse(quoted, (name, value) => (INT64_MEMBERS.has(name) ? exact(value) : value));
}

function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact);
  return typeof value === 'string' && QUOTED_DIGITS.test(value) ? BigInt(value.slice(0, -1)) : value;
}

/** Writes JSON with all digits of each `bigint`. */
export function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null))}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  return `{${membersOf(value).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)}}`;
}

/** Returns the members that are not undefined. */
export function membersOf(value: object = {}): Array<[string, unknown]> {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** @throws {TypeError} if an int64 member, or an item of one, is not a `bigint`. Members of members may be texts of any name. */
export function requireBigints(value: object | undefined): void {
  for (const [name, member] of membersOf(value)) {
    // Null removes a value.
    if (INT64_MEMBERS.has(name)) for (const item of [member ?? []].flat()) digitsOf(item, name);
    else refuseNumbers(name, member);
  }
}

/** @throws {TypeError} if an int64 member at any depth is a number. */
function refuseNumbers(name: string, value: unknown): void {
  if (typeof value === 'number' && INT64_MEMBERS.has(name)) digitsOf(value, name);
  if (typeof value === 'object' && value !== null)
    for (const [member, nested] of Object.entries(value)) refuseNumbers(member, nested);
}

/** For `JSON.stringify`, which refuses a `bigint`: writes it as a string of its digits. */
export function bigintReplacer(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
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
