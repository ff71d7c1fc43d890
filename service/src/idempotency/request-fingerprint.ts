import { createHash, hash } from 'node:crypto';
import { canonicalJson } from '../core/canonical-json.ts';
import { parseJsonObject } from '../core/json.ts';

/** A request that creates something. Its body was already validated. */
export interface FingerprintedRequest {
  readonly method: string;
  /** The path of the route, with the values of its parameters. */
  readonly path: string;
  readonly body: Buffer;
  readonly isJson: boolean;
  /** The members of the body that are parsed with all digits. */
  readonly int64Members: ReadonlySet<string>;
}

const utf8 = new TextDecoder();

/** The prefix of a fingerprint of the JSON value. Version 1.0.0 stored fingerprints of the bytes, without a prefix. */
const VALUE_PREFIX = 'value:';

/**
 * Returns the same fingerprint for requests with the same method, path and JSON value, including unknown members. A body
 * that is no JSON has to have the same bytes.
 */
export function fingerprintOf(request: FingerprintedRequest): string {
  const { method, path, body, isJson, int64Members } = request;
  if (!isJson) return `${VALUE_PREFIX}${fingerprintOfBytes(request)}`;
  const value = canonicalJson(parseJsonObject(utf8.decode(body), int64Members));
  return `${VALUE_PREFIX}${hash('sha256', `${method} ${path}\n${value}`)}`;
}

/**
 * Returns the fingerprint as version 1.0.0 computed it. A repetition in the first 24 hours after the upgrade needs it, because
 * no migration can convert a hash. It can go in the version that no longer upgrades stores of 1.0.0.
 */
export function fingerprintOfBytes({ method, path, body }: FingerprintedRequest): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest('hex');
}

/** Returns true for a fingerprint of version 1.0.0. */
export function isOfBytes(stored: string): boolean {
  return !stored.startsWith(VALUE_PREFIX);
}
