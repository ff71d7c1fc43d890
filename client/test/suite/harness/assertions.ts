/** Assertions that run in every runtime. They are named after those of `node:assert`. */

/** Compares two values by their members; a `bigint` never equals a number. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const [left, right] = [written(actual), written(expected)];
  if (left !== right) throw new Error(`${what} is ${left}; expected ${right}`);
}

export function ok(condition: boolean, message: string): void {
  if (!condition) throw new Error(`not true: ${message}`);
}

/** Returns the error of a promise; throws if the promise resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const result = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in result) return result.error;
  throw new Error(`resolved with ${written(result.value)}; expected an error`);
}

/** Returns the error of a promise; throws if the promise resolves or the error has another class. */
export async function rejects<Failure>(
  promise: Promise<unknown>,
  kind: abstract new (...args: never[]) => Failure,
): Promise<Failure> {
  const error = await rejectionOf(promise);
  if (error instanceof kind) return error;
  throw new Error(`failed with ${String(error)}; expected a ${kind.name}`);
}

function written(value: unknown): string {
  const text = JSON.stringify(value, (_, member) => {
    if (typeof member === 'bigint') return `${member}n`;
    return isPlain(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member;
  });
  return text ?? String(value);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
