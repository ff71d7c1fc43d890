import { Type } from 'typebox';
import { accountOf } from '../../access/accounts/authenticate.ts';
import { limitExceeded } from '../../access/quota/quota-errors.ts';
import { SenderQuotas } from '../../access/quota/sender-quotas.ts';
import { tableOf } from '../../access/quota/shared-tables.ts';
import { ApiError, afterEffect } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { findDelivery, insertDelivery, pageOfDeliveries } from './delivery-queries.ts';
import {
  type Delivery,
  deliveryNotFound,
  type OwnedWebhook,
  requireRoleOf,
  webhookNotFound,
  webhookOrphaned,
} from './webhook.ts';
import { findWebhook } from './webhook-queries.ts';
import { type WebhookRouteDependencies, webhookParams } from './webhook-routes.ts';
import { DELIVERY_EXAMPLE, deliveryJson } from './webhook-schemas.ts';

/** Each opens a connection, and waits for it. */
const SENT_PER_MINUTE = 20;
const MAX_ACCOUNTS = 1_000;
const tags = ['Webhooks'];
const SHARED = { stability: 'experimental', role: 'member' } as const;
const EXPIRED =
  'The feed no longer has the events of this delivery for the webhook, so it cannot be sent again.';
const DeliveryRef = Type.Unsafe<object>({ $ref: 'WebhookDelivery#' });

type DeliveryRouteDependencies = Pick<WebhookRouteDependencies, 'database' | 'clock' | 'webhooks' | 'tables'>;

export function deliveryRoutes({ database, clock, webhooks, tables }: DeliveryRouteDependencies): Route[] {
  const limit = { perMinute: SENT_PER_MINUTE, perDay: undefined };
  const quotas = new SenderQuotas(limit, MAX_ACCOUNTS, tableOf(tables, 'deliveries'));
  const requireQuota = (exchange: Exchange) => {
    const now = clock.now();
    const decision = quotas.consume(String(accountOf(exchange).id), now);
    if (decision.refusedBy !== undefined)
      throw limitExceeded(decision.minute, 'messages that are sent by request per minute', now);
  };
  const ownWebhook = async (exchange: Exchange, id: bigint): Promise<OwnedWebhook> => {
    const account = accountOf(exchange);
    const webhook = await findWebhook(database.read, id, clock.now());
    if (webhook === undefined || webhook.accountId !== account.id) throw webhookNotFound(String(id));
    requireRoleOf(webhook, account.role);
    return webhook;
  };
  const sendableWebhook = async (exchange: Exchange, id: bigint): Promise<OwnedWebhook> => {
    const webhook = await ownWebhook(exchange, id);
    if (webhook.ownerRole === undefined) throw webhookOrphaned(id);
    return webhook;
  };
  const sendNow = async (webhook: OwnedWebhook, delivery: Delivery) => {
    const sent = await webhooks.sendNow(webhook, delivery);
    if (sent === 'expired' || sent === undefined) throw new ApiError('events_expired', EXPIRED);
    return taggedAnswer(200, deliveryJson(sent));
  };
  return [
    route({
      method: 'GET',
      path: '/v1/webhooks/:webhookId/deliveries',
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List what was sent',
        description:
          'Returns the messages of a webhook, newest first, each with its last attempt. The last 100 are kept. Needs the role that the webhook has.',
        params: webhookParams,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'WebhookDeliveries#' }),
            description: 'A page of deliveries.',
            examples: [[DELIVERY_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      notFound: webhookNotFound,
      errors: ['webhook_not_found'],
      handle: async (exchange, { params: { webhookId }, query }) => {
        await ownWebhook(exchange, webhookId);
        const page = pageRequest(`/v1/webhooks/${webhookId}/deliveries`, query, {});
        const { after, rowLimit: limit, order } = page;
        const asked = { webhookId, after, limit, descending: order === 'newest first' };
        return buildPage(page, await pageOfDeliveries(database.read, asked), deliveryJson);
      },
    }),

    route({
      method: 'POST',
      path: '/v1/webhooks/:webhookId/test',
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test message',
        description:
          'Sends a signed message of the type `test` now, and returns what the host answered. It takes up to 10 seconds, and changes nothing else; 20 messages a minute can be sent by request, and 5 at a time. Needs the role that the webhook has.',
        params: webhookParams,
        responses: {
          200: { ...DeliveryRef, description: 'What the host answered.', examples: [DELIVERY_EXAMPLE] },
        },
      },
      ...SHARED,
      notFound: webhookNotFound,
      errors: ['webhook_not_found', 'webhook_orphaned'],
      handle: async (exchange, { params: { webhookId } }) => {
        const webhook = await sendableWebhook(exchange, webhookId);
        return webhooks.runRequested(webhook.accountId, async () => {
          requireQuota(exchange);
          const { position } = webhook;
          const added = { webhookId, kind: 'test', afterId: position, lastId: position, events: 0 } as const;
          const delivery = await database.write((db) => insertDelivery(db, added, clock.now()));
          return afterEffect(() => sendNow(webhook, delivery));
        });
      },
    }),

    route({
      method: 'POST',
      path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
      schema: {
        operationId: 'retryWebhookDelivery',
        tags,
        summary: 'Send a message again',
        description:
          'Sends a message again now, with the same `webhook-id`, and returns what the host answered. The position of the webhook changes only if it is the message that waits. Needs the role that the webhook has.',
        params: Type.Object({
          ...webhookParams.properties,
          deliveryId: Int64({ description: 'Identifier of the delivery.', examples: [77n] }),
        }),
        responses: {
          200: {
            ...DeliveryRef,
            description: 'The delivery after this attempt.',
            examples: [DELIVERY_EXAMPLE],
          },
        },
      },
      ...SHARED,
      notFound: webhookNotFound,
      errors: ['webhook_not_found', 'webhook_orphaned', 'delivery_not_found', 'events_expired'],
      handle: async (exchange, { params: { webhookId, deliveryId } }) => {
        const webhook = await sendableWebhook(exchange, webhookId);
        const delivery = await findDelivery(database.read, webhookId, deliveryId);
        if (delivery === undefined) throw deliveryNotFound(String(deliveryId));
        return webhooks.runRequested(webhook.accountId, () => {
          requireQuota(exchange);
          return sendNow(webhook, delivery);
        });
      },
    }),
  ];
}
