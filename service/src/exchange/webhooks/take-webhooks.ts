import type { Queries } from '../../platform/database/database.ts';
import type { StoredEvent } from '../../record/events/event-query.ts';
import { insertDeliveries, setPending } from './delivery-queries.ts';
import { type Lease, takeWebhooks } from './lease-queries.ts';
import type { Step } from './message.ts';
import type { Delivery, Webhook } from './webhook.ts';
import type { FeedEnd } from './webhook-queries.ts';

/** A delivery that was just made, and its events. */
export interface NewMessage {
  readonly delivery: Delivery;
  readonly events: readonly StoredEvent[];
}

/** A webhook that this process sends to. */
interface Taken {
  readonly webhook: Webhook;
  /** Undefined if it had a delivery before, or goes on from elsewhere meanwhile. */
  readonly next: NewMessage | undefined;
}

/** Takes webhooks, and makes the deliveries that were decided for them. */
export async function takeWithSteps(
  db: Queries,
  ids: readonly bigint[],
  lease: Lease,
  steps: ReadonlyMap<bigint, Step>,
  { skipped }: FeedEnd,
): Promise<Taken[]> {
  const taken = await takeWebhooks(db, ids, lease);
  const added = taken.flatMap((webhook) => stepOf(webhook, steps)?.delivery ?? []);
  const made = await insertDeliveries(db, added, lease.now);
  await setPending(db, made, skipped);
  const deliveries = new Map(made.map((delivery) => [delivery.webhookId, delivery]));
  return taken.map((webhook) => {
    const delivery = deliveries.get(webhook.id);
    if (delivery === undefined) return { webhook, next: undefined };
    const next = { delivery, events: steps.get(webhook.id)?.events ?? [] };
    return { webhook: { ...webhook, pendingId: delivery.id }, next };
  });
}

/** Returns the step of a webhook that is still where it was when that was decided. */
function stepOf({ id, pendingId, position }: Webhook, steps: ReadonlyMap<bigint, Step>): Step | undefined {
  const step = steps.get(id);
  return pendingId === undefined && step?.delivery.afterId === position ? step : undefined;
}
