import { type Static, Type } from 'typebox';
import { DAY, SECOND, timeText } from '../../platform/core/clock.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { ROLES, type Role } from '../../platform/core/role.ts';
import { WEB_URL_PATTERN } from '../../platform/core/urls/web-url.ts';
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type DeliveryKind,
  type DeliveryState,
  EVENT_TYPES,
  type EventType,
  WEBHOOK_STATES,
  type WebhookState,
} from '../../platform/database/column-values.ts';
import { nullable } from '../../platform/http/openapi/nullable.ts';
import { TEXT_PATTERN } from '../../platform/http/requests/text.ts';
import { OUTBOUND_REASONS, textOfReason } from '../../platform/outbound/outbound-fault.ts';
import type { Delivery, DeliveryFailure, OwnedWebhook } from './webhook.ts';

type ShownState = WebhookState | 'orphaned';

const MAX_URL = 2_000;
const MAX_DESCRIPTION = 200;
const MAX_OVERLAP_SECONDS = (30 * DAY) / SECOND;
export const DEFAULT_OVERLAP_SECONDS = DAY / SECOND;

export const WEBHOOK_EXAMPLE = {
  id: 3n,
  url: 'https://rescue.example/petstore',
  description: 'Our web site',
  eventTypes: ['pet.created', 'pet.updated', 'pet.deleted'],
  batches: true,
  state: 'on',
  role: 'member',
  afterEventId: 5012n,
  createdAt: '2026-11-22T09:14:03.120Z',
} as const;
export const ISSUED_WEBHOOK_EXAMPLE = { ...WEBHOOK_EXAMPLE, secret: 'whsec_…' };
export const DELIVERY_EXAMPLE = {
  id: 77n,
  kind: 'events',
  state: 'waiting',
  afterEventId: 5012n,
  lastEventId: 5014n,
  events: 2,
  createdAt: '2026-11-22T09:15:00.000Z',
  attempts: 1,
  attemptedAt: '2026-11-22T09:15:00.100Z',
  durationMs: 212,
  status: 503,
  failure: 'status',
  reason: 'The host answered with the status 503.',
  answer: 'Service Unavailable',
} as const;

const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL,
  pattern: WEB_URL_PATTERN,
  format: 'plain-text',
  description:
    'Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others.',
  examples: [WEBHOOK_EXAMPLE.url],
});
const description = Type.String({
  minLength: 1,
  maxLength: MAX_DESCRIPTION,
  format: 'plain-text',
  pattern: TEXT_PATTERN,
  description: 'What it is for.',
  examples: [WEBHOOK_EXAMPLE.description],
});
const eventTypes = Type.Array(
  Type.Unsafe<EventType>({ type: 'string', enum: [...EVENT_TYPES], description: 'A type of events.' }),
  {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description: 'The types of the events that are sent; absent for all.',
  },
);
const batches = Type.Boolean({
  description:
    'True if one request has up to 100 events, in the order of the feed; false for one event a request.',
});
const afterEventId = Int64({
  description:
    'The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed.',
  minimum: 0,
  examples: [WEBHOOK_EXAMPLE.afterEventId],
});
const time = (text: string) => Type.String({ format: 'date-time', description: text });

const fields = {
  id: Int64({ description: 'Unique identifier.', examples: [3n] }),
  url,
  description: Type.Optional(description),
  eventTypes: Type.Optional(eventTypes),
  batches,
  state: Type.Unsafe<ShownState>({
    type: 'string',
    enum: [...WEBHOOK_STATES, 'orphaned'],
    description:
      '`on`; `off` if someone switched it off; `failed` if nothing could be delivered for three days; `gone` if the host answered 410; `orphaned` if it belongs to no one any more, because the person was removed, or the key and those that replaced it are not valid. Nothing is sent unless it is `on`; its position stays.',
  }),
  role: Type.Unsafe<Role>({
    type: 'string',
    enum: [...ROLES],
    description:
      'It is sent at most what this role of the account may read in the feed: that of the key or person who made it. Less while the key or person that it belongs to may read less.',
  }),
  afterEventId,
  createdAt: time('When it was made, in UTC.'),
  failingSince: Type.Optional(time('Since when every attempt has failed. Absent if the last one did not.')),
  nextAttemptAt: Type.Optional(time('When the next attempt is made after one that failed.')),
};

const WebhookSchema = Type.Object(fields, {
  $id: 'Webhook',
  description: 'Where the feed is sent to, without its secret.',
  examples: [WEBHOOK_EXAMPLE],
});
const WebhooksSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Webhook#' }), {
  $id: 'Webhooks',
  description: 'The webhooks of the account, newest first.',
});
const IssuedWebhookSchema = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description:
        'With which messages are signed, as Standard Webhooks has it. It is sent only once, and cannot be read again.',
    }),
  },
  { $id: 'IssuedWebhook', description: 'A webhook with a new secret.', examples: [ISSUED_WEBHOOK_EXAMPLE] },
);

const WebhookRequestSchema = Type.Object(
  {
    url,
    description: Type.Optional(description),
    eventTypes: Type.Optional(eventTypes),
    batches: Type.Optional(batches),
    afterEventId: Type.Optional(afterEventId),
  },
  {
    $id: 'WebhookRequest',
    additionalProperties: false,
    description:
      'A webhook to add. Without `afterEventId` it begins with the next event, and without `batches` it has them.',
    examples: [{ url: WEBHOOK_EXAMPLE.url }],
  },
);
export type WebhookRequest = Static<typeof WebhookRequestSchema>;

