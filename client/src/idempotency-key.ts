import type { CreateOptions } from './options.ts';

/**
 * The header under which repetitions of a call are done once.
 *
 * @throws {TypeError} if the caller's own key is not 1 to 255 printable ASCII characters.
 */
export function idempotencyHeader({ idempotencyKey = randomKey() }: CreateOptions): Record<string, string> {
  if (!/^(?! )[\x20-\x7e]{1,255}(?<! )$/.test(idempotencyKey)) {
    throw new TypeError(
      'idempotencyKey must be 1 to 255 printable ASCII characters without a space at an end',
    );
  }
  return { 'idempotency-key': idempotencyKey };
}

/** Not `crypto.randomUUID`, which pages that came over plain HTTP do not have. */
function randomKey(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join('-');
}
