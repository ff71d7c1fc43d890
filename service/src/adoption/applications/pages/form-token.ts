import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HOUR, SECOND } from '../../../platform/core/clock.ts';

/** No one reads the questions and answers them in less time. */
export const MIN_FORM_TIME = 3 * SECOND;
/** A form that was open for longer is shown again with what was typed. */
export const MAX_FORM_TIME = 24 * HOUR;

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TOKEN_BYTES = TIME_BYTES + RANDOM_BYTES + SIGNATURE_BYTES;

/**
 * What a form carries, so that one form sends one application (docs/adr/0092): when it was shown, random bits, and a signature
 * with a key that only the store has. Nothing is stored until it is sent.
 *
 * @param about what the form is for, such as the id of an animal: another form does not take the token.
 */
export function issueFormToken(key: string, about: string, now: number): string {
  const content = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  content.writeUIntBE(now, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(content, TIME_BYTES);
  return Buffer.concat([content, signatureOf(key, about, content)]).toString('base64url');
}

export type FormTokenState =
  | {
      readonly state: 'valid';
      /** Of the form: it sends one application, however often it is sent. */
      readonly tokenId: string;
    }
  | {
      /** `early`: sent sooner than a person can. `old`: shown too long ago. `unknown`: none, or of another form or store. */
      readonly state: 'early' | 'old' | 'unknown';
    };

/** Returns what a token allows. */
export function readFormToken(key: string, about: string, token: string, now: number): FormTokenState {
  const bytes = Buffer.from(token.slice(0, 2 * TOKEN_BYTES), 'base64url');
  if (bytes.length !== TOKEN_BYTES) return { state: 'unknown' };
  const content = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  const signature = bytes.subarray(TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(signature, signatureOf(key, about, content))) return { state: 'unknown' };
  const age = now - content.readUIntBE(0, TIME_BYTES);
  if (age < MIN_FORM_TIME) return { state: 'early' };
  if (age > MAX_FORM_TIME) return { state: 'old' };
  return { state: 'valid', tokenId: content.subarray(TIME_BYTES).toString('base64url') };
}

function signatureOf(key: string, about: string, content: Buffer): Buffer {
  return createHmac('sha256', key).update(`${about}\n`).update(content).digest().subarray(0, SIGNATURE_BYTES);
}