const WebhookChangeSchema = Type.Object(
  {
    url: Type.Optional(url),
    description: Type.Optional(Type.Unsafe<string | null>(nullable(description))),
    eventTypes: Type.Optional(Type.Unsafe<EventType[] | null>(nullable(eventTypes))),
    batches: Type.Optional(batches),
    isOn: Type.Optional(
      Type.Boolean({
        description:
          'False sends nothing more; true sends again, from where it stopped, what the sender of this request may read.',
      }),
    ),
    afterEventId: Type.Optional(afterEventId),
  },
  {
    $id: 'WebhookChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'What to change. `null` removes a description or the choice of types.',
    examples: [{ isOn: true }, { afterEventId: 4000n }],
  },
);
export type WebhookChange = Static<typeof WebhookChangeSchema>;

const WebhookRotationSchema = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: DEFAULT_OVERLAP_SECONDS,
        description: 'How long messages are signed with the old secret as well.',
      }),
    ),
  },
  {
    $id: 'WebhookRotation',
    additionalProperties: false,
    description: 'How to replace a secret.',
    examples: [{ overlapSeconds: DEFAULT_OVERLAP_SECONDS }],
  },
);
export type WebhookRotation = Static<typeof WebhookRotationSchema>;

const DeliverySchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier.', examples: [77n] }),
    kind: Type.Unsafe<DeliveryKind>({
      type: 'string',
      enum: [...DELIVERY_KINDS],
      description:
        '`events`; `resync`: the feed has a gap, so the receiver must read the catalogue again; `test`.',
    }),
    state: Type.Unsafe<DeliveryState>({
      type: 'string',
      enum: [...DELIVERY_STATES],
      description:
        '`waiting` for its first or next attempt; `delivered`; `failed` for good; `replaced` because the webhook went on from another position.',
    }),
    afterEventId: Int64({ description: 'It has the events after this one.', examples: [5012n] }),
    lastEventId: Int64({
      description: 'The last event that it has, or that lies in its range.',
      examples: [5014n],
    }),
    events: SafeInteger({ minimum: 0, description: 'How many events it has.', examples: [2] }),
    createdAt: time('When it was made, in UTC.'),
    attempts: SafeInteger({ minimum: 0, description: 'How often it was sent.', examples: [1] }),
    attemptedAt: Type.Optional(time('When it was sent the last time.')),
    durationMs: Type.Optional(
      SafeInteger({ minimum: 0, description: 'How long the last attempt took, in milliseconds.' }),
    ),
    status: Type.Optional(
      SafeInteger({ minimum: 0, maximum: 999, description: 'The status of the answer; absent without one.' }),
    ),
    failure: Type.Optional(
      Type.Unsafe<DeliveryFailure>({
        type: 'string',
        enum: [...OUTBOUND_REASONS, 'status', 'secret_unreadable'],
        description: 'Why the last attempt failed, for programs. Absent if it did not.',
      }),
    ),
    reason: Type.Optional(
      Type.String({ description: 'Why the last attempt failed, for people; in English.' }),
    ),
    answer: Type.Optional(
      Type.String({ description: 'The beginning of what the host answered, up to 500 characters.' }),
    ),
  },
  { $id: 'WebhookDelivery', description: 'One message, and how it was sent.', examples: [DELIVERY_EXAMPLE] },
);
const DeliveriesSchema = Type.Array(Type.Unsafe<object>({ $ref: 'WebhookDelivery#' }), {
  $id: 'WebhookDeliveries',
  description: 'A page of deliveries.',
});

export const WEBHOOK_SCHEMAS = [
  WebhookSchema,
  WebhooksSchema,
  IssuedWebhookSchema,
  WebhookRequestSchema,
  WebhookChangeSchema,
  WebhookRotationSchema,
  DeliverySchema,
  DeliveriesSchema,
];

const optionalTime = (at: number | undefined) => (at === undefined ? undefined : timeText(at));

/** Returns a webhook as JSON; with its secret only once. */
export function webhookJson(webhook: OwnedWebhook, secret?: string): string {
  const { id, url: address, description: text, eventTypes: types, sendsBatches, state, role } = webhook;
  const { failingSince } = webhook;
  const shown: ShownState = state === 'on' && webhook.ownerRole === undefined ? 'orphaned' : state;
  return stringifyJson({
    id,
    url: address,
    description: text,
    eventTypes: types,
    batches: sendsBatches,
    state: shown,
    role,
    afterEventId: webhook.position,
    createdAt: timeText(webhook.createdAt),
    failingSince: optionalTime(failingSince),
    nextAttemptAt: failingSince === undefined || shown !== 'on' ? undefined : timeText(webhook.nextAt),
    secret,
  });
}

export function deliveryJson({
  afterId,
  lastId,
  createdAt,
  attemptedAt,
  webhookId: _,
  ...rest
}: Delivery): string {
  const { id, kind, state, events, attempts, durationMs, status, failure, answer } = rest;
  return stringifyJson({
    id,
    kind,
    state,
    afterEventId: afterId,
    lastEventId: lastId,
    events,
    createdAt: timeText(createdAt),
    attempts,
    attemptedAt: optionalTime(attemptedAt),
    durationMs,
    status,
    failure,
    reason: failure && reasonText(failure, status),
    answer,
  });
}

function reasonText(failure: DeliveryFailure, status: number | undefined): string {
  switch (failure) {
    case 'status':
      return `The host answered with the status ${status}.`;
    case 'secret_unreadable':
      return 'The secret was encrypted with another key. Replace it.';
    default:
      return textOfReason(failure);
  }
}
