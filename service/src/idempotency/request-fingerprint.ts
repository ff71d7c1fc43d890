import { hash } from 'node:crypto';
import { canonicalJson } from '../core/canonical-json.ts';
import { parseJsonObject } from '../core/json.ts';

/** A request that adds something: its body is JSON, since it was parsed and validated before. */
export interface FingerprintedRequest {
  readonly method: string;
  /** The path of its route. */
  readonly path: string;
  readonly body: Buffer;
  /** The members of the body that are read without losing a digit. */
  readonly int64Members: ReadonlySet<string>;
}

const utf8 = new TextDecoder();

/** Marks a fingerprint of the body's value. Those of version 1.0.0 are of the body's bytes and have no mark. */
const OF_VALUE = 'value:';

/** Equal for requests of one method and path whose bodies are the same JSON value, unknown members included. */
export function fingerprintOf({ method, path, body, int64Members }: FingerprintedRequest): string {
  const value = canonicalJson(parseJsonObject(utf8.decode(body), int64Members));
  return `${OF_VALUE}${hash('sha256', `${method} ${path}\n${value}`)}`;
}

/** The fingerprint as version 1.0.0 made it. */
export function fingerprintOfBytes({ method, path, body }: FingerprintedRequest): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${method} ${path}\n`), body]));
}

/** Returns true if version 1.0.0 stored it. */
export function isOfBytes(stored: string): boolean {
  return !stored.startsWith(OF_VALUE);
}
