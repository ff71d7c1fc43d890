import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns a new secret of 256 random bits in base64url: that of an invitation, of a session, or of an attempt to sign in. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
