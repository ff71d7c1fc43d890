import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook as Signer } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../src/webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const AT = Date.UTC(2026, 10, 21, 12);
const BODY =
  '{"type":"resync","timestamp":"2026-11-21T12:00:00.000Z","data":{"lastEventId":9007199254740993}}';
const now = () => AT;

/** Signs a message with the library of senders. */
function signed(secret: string, body = BODY) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(AT / 1000),
    'webhook-signature': new Signer(secret).sign('msg_1', new Date(AT), body),
  };
}

test('accepts what standardwebhooks has signed, as text and as bytes, and returns exact ids', async () => {
  for (const body of [BODY, new TextEncoder().encode(BODY)])
    for (const headers of [signed(SECRET), new Headers(signed(SECRET))])
      assert.deepEqual(await verifyWebhook(body, headers, SECRET, { now }), {
        type: 'resync',
        timestamp: '2026-11-21T12:00:00.000Z',
        data: { lastEventId: 9007199254740993n },
      });
});

test('accepts either secret during a rotation, and one signature of several', async () => {
  const headers = signed(OTHER);
  await verifyWebhook(BODY, headers, [SECRET, OTHER], { now });
  const both = `${signed(SECRET)['webhook-signature']} v2,x ${headers['webhook-signature']}`;
  await verifyWebhook(BODY, { ...headers, 'webhook-signature': both }, OTHER, { now });
});

test('refuses another body, another secret, an old or a later time, and missing or broken header fields', async () => {
  const headers = signed(SECRET);
  const refused: Array<() => Promise<unknown>> = [
    () => verifyWebhook(`${BODY} `, headers, SECRET, { now }),
    () => verifyWebhook(BODY, headers, OTHER, { now }),
    () => verifyWebhook(BODY, headers, SECRET, { now: () => AT + 301_000 }),
    () => verifyWebhook(BODY, headers, SECRET, { now: () => AT - 301_000 }),
    () => verifyWebhook(BODY, headers, SECRET),
    () => verifyWebhook(BODY, { ...headers, 'webhook-timestamp': 'x' }, SECRET, { now }),
    () => verifyWebhook(BODY, { ...headers, 'webhook-signature': 'v1,%' }, SECRET, { now }),
    ...Object.keys(headers).map(
      (name) => () => verifyWebhook(BODY, { ...headers, [name]: undefined }, SECRET, { now }),
    ),
  ];
  for (const verify of refused) await assert.rejects(verify, WebhookVerificationError);
  await verifyWebhook(BODY, headers, SECRET, { now: () => AT + 301_000, toleranceSeconds: 600 });
  await assert.rejects(() => verifyWebhook(BODY, headers, 'whsec_%', { now }), TypeError);
});
