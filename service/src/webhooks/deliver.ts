import type { Database } from '../database/database.ts';
import { type AttemptDependencies, attempt } from './attempt.ts';
import { passDelivery, postponeWebhook, recordAttempt, switchOff } from './delivery-queries.ts';
import { consequenceOf } from './retry-rule.ts';
import type { Delivery, DeliveryFailure, Webhook } from './webhook.ts';

/** A lease or a position that a power failure undoes is taken, or made, again; so is an attempt, with the same id. */
export const UNSYNCED = { commit: 'asynchronous' } as const;

export interface DeliverDependencies extends Omit<AttemptDependencies, 'installation'> {
  readonly database: Database;
  onAttempt?(result: 'delivered' | 'failed'): void;
  onSwitchedOff(webhook: {
    readonly webhookId: bigint;
    readonly accountId: bigint;
    readonly reason: string;
  }): void;
}

interface DeliverOptions {
  readonly signal: AbortSignal;
  /** Resolves when what the attempt brought may be written. */
  readonly beforeWrite: () => Promise<unknown>;
}

/**
 * Sends a delivery once, and writes what that brought: a webhook whose next delivery it is moves on, waits, or is switched off. Returns
 * the delivery with the result; undefined if it is no longer kept.
 */
export async function deliver(
  dependencies: DeliverDependencies,
  webhook: Webhook,
  delivery: Delivery,
  body: string,
  { signal, beforeWrite }: DeliverOptions,
): Promise<Delivery | undefined> {
  const { database, clock, onAttempt, onSwitchedOff } = dependencies;
  const { installation } = database;
  const result = await attempt({ ...dependencies, installation }, webhook, delivery, body, signal);
  const { failure, at } = result;
  await beforeWrite();
  onAttempt?.(failure === undefined ? 'delivered' : 'failed');
  const isNext = webhook.pendingId === delivery.id;
  if (failure === undefined) {
    return database.write(async (db) => {
      if (isNext) await passDelivery(db, delivery, clock.now());
      return recordAttempt(db, delivery.id, 'delivered', result);
    }, UNSYNCED);
  }
  const failures = { attempts: webhook.attempts + 1, since: webhook.failingSince ?? at };
  const consequence = consequenceOf(result, failures, clock.now());
  if (!isNext) return database.write((db) => recordAttempt(db, delivery.id, 'failed', result));
  if (consequence.state === 'on') {
    const { nextAt } = consequence;
    return database.write(async (db) => {
      await postponeWebhook(db, delivery, { ...failures, nextAt });
      return recordAttempt(db, delivery.id, 'waiting', result);
    }, UNSYNCED);
  }
  const { isOff, recorded } = await database.write(async (db) => ({
    isOff: await switchOff(db, delivery, consequence.state),
    recorded: await recordAttempt(db, delivery.id, 'failed', result),
  }));
  const { id: webhookId, accountId } = webhook;
  if (isOff) onSwitchedOff({ webhookId, accountId, reason: reasonOf(failure, result.status) });
  return recorded;
}

function reasonOf(failure: DeliveryFailure, status: number | undefined): string {
  return failure === 'status' ? `status ${status}` : failure;
}
