import { createHash, hash } from 'node:crypto';
import { InexactNumber, parseJsonObject } from '../../platform/core/json.ts';

// What identifies a request with an Idempotency-Key: the key, and the fingerprint that a repetition must have.

const PLAIN = /^[\x20-\x7e]+$/;
/** A String of Structured Field Values: RFC 9651, section 3.3.3. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const MAX_LENGTH = 255;

/** The values that `idempotencyKeyOf` accepts, for the OpenAPI document. */
export const HEADER_PATTERN = String.raw`^("([ !#-\[\]-~]|\\["\\]){1,255}"|[ !#-~][ -~]{0,254})$`;

/**
 * Parses the header: a key of 1 to 255 printable ASCII characters, in double quotes as in
 * draft-ietf-httpapi-idempotency-key-header, or without them. Returns undefined if the header is invalid.
 */
export function idempotencyKeyOf(header: string): string | undefined {
  const key = isQuoted(header) ? QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') : header;
  return key !== undefined && PLAIN.test(key) && key.length <= MAX_LENGTH ? key : undefined;
}

export function isQuoted(header: string): boolean {
  return header.startsWith('"');
}

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
