import { hash } from 'node:crypto';
import { canonicalJson } from '../core/canonical-json.ts';
import { parseJson } from '../core/json.ts';

/** A request that adds something: its body is JSON, since it was parsed and validated before. */
export interface FingerprintedRequest {
  readonly method: string;
  /** The path of its route. */
  readonly path: string;
  readonly body: Buffer;
}

const utf8 = new TextDecoder();

/** Marks a fingerprint of the body's value. Those of version 1.0.0 are of the body's bytes and have no mark. */
const OF_VALUE = 'value:';

/** Equal for requests of one method and path whose bodies are the same JSON value, unknown members included. */
export function fingerprintOf({ method, path, body }: FingerprintedRequest): string {
  const value = canonicalJson(parseJson(utf8.decode(body)));
  return `${OF_VALUE}${hash('sha256', `${method} ${path}\n${value}`)}`;
}

/** Returns true if a stored fingerprint is that of the request. One of version 1.0.0 is compared as that version did. */
export function hasFingerprint(request: FingerprintedRequest, stored: string): boolean {
  return stored === (isOfBytes(stored) ? fingerprintOfBytes(request) : fingerprintOf(request));
}

/** Returns true if version 1.0.0 stored it. */
export function isOfBytes(stored: string): boolean {
  return !stored.startsWith(OF_VALUE);
}

function fingerprintOfBytes({ method, path, body }: FingerprintedRequest): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${method} ${path}\n`), body]));
}
