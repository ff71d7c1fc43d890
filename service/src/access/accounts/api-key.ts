import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../../platform/config/options.ts';

/**
 * An API key: `petstore_live_` or `petstore_test_`, 43 random base62 characters (256 bits), and the CRC-32 of all that
 * in 6 base62 characters. Because of the checksum, a mistyped key is rejected without a query.
 */
export type ApiKeySecret = string;

export type KeyKind = 'live' | 'test';

/**
 * The token of a session: `petstore_session_`, and the same random characters and checksum as a key. A person's browser gets
 * one by `POST /session/token`, and keeps it in memory.
 */
export type SessionToken = string;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** The length of an API key. */
export const API_KEY_LENGTH = 'petstore_live_'.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
const FORMAT = /^petstore_(live|test|session)_[0-9A-Za-z]{49}$/;
const SESSION_PREFIX = 'petstore_session_';
const PREFIX_LENGTH = 'petstore_live_'.length;

/** A production service accepts only `live` keys, a staging service only `test` keys. */
export function keyKindOf(environment: Environment): KeyKind {
  return environment === 'production' ? 'live' : 'test';
}

export function generateApiKey(kind: KeyKind): ApiKeySecret {
  const body = `petstore_${kind}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

export function generateSessionToken(): SessionToken {
  const body = SESSION_PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Returns the kind of a key, or that it is the token of a session; undefined if its format or checksum is wrong. */
export function kindOfCredential(secret: string): KeyKind | 'session' | undefined {
  const kind = FORMAT.exec(secret)?.[1] as KeyKind | 'session' | undefined; // the expression has these
  if (kind === undefined) return undefined;
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH) ? kind : undefined;
}

/** Returns the kind of a key; undefined if its format or checksum is wrong, or if it is no key. */
export function kindOfApiKey(secret: string): KeyKind | undefined {
  const kind = kindOfCredential(secret);
  return kind === 'session' ? undefined : kind;
}

/** Returns what is stored instead of the key: its SHA-256 in hex. */
export function digestOfApiKey(secret: ApiKeySecret): string {
  return digestOf(secret);
}

/** Returns what is stored instead of a secret: its SHA-256 in hex. A secret has at least 256 random bits. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Returns the prefix and the first and last four random characters, by which a person recognises a key. */
export function hintOfApiKey(secret: ApiKeySecret): string {
  const random = secret.slice(PREFIX_LENGTH, -CHECKSUM_LENGTH);
  return `${secret.slice(0, PREFIX_LENGTH)}${random.slice(0, 4)}…${random.slice(-4)}`;
}

function checksum(body: string): string {
  let remainder = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(remainder % ALPHABET.length) + digits;
    remainder = Math.floor(remainder / ALPHABET.length);
  }
  return digits;
}

/** Skips bytes of 248 and above: modulo 62 they would make the first eight characters more likely. */
function randomBase62(length: number): string {
  const limit = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < limit) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
