import { createHmac, randomBytes } from 'node:crypto';
import { SECOND } from '../../platform/core/clock.ts';

/** A secret with which messages are signed. */
export interface SigningSecret {
  /** `whsec_` and the bytes in base64. */
  readonly secret: string;
  /** Until when it also signs, after it was replaced: Unix milliseconds; absent for the current one. */
  readonly until?: number;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const VERSION = 'v1';

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What is signed of one attempt. */
interface SignedMessage {
  /** The same for each attempt. */
  readonly id: string;
  /** When the attempt was made: Unix milliseconds. */
  readonly at: number;
  readonly body: string;
}

/** Returns the header fields of Standard Webhooks: one signature for each secret that is valid now. */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly SigningSecret[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / SECOND));
  const valid = secrets.filter(({ until }) => until === undefined || until > at);
  const signatures = valid.map(({ secret }) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `${VERSION},${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
