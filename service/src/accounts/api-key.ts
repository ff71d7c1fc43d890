import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../config/settings.ts';

/**
 * An API key: `petstore_live_` or `petstore_test_`, 43 base62 characters of randomness (256 bits), and 6 base62
 * characters of CRC-32 over all that precedes. The checksum lets a mistyped key be refused without a query.
 */
export type ApiKeySecret = string;

export type KeyKind = 'live' | 'test';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^petstore_(live|test)_[0-9A-Za-z]{49}$/;
const PREFIX_LENGTH = 'petstore_live_'.length;

/** A production service takes `live` keys only, a staging one `test` keys only. */
export function keyKindOf(environment: Environment): KeyKind {
  return environment === 'production' ? 'live' : 'test';
}

export function generateApiKey(kind: KeyKind): ApiKeySecret {
  const body = `petstore_${kind}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** The kind of a key whose format and checksum are right; undefined for anything else. */
export function kindOfApiKey(secret: string): KeyKind | undefined {
  if (!FORMAT.test(secret)) return undefined;
  const body = secret.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== secret.slice(-CHECKSUM_LENGTH)) return undefined;
  return secret.startsWith('petstore_live_') ? 'live' : 'test';
}

/** What is stored of a key instead of the key: SHA-256, in hex. */
export function digestOfApiKey(secret: ApiKeySecret): string {
  return hash('sha256', secret, 'hex');
}

/** The first and last four random characters, by which a person recognises a key. */
export function hintOfApiKey(secret: ApiKeySecret): string {
  const random = secret.slice(PREFIX_LENGTH, -CHECKSUM_LENGTH);
  return `${secret.slice(0, PREFIX_LENGTH)}${random.slice(0, 4)}…${random.slice(-4)}`;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Bytes from 248 up are drawn again: taking them modulo 62 would prefer the first eight characters. */
function randomBase62(length: number): string {
  const fair = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < fair) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
