import { ApiError } from '../../platform/core/errors.ts';
import { isAtLeast, type Role } from '../../platform/core/role.ts';
import type {
  DeliveryKind,
  DeliveryState,
  EventType,
  WebhookState,
} from '../../platform/database/column-values.ts';
import type { OutboundReason } from '../../platform/outbound/outbound-fault.ts';

export const MAX_WEBHOOKS = 20;

/** What is sent where. Times are Unix milliseconds. */
export interface Webhook {
  readonly id: bigint;
  readonly accountId: bigint;
  /** It is sent at most what this role may read. */
  readonly role: Role;
  // It belongs to who made it, last switched it on or changed its address. Neither is in rows of an older version.
  readonly keyId: bigint | undefined;
  readonly personId: bigint | undefined;
  readonly url: string;
  readonly description: string | undefined;
  /** Undefined for all. */
  readonly eventTypes: readonly EventType[] | undefined;
  readonly sendsBatches: boolean;
  /** Sealed. */
  readonly secrets: string;
  readonly position: bigint;
  readonly skippedUntil: bigint;
  readonly state: WebhookState;
  readonly createdAt: number;
  readonly pendingId: bigint | undefined;
  /** Attempts in vain since the last success. */
  readonly attempts: number;
  readonly failingSince: number | undefined;
  readonly nextAt: number;
}

export interface OwnedWebhook extends Webhook {
  /** The role of its key or person now; undefined if it may read nothing any more, so that nothing is sent. */
  readonly ownerRole: Role | undefined;
}

/** Why an attempt failed. */
export type DeliveryFailure = OutboundReason | 'status' | 'secret_unreadable';

export interface Delivery {
  readonly id: bigint;
  readonly webhookId: bigint;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** It has the events after this id and up to `lastId`. */
  readonly afterId: bigint;
  readonly lastId: bigint;
  readonly events: number;
  readonly createdAt: number;
  readonly attempts: number;
  readonly attemptedAt: number | undefined;
  readonly durationMs: number | undefined;
  readonly status: number | undefined;
  readonly failure: DeliveryFailure | undefined;
  /** The beginning of what the host answered. */
  readonly answer: string | undefined;
}

export function webhookNotFound(id: string): ApiError {
  return new ApiError('webhook_not_found', `Your account has no webhook ${id}.`);
}

export function webhookOrphaned(id: bigint): ApiError {
  return new ApiError(
    'webhook_orphaned',
    `Webhook ${id} belongs to no one any more, so it sends nothing: the person was removed, or the key is not valid. Set isOn to true, and it belongs to you.`,
  );
}

export function deliveryNotFound(id: string): ApiError {
  return new ApiError(
    'delivery_not_found',
    `The webhook has no delivery ${id}, or it is no longer kept: the last 100 of each webhook are.`,
  );
}

/**
 * Refuses that a role below that of a webhook changes where it sends, or reads what it sent: it would learn what it may not read.
 *
 * @throws {ApiError} `insufficient_role`.
 */
export function requireRoleOf(webhook: Pick<Webhook, 'role'>, role: Role): void {
  if (isAtLeast(role, webhook.role)) return;
  throw new ApiError(
    'insufficient_role',
    `The webhook sends what the role ${webhook.role} may read, so only that role may do this.`,
  );
}
