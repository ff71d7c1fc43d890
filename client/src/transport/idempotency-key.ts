import type { CreateOptions } from '../options.ts';

/**
 * Returns the `Idempotency-Key` header: the caller's key, or a random one.
 *
 * @throws {TypeError} if the caller's key is not 1 to 255 printable ASCII characters.
 */
export function idempotencyHeader(options: CreateOptions): Record<string, string> {
  // `crypto.randomUUID` does not exist on pages that were loaded over plain HTTP.
  const { idempotencyKey = crypto.getRandomValues(new BigUint64Array(2)).join('-') } = options;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, trimmed');
  }
  // The service reads a value that begins with a quote as a quoted string, in which quotes and backslashes are escaped.
  const isQuoted = idempotencyKey.startsWith('"');
  const value = isQuoted ? `"${idempotencyKey.replaceAll(/["\\]/g, '\\$&')}"` : idempotencyKey;
  return { 'idempotency-key': value };
}
