import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { VERSION } from '../../platform/core/version.ts';
import type { Secrets } from '../../platform/database/secrets.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundFault } from '../../platform/outbound/outbound-fault.ts';
import type { Attempt } from './delivery-queries.ts';
import { type SigningSecret, signatureHeaders } from './signature.ts';
import type { Delivery, Webhook } from './webhook.ts';

const LIMITS = { timeoutMs: 10 * SECOND, maxBytes: 64 * 1024 };
/** What is kept of an answer, in UTF-16 code units. */
const MAX_ANSWER = 500;

export interface AttemptDependencies {
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  /** Identifies the store. */
  readonly installation: string;
}

/** What an attempt brought, and when the host wants the next one. */
interface Attempted extends Attempt {
  readonly retryAfter: string | undefined;
}

/** What the secrets of a webhook are sealed for: another account's row does not open with them. */
export function secretPurpose(accountId: bigint): string {
  return `webhook of account ${accountId}`;
}

/**
 * Sends a message once. A status of 2xx is a success.
 *
 * @throws the reason of the signal, if that ends it.
 */
export async function attempt(
  { clock, outbound, secrets, installation }: AttemptDependencies,
  { url, accountId, secrets: sealed }: Pick<Webhook, 'url' | 'accountId' | 'secrets'>,
  { id, createdAt }: Delivery,
  body: string,
  signal: AbortSignal,
): Promise<Attempted> {
  const at = clock.now();
  const started = clock.monotonic();
  const ended = () => ({ at, durationMs: Math.round(clock.monotonic() - started) });
  const nothing = { status: undefined, answer: undefined, retryAfter: undefined };
  const opened = secrets.open(sealed, secretPurpose(accountId));
  if (opened === undefined) return { ...ended(), ...nothing, failure: 'secret_unreadable' };
  const valid = JSON.parse(opened) as SigningSecret[]; // the service has written it
  // A point would end the id in what is signed.
  const messageId = `msg_${installation}_${id}_${createdAt}`;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Petstore/${VERSION}`,
    ...signatureHeaders({ id: messageId, at, body }, valid),
  };
  try {
    const answered = await outbound.post({ url: new URL(url), headers, body, ...LIMITS, signal });
    const { status } = answered;
    const text = answered.body
      .toString()
      .replaceAll(/\p{C}+/gu, ' ')
      .toWellFormed()
      .trim();
    return {
      ...ended(),
      status,
      failure: status >= 200 && status < 300 ? undefined : 'status',
      answer: text === '' ? undefined : text.slice(0, MAX_ANSWER).toWellFormed(),
      retryAfter: answered.headers['retry-after'],
    };
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    return { ...ended(), ...nothing, failure: error.reason };
  }
}
