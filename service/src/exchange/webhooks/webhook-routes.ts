import { Type } from 'typebox';
import { accountOf, actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { SharedTables } from '../../access/quota/shared-tables.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/database/secrets.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { latestEventId } from '../../record/events/event-ids.ts';
import { webhookNotFound } from './webhook.ts';
import {
  addWebhook,
  changeWebhook,
  type IssuedWebhook,
  removeWebhook,
  rotateSecret,
  urlFaults,
} from './webhook-changes.ts';
import { findWebhook, webhooksOf } from './webhook-queries.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  ISSUED_WEBHOOK_EXAMPLE,
  WEBHOOK_EXAMPLE,
  type WebhookChange,
  type WebhookRequest,
  type WebhookRotation,
  webhookJson,
} from './webhook-schemas.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface WebhookRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly writes: IdempotentWrites;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly webhooks: WebhookSender;
  /** The counters of all threads; undefined if this is the only one. */
  readonly tables: SharedTables | undefined;
}

const tags = ['Webhooks'];
const SHARED = { stability: 'experimental', role: 'member' } as const;
const OF_ONE = { ...SHARED, notFound: webhookNotFound };
const IDEMPOTENCY_ERRORS = [
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'secret_already_issued',
] as const;
const errorMessages = {
  secret_already_issued:
    'An earlier request with this Idempotency-Key has made the secret of webhook 3, and it was sent then. If it is lost, replace it.',
} as const;
const WebhookRef = Type.Unsafe<object>({ $ref: 'Webhook#' });
const IssuedRef = Type.Unsafe<object>({ $ref: 'IssuedWebhook#' });

export const webhookParams = Type.Object({
  webhookId: Int64({ description: 'Identifier of the webhook.', examples: [3n] }),
});

export function webhookRoutes(dependencies: WebhookRouteDependencies): Route[] {
  return [...reads(dependencies), ...additions(dependencies), ...changes(dependencies)];
}

function reads({ database, clock }: WebhookRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/webhooks',
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List your webhooks',
        description:
          'Returns the webhooks of the account, newest first: at most 20, so there is one page. Needs the role `member`.',
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Webhooks#' }),
            description: 'The webhooks.',
            examples: [[WEBHOOK_EXAMPLE]],
          },
        },
      },
      ...SHARED,
      handle: (exchange) =>
        andThen(webhooksOf(database.read, accountOf(exchange).id, clock.now()), (found) =>
          Representation.transient(`[${found.map((webhook) => webhookJson(webhook)).join(',')}]`),
        ),
    }),

    route({
      method: 'GET',
      path: '/v1/webhooks/:webhookId',
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read a webhook',
        description: 'Returns one webhook of the account. Needs the role `member`.',
        params: webhookParams,
        responses: { 200: { ...WebhookRef, description: 'The webhook.', examples: [WEBHOOK_EXAMPLE] } },
      },
      ...OF_ONE,
      errors: ['webhook_not_found'],
      handle: (exchange, { params: { webhookId } }) =>
        andThen(findWebhook(database.read, webhookId, clock.now()), (webhook) => {
          if (webhook === undefined || webhook.accountId !== accountOf(exchange).id)
            throw webhookNotFound(String(webhookId));
          return Representation.transient(webhookJson(webhook));
        }),
    }),
  ];
}

