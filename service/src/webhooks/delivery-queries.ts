import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { DeliveryKind, DeliveryState, WebhookState } from '../database/column-values.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery, rowLimit } from '../database/prepared-query.ts';
import type { Delivery, DeliveryFailure, Webhook } from './webhook.ts';

/** How many deliveries of each webhook are kept. */
const KEPT_DELIVERIES = 100;

const COLUMNS = [
  'id',
  'webhook_id',
  'kind',
  'state',
  'after_id',
  'last_id',
  'events',
  'created_at',
  'attempts',
  'attempted_at',
  'duration_ms',
  'status',
  'failure',
  'answer',
] as const;

interface Row {
  readonly id: bigint;
  readonly webhook_id: bigint;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly after_id: bigint;
  readonly last_id: bigint;
  readonly events: bigint;
  readonly created_at: bigint;
  readonly attempts: bigint;
  readonly attempted_at: bigint | null;
  readonly duration_ms: bigint | null;
  readonly status: bigint | null;
  readonly failure: string | null;
  readonly answer: string | null;
}

const numberOf = (value: bigint | null) => (value === null ? undefined : Number(value));

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    kind: row.kind,
    state: row.state,
    afterId: row.after_id,
    lastId: row.last_id,
    events: Number(row.events),
    createdAt: Number(row.created_at),
    attempts: Number(row.attempts),
    attemptedAt: numberOf(row.attempted_at),
    durationMs: numberOf(row.duration_ms),
    status: numberOf(row.status),
    failure: (row.failure ?? undefined) as DeliveryFailure | undefined, // the service has written it
    answer: row.answer ?? undefined,
  };
}

const byId = new PreparedQuery((db, { id, webhookId }: { id: bigint; webhookId: bigint }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId),
);

export function findDelivery(db: Queries, webhookId: bigint, id: bigint): MaybePromise<Delivery | undefined> {
  return andThen(byId.first(db, { id, webhookId }), (row) => row && toDelivery(row));
}

interface Page {
  readonly webhookId: bigint;
  readonly after: bigint | undefined;
  readonly limit: number;
  readonly descending: boolean;
}

const page = new PreparedQuery(
  (db, { webhookId, after, limit, descending }: Page) => {
    const rows = db
      .selectFrom('webhook_deliveries')
      .select(COLUMNS)
      .where('webhook_id', '=', webhookId)
      .orderBy('id', descending ? 'desc' : 'asc')
      .limit(rowLimit(limit));
    return after === undefined ? rows : rows.where('id', descending ? '<' : '>', after);
  },
  ['descending'],
);

export function pageOfDeliveries(db: Queries, asked: Page): MaybePromise<Delivery[]> {
  return andThen(page.all(db, asked), (rows) => rows.map(toDelivery));
}

export interface NewDelivery {
  readonly webhookId: bigint;
  readonly kind: DeliveryKind;
  readonly afterId: bigint;
  readonly lastId: bigint;
  readonly events: number;
}

interface NewRow {
  readonly webhookId: bigint;
  readonly kind: DeliveryKind;
  readonly afterId: bigint;
  readonly lastId: bigint;
  readonly events: bigint;
  readonly now: bigint;
}

const insertion = new PreparedQuery((db, { webhookId, kind, afterId, lastId, events, now }: NewRow) =>
  db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      kind,
      state: 'waiting',
      after_id: afterId,
      last_id: lastId,
      events,
      created_at: now,
      attempts: 0n,
    })
    .returning(COLUMNS),
);

const trimming = new PreparedQuery((db, { webhookId }: { webhookId: bigint }) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('id', '<', (is) =>
      is
        .selectFrom((from) =>
          from
            .selectFrom('webhook_deliveries')
            .select('id')
            .where('webhook_id', '=', webhookId)
            .orderBy('id', 'desc')
            .limit(sql.lit(KEPT_DELIVERIES))
            .as('kept'),
        )
        .select((of) => of.fn.min<bigint>('kept.id').as('id')),
    ),
);

/** Adds a delivery, and deletes the oldest of its webhook. */
export async function insertDelivery(db: Queries, added: NewDelivery, now: number): Promise<Delivery> {
  const row = await insertion.first(db, { ...added, events: BigInt(added.events), now: BigInt(now) });
  if (row === undefined) throw new Error('The delivery was not inserted');
  await trimming.all(db, { webhookId: added.webhookId });
  return toDelivery(row);
}

interface Pending {
  readonly id: bigint;
  readonly deliveryId: bigint;
  readonly position: bigint;
  readonly skippedUntil: bigint;
}

const pending = new PreparedQuery((db, { id, deliveryId, position, skippedUntil }: Pending) =>
  db
    .updateTable('webhooks')
    .set({ pending_id: deliveryId, skipped_until: skippedUntil })
    .where('id', '=', id)
    .where('pending_id', 'is', null)
    .where('position', '=', position)
    .returning('id'),
);

/** Makes a delivery the next one of its webhook. Returns false if the webhook goes on from another position now. */
export async function setPending(
  db: Queries,
  { id, position }: Webhook,
  delivery: Delivery,
  skippedUntil: bigint,
): Promise<boolean> {
  return (await pending.first(db, { id, deliveryId: delivery.id, position, skippedUntil })) !== undefined;
}

