import type { Event } from './contract.ts';
import { readJson } from './transport/int64-json.ts';

/** What a webhook sends (docs/webhooks.md). */
export type WebhookMessage =
  | { type: 'events'; timestamp: string; data: { events: Event[]; lastEventId: bigint } }
  | { type: 'resync'; timestamp: string; data: { lastEventId: bigint } }
  | { type: 'test'; timestamp: string; data: { webhookId: number } }
  | { type: Event['type']; timestamp: string; data: Event };

/** The message is not from the webhook with this secret, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeaderFields = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How many seconds the time of the message may differ from that of this machine; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since the Unix epoch, for tests. */
  now?: (() => number) | undefined;
}

/**
 * Verifies a message of a webhook by Standard Webhooks, and returns it with exact ids.
 *
 * @param body the body as it arrived: parsed and written again, it would have another signature.
 * @param secret the secret of the webhook, `whsec_…`; during a rotation also the one before.
 * @throws {WebhookVerificationError} answer it with the status 401.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderFields,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => field(headers, name));
  const age = Math.abs(now() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds))
    throw new WebhookVerificationError('The message is too old, or the clock of this machine is wrong.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = (signatures ?? '').split(' ').filter((one) => one.startsWith('v1,'));
  for (const one of [secret].flat()) {
    const bytes = bytesOf(one.replace(/^whsec_/, ''));
    if (bytes.length === 0) throw new TypeError('secret must be that of a webhook: whsec_…');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of given) {
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed))
        return readJson(text) as WebhookMessage;
    }
  }
  throw new WebhookVerificationError('The message has no valid signature of this secret.');
}

function field(headers: HeaderFields, name: string): string {
  const value = headers instanceof Headers ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The message has no webhook-${name}.`);
}

/** Bytes that are not valid Base64 match no signature. */
function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