/** The operations whose responses have a secret. */
function additions({
  database,
  clock,
  writes,
  secrets,
  outbound,
  webhooks,
}: WebhookRouteDependencies): Route[] {
  const responseOf = ({ webhook, secret }: IssuedWebhook) => ({
    status: 201,
    location: `/v1/webhooks/${webhook.id}`,
    body: webhookJson(webhook, secret),
    messageOnRepetition: `An earlier request with this Idempotency-Key has made the secret of webhook ${webhook.id}, and it was sent then. If it is lost, replace it.`,
    onCommit: () => webhooks.wake(),
  });
  return [
    route({
      method: 'POST',
      path: '/v1/webhooks',
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Add a webhook',
        description:
          'Sends the events of the feed that the sender of the request may read to an address, signed as Standard Webhooks has it. The secret is only in this response. Needs the role `member`.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<WebhookRequest>({ $ref: 'WebhookRequest#' }),
        responses: {
          201: {
            ...IssuedRef,
            description: 'The webhook with its secret.',
            examples: [ISSUED_WEBHOOK_EXAMPLE],
          },
        },
      },
      ...SHARED,
      errorMessages,
      errors: ['too_many_webhooks', 'secrets_key_missing', ...IDEMPOTENCY_ERRORS],
      bodyFaults: ({ url }) => urlFaults(url, outbound),
      handle: async (exchange, input) => {
        const owner = accountOf(exchange);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const afterEventId = input.body.afterEventId ?? (await latestEventId(database));
        return writes.respond(exchange, input, {
          locks: [`webhooks ${owner.id}`],
          apply: async (db) =>
            responseOf(await addWebhook(db, owner, { ...input.body, afterEventId }, change, secrets)),
        });
      },
    }),

    route({
      method: 'POST',
      path: '/v1/webhooks/:webhookId/rotation',
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the secret of a webhook',
        description:
          'Makes a new secret, which is only in this response. Messages are signed with both for the overlap, so that the receiver can change in between. Needs the role `member`.',
        params: webhookParams,
        headers: idempotencyHeaders,
        body: Type.Unsafe<WebhookRotation>({ $ref: 'WebhookRotation#' }),
        responses: {
          201: {
            ...IssuedRef,
            description: 'The webhook with its secret.',
            examples: [ISSUED_WEBHOOK_EXAMPLE],
          },
        },
      },
      ...OF_ONE,
      errorMessages,
      errors: ['webhook_not_found', 'secrets_key_missing', ...IDEMPOTENCY_ERRORS],
      handle: (exchange, input) => {
        const owner = accountOf(exchange);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const { overlapSeconds = DEFAULT_OVERLAP_SECONDS } = input.body;
        const { webhookId } = input.params;
        return writes.respond(exchange, input, {
          apply: async (db) =>
            responseOf(await rotateSecret(db, owner, webhookId, overlapSeconds, change, secrets)),
        });
      },
    }),
  ];
}

function changes({ database, clock, outbound, webhooks }: WebhookRouteDependencies): Route[] {
  const changeOf = (exchange: Exchange) => ({ actor: actorOf(exchange), at: clock.now() });
  return [
    route({
      method: 'PATCH',
      path: '/v1/webhooks/:webhookId',
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change a webhook',
        description:
          'Changes where and what is sent. `afterEventId` sends the events after an earlier one again; `isOn` switches it off, or on again, from where it stopped. It then belongs to who switches it on, or sets its `url`. Needs the role that the webhook has.',
        params: webhookParams,
        body: Type.Unsafe<WebhookChange>({ $ref: 'WebhookChange#' }),
        responses: {
          200: { ...WebhookRef, description: 'The webhook after the change.', examples: [WEBHOOK_EXAMPLE] },
        },
      },
      ...OF_ONE,
      errors: ['webhook_not_found'],
      bodyFaults: ({ url }) => urlFaults(url, outbound),
      handle: async (exchange, { params: { webhookId }, body }) => {
        const webhook = await database.write(
          (db) => changeWebhook(db, accountOf(exchange), webhookId, body, changeOf(exchange)),
          waiterOf(exchange),
        );
        webhooks.wake();
        return { status: 200, headers: [], body: webhookJson(webhook) };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/webhooks/:webhookId',
      schema: {
        operationId: 'removeWebhook',
        tags,
        summary: 'Remove a webhook',
        description:
          'Removes a webhook and its deliveries. Needs the role that the webhook has, unless it is `orphaned`.',
        params: webhookParams,
        responses: { 204: Type.Null({ description: 'The webhook is removed.' }) },
      },
      ...OF_ONE,
      errors: ['webhook_not_found'],
      handle: async (exchange, { params: { webhookId } }) => {
        await database.write(
          (db) => removeWebhook(db, accountOf(exchange), webhookId, changeOf(exchange)),
          waiterOf(exchange),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}
