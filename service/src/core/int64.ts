import { type TInteger, type TUnsafe, Type } from 'typebox';

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;
const MOST_DIGITS = 19;

/** The JSON Schema of an int64. The values themselves are checked by `int64FromJson` and `int64FromDigits`. */
export function Int64(options: {
  description: string;
  examples?: bigint[];
  minimum?: number;
}): TUnsafe<bigint> {
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options });
}

/**
 * The JSON Schema of an integer that a JavaScript number holds exactly, from 0 unless a `minimum` is given. Its format keeps
 * generated clients from taking it for 32 bits; its `maximum` tells the typed client that it needs no `bigint`.
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
 * The int64 that a JSON number (RFC 8259, section 6) denotes exactly, or undefined: `5`, `5.0` and `5e0` are 5,
 * `5.5` and 2^63 are nothing. Nothing is built from an exponent before it is known to be small.
 */
export function int64FromNumber(source: string): bigint | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = JSON_NUMBER.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = withoutTrailingZeros(digits);
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0 || significant.length + zeros > MOST_DIGITS) return undefined;
  return inRange(BigInt(`${sign}${significant}${'0'.repeat(zeros)}`));
}

/** Not a regular expression: `/0+$/` takes quadratic time on long runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The int64 written in a path or a query: an optional minus sign and 1 to 19 digits. */
export function int64FromDigits(text: string): bigint | undefined {
  return /^-?\d{1,19}$/.test(text) ? inRange(BigInt(text)) : undefined;
}

/** The int64 in a value that `parseJson` returned. A number that is not a safe integer is no int64: those come as bigint. */
export function int64FromJson(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return inRange(value);
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
