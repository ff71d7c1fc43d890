import { type TInteger, type TUnsafe, Type } from 'typebox';

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;
const MAX_DIGITS = 19;

/** Returns the JSON Schema of an int64. `int64FromJson` and `int64FromDigits` check the values. */
export function Int64(options: {
  description: string;
  examples?: bigint[];
  minimum?: number;
}): TUnsafe<bigint> {
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options });
}

/**
 * Returns the JSON Schema of an integer that a JavaScript number holds exactly; the default `minimum` is 0. Because of
 * the format, generated clients do not assume 32 bits; because of the `maximum`, the typed client needs no `bigint`.
 */
export function SafeInteger(options: {
  description: string;
  examples?: number[];
  minimum?: number;
  maximum?: number;
}): TInteger {
  return Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });
}

function inRange(value: bigint): bigint | undefined {
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns the int64 that is exactly equal to a JSON number (RFC 8259, section 6): 5 for `5`, `5.0` and `5e0`, but
 * undefined for `5.5` and 2^63. Checks an exponent before it creates that many digits.
 */
export function int64FromNumber(source: string): bigint | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = JSON_NUMBER.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = withoutTrailingZeros(digits);
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0 || significant.length + zeros > MAX_DIGITS) return undefined;
  return inRange(BigInt(`${sign}${significant}${'0'.repeat(zeros)}`));
}

/** Without a regular expression, because `/0+$/` takes quadratic time for many zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Parses an int64 in a path or a query: an optional minus sign and 1 to 19 digits. */
export function int64FromDigits(text: string): bigint | undefined {
  return /^-?\d{1,19}$/.test(text) ? inRange(BigInt(text)) : undefined;
}

/** Returns the int64 in a result of `parseJson`. Integers beyond 2^53 are a bigint there, so an unsafe number is not an int64. */
export function int64FromJson(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return inRange(value);
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
