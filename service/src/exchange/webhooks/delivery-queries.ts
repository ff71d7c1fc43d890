import { sql } from 'kysely';
import { stringifyJson } from '../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { DeliveryKind, DeliveryState, WebhookState } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
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

const insertion = new PreparedQuery((db, { rows }: { rows: readonly NewRow[] }) =>
  db.insertInto('webhook_deliveries').values(rows).returning(COLUMNS),
);

type NewRow = Pick<
  Row,
  'webhook_id' | 'kind' | 'state' | 'after_id' | 'last_id' | 'events' | 'created_at' | 'attempts'
>;

const trimming = new PreparedQuery(
  (db, { ids }: { ids: string }) => sql`
    delete from webhook_deliveries where id in (
      select old.id
      from ${jsonRows(db, ids, { webhook_id: 'bigint' })} as ids
      cross join webhook_deliveries as old
      where old.webhook_id = ids.webhook_id and old.id <= (
        select id from webhook_deliveries where webhook_id = ids.webhook_id
        order by id desc limit 1 offset ${sql.lit(KEPT_DELIVERIES)}
      )
    )`,
);

/** Adds deliveries of different webhooks, and deletes the oldest of each. */
export async function insertDeliveries(
  db: Queries,
  added: readonly NewDelivery[],
  now: number,
): Promise<Delivery[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ webhookId, kind, afterId, lastId, events }) => ({
    webhook_id: webhookId,
    kind,
    state: 'waiting' as const,
    after_id: afterId,
    last_id: lastId,
    events: BigInt(events),
    created_at: BigInt(now),
    attempts: 0n,
  }));
  const inserted = await insertion.all(db, { rows });
  await trimming.all(db, { ids: stringifyJson(added.map(({ webhookId }) => [webhookId])) });
  return inserted.map(toDelivery);
}

/** Adds a delivery, and deletes the oldest of its webhook. */
export async function insertDelivery(db: Queries, added: NewDelivery, now: number): Promise<Delivery> {
  const [delivery] = await insertDeliveries(db, [added], now);
  if (delivery === undefined) throw new Error('The delivery was not inserted');
  return delivery;
}

const pending = new PreparedQuery(
  (db, { json, skippedUntil }: { json: string; skippedUntil: bigint }) => sql`
    update webhooks set pending_id = made.id, skipped_until = ${skippedUntil}
    from ${jsonRows(db, json, { webhook_id: 'bigint', id: 'bigint' })} as made
    where webhooks.id = made.webhook_id`,
);

/** Makes deliveries the next ones of their webhooks, which were taken in this transaction. */
export async function setPending(
  db: Queries,
  deliveries: readonly Delivery[],
  skippedUntil: bigint,
): Promise<void> {
  const json = stringifyJson(deliveries.map(({ webhookId, id }) => [webhookId, id]));
  if (deliveries.length > 0) await pending.all(db, { json, skippedUntil });
}

/** Events up to `to` are not for a webhook. */
export interface Advance {
  readonly webhook: Webhook;
  readonly to: bigint;
}

const advance = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    update webhooks set position = moved.last_id
    from ${jsonRows(db, json, { id: 'bigint', after_id: 'bigint', last_id: 'bigint' })} as moved
    where webhooks.id = moved.id and webhooks.position = moved.after_id and webhooks.id in (
      select id from webhooks
      where pending_id is null and id in (select id from ${jsonRows(db, json, { id: 'bigint' })} as ids)
      ${engineOf(db).supportsConcurrentWrites ? sql`for update skip locked` : sql``}
    )`,
);

/** Moves webhooks on over events that are not for them. */
export async function advanceWebhooks(db: Queries, advances: readonly Advance[]): Promise<void> {
  const rows = advances.map(({ webhook: { id, position }, to }) => [id, position, to]);
  if (rows.length > 0) await advance.all(db, { json: stringifyJson(rows) });
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
