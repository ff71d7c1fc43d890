import type { Database, Queries } from '../../platform/database/database.ts';
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

/** Writes what an attempt has brought, in a transaction. */
export type ResultWrite = (db: Queries) => Promise<void>;

interface DeliverOptions {
  readonly signal: AbortSignal;
  /** Writes what the attempt brought, together with that of others. */
  writeResult(write: ResultWrite): Promise<void>;
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
  { signal, writeResult }: DeliverOptions,
): Promise<Delivery | undefined> {
  const { database, clock, onAttempt, onSwitchedOff } = dependencies;
  const { installation } = database;
  const result = await attempt({ ...dependencies, installation }, webhook, delivery, body, signal);
  const { failure, at } = result;
  onAttempt?.(failure === undefined ? 'delivered' : 'failed');
  const isNext = webhook.pendingId === delivery.id;
  let recorded: Delivery | undefined;
  if (failure === undefined) {
    await writeResult(async (db) => {
      if (isNext) await passDelivery(db, delivery, clock.now());
      recorded = await recordAttempt(db, delivery.id, 'delivered', result);
    });
    return recorded;
  }
  const failures = { attempts: webhook.attempts + 1, since: webhook.failingSince ?? at };
  const consequence = consequenceOf(result, failures, clock.now());
  if (!isNext) return database.write((db) => recordAttempt(db, delivery.id, 'failed', result));
  if (consequence.state === 'on') {
    const { nextAt } = consequence;
    await writeResult(async (db) => {
      await postponeWebhook(db, delivery, { ...failures, nextAt });
      recorded = await recordAttempt(db, delivery.id, 'waiting', result);
    });
    return recorded;
  }
  const isOff = await database.write(async (db) => {
    recorded = await recordAttempt(db, delivery.id, 'failed', result);
    return switchOff(db, delivery, consequence.state);
  });
  const { id: webhookId, accountId } = webhook;
  if (isOff) onSwitchedOff({ webhookId, accountId, reason: reasonOf(failure, result.status) });
  return recorded;
}

function reasonOf(failure: DeliveryFailure, status: number | undefined): string {
  return failure === 'status' ? `status ${status}` : failure;
}
