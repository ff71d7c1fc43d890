import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of the format, so that another one can follow. */
const PREFIX = 'v1.';

export const KEY_BYTES = 32;

/** Returns a key that is written in base64 or base64url; undefined if the text is none. */
export function keyIn(text: string): Buffer | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

/**
 * Encrypts a text. `purpose` is not stored: only who states the same can open it, so a text that someone moves to another row
 * of the store stays closed.
 */
export function sealText(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
  const content = [cipher.update(text, 'utf8'), cipher.final()];
  return PREFIX + Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64url');
}

/** Returns the text; undefined if it was sealed with another key or for another purpose, or was changed. */
export function openText(key: Buffer, sealed: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  if (!sealed.startsWith(PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