const advance = new PreparedQuery((db, { id, from, to }: { id: bigint; from: bigint; to: bigint }) =>
  db
    .updateTable('webhooks')
    .set({ position: to })
    .where('id', '=', id)
    .where('pending_id', 'is', null)
    .where('position', '=', from),
);

/** Moves a webhook on over events that are not for it. */
export async function advanceWebhook(db: Queries, { id, position }: Webhook, to: bigint): Promise<void> {
  await advance.all(db, { id, from: position, to });
}

const replacement = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.updateTable('webhook_deliveries').set({ state: 'replaced' }).where('id', '=', id),
);
const noPending = new PreparedQuery((db, { id, deliveryId }: { id: bigint; deliveryId: bigint }) =>
  db
    .updateTable('webhooks')
    .set({ pending_id: null })
    .where('id', '=', id)
    .where('pending_id', '=', deliveryId),
);

/** Takes back the next delivery of a webhook, which makes another one from its position. */
export async function replacePending(
  db: Queries,
  { id, pendingId }: Pick<Webhook, 'id' | 'pendingId'>,
): Promise<void> {
  if (pendingId === undefined) return;
  await replacement.all(db, { id: pendingId });
  await noPending.all(db, { id, deliveryId: pendingId });
}

/** What an attempt brought. */
export interface Attempt {
  readonly at: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly failure: DeliveryFailure | undefined;
  readonly answer: string | undefined;
}

interface AttemptRow {
  readonly id: bigint;
  readonly state: DeliveryState;
  readonly at: bigint;
  readonly duration: bigint;
  readonly status: bigint | null;
  readonly failure: string | null;
  readonly answer: string | null;
}

const attempted = new PreparedQuery((db, { id, at, duration, ...row }: AttemptRow) =>
  db
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({ ...row, attempted_at: at, duration_ms: duration, attempts: eb('attempts', '+', 1n) }))
    .where('id', '=', id)
    .returning(COLUMNS),
);

/** Records an attempt. Returns undefined if the delivery is no longer kept. */
export async function recordAttempt(
  db: Queries,
  id: bigint,
  state: DeliveryState,
  { at, durationMs, status, failure, answer }: Attempt,
): Promise<Delivery | undefined> {
  const row = await attempted.first(db, {
    id,
    state,
    at: BigInt(at),
    duration: BigInt(durationMs),
    status: status === undefined ? null : BigInt(status),
    failure: failure ?? null,
    answer: answer ?? null,
  });
  return row && toDelivery(row);
}

interface Success {
  readonly id: bigint;
  readonly deliveryId: bigint;
  readonly position: bigint;
  readonly now: bigint;
}

const success = new PreparedQuery((db, { id, deliveryId, position, now }: Success) =>
  db
    .updateTable('webhooks')
    .set({ position, pending_id: null, attempts: 0n, failing_since: null, next_at: now })
    .where('id', '=', id)
    .where('pending_id', '=', deliveryId),
);

/** Moves a webhook on after its next delivery has arrived. */
export async function passDelivery(
  db: Queries,
  { webhookId, id, lastId }: Delivery,
  now: number,
): Promise<void> {
  await success.all(db, { id: webhookId, deliveryId: id, position: lastId, now: BigInt(now) });
}

interface Failed {
  readonly id: bigint;
  readonly deliveryId: bigint;
  readonly attempts: bigint;
  readonly since: bigint;
  readonly nextAt: bigint;
}

const failure = new PreparedQuery((db, { id, deliveryId, attempts, since, nextAt }: Failed) =>
  db
    .updateTable('webhooks')
    .set({ attempts, failing_since: since, next_at: nextAt })
    .where('id', '=', id)
    .where('pending_id', '=', deliveryId),
);

/** Lets a webhook wait after its next delivery has failed. */
export async function postponeWebhook(
  db: Queries,
  delivery: Delivery,
  { attempts, since, nextAt }: { readonly attempts: number; readonly since: number; readonly nextAt: number },
): Promise<void> {
  await failure.all(db, {
    id: delivery.webhookId,
    deliveryId: delivery.id,
    attempts: BigInt(attempts),
    since: BigInt(since),
    nextAt: BigInt(nextAt),
  });
}

const switching = new PreparedQuery(
  (db, { id, deliveryId, state }: { id: bigint; deliveryId: bigint; state: WebhookState }) =>
    db
      .updateTable('webhooks')
      .set({ state, pending_id: null })
      .where('id', '=', id)
      .where('pending_id', '=', deliveryId)
      .returning('id'),
);

/** Switches a webhook off after its next delivery has failed. Returns false if it goes on from elsewhere meanwhile. */
export async function switchOff(db: Queries, delivery: Delivery, state: 'failed' | 'gone'): Promise<boolean> {
  return (
    (await switching.first(db, { id: delivery.webhookId, deliveryId: delivery.id, state })) !== undefined
  );
}

const pausing = new PreparedQuery((db, { id, until }: { id: bigint; until: bigint }) =>
  db.updateTable('webhooks').set({ next_at: until }).where('id', '=', id),
);

/** Sends nothing to a webhook until a time. */
export async function pauseWebhook(db: Queries, id: bigint, until: number): Promise<void> {
  await pausing.all(db, { id, until: BigInt(until) });
}
