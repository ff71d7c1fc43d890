import { sql } from 'kysely';
import { toRole } from '../../access/accounts/account-queries.ts';
import { currentRole, roleOfPrincipal } from '../../access/accounts/role-of-principal.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Role } from '../../platform/core/role.ts';
import type { EventType, WebhookState } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { OwnedWebhook, Webhook } from './webhook.ts';

export const WEBHOOK_COLUMNS = [
  'id',
  'account_id',
  'role',
  'api_key_id',
  'person_id',
  'url',
  'description',
  'event_types',
  'sends_batches',
  'secrets',
  'position',
  'skipped_until',
  'state',
  'created_at',
  'pending_id',
  'attempts',
  'failing_since',
  'next_at',
] as const;

interface Row {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly role: string;
  readonly api_key_id: bigint | null;
  readonly person_id: bigint | null;
  readonly url: string;
  readonly description: string | null;
  readonly event_types: string | null;
  readonly sends_batches: bigint;
  readonly secrets: string;
  readonly position: bigint;
  readonly skipped_until: bigint;
  readonly state: WebhookState;
  readonly created_at: bigint;
  readonly pending_id: bigint | null;
  readonly attempts: bigint;
  readonly failing_since: bigint | null;
  readonly next_at: bigint;
}

export function toWebhook(row: Row): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    role: toRole(row.role),
    keyId: row.api_key_id ?? undefined,
    personId: row.person_id ?? undefined,
    url: row.url,
    description: row.description ?? undefined,
    eventTypes: row.event_types === null ? undefined : (JSON.parse(row.event_types) as EventType[]), // checked when it was stored
    sendsBatches: row.sends_batches === 1n,
    secrets: row.secrets,
    position: row.position,
    skippedUntil: row.skipped_until,
    state: row.state,
    createdAt: Number(row.created_at),
    pendingId: row.pending_id ?? undefined,
    attempts: Number(row.attempts),
    failingSince: row.failing_since === null ? undefined : Number(row.failing_since),
    nextAt: Number(row.next_at),
  };
}

function toOwned({ owner_role, ...row }: Row & { readonly owner_role: string | null }): OwnedWebhook {
  return { ...toWebhook(row), ownerRole: currentRole(owner_role) };
}

const ownerRole = (now: bigint) =>
  roleOfPrincipal<'webhooks'>({ keyId: 'webhooks.api_key_id', personId: 'webhooks.person_id' }, now);

function selectWebhooks(db: Queries, now: bigint) {
  return db.selectFrom('webhooks').select([...WEBHOOK_COLUMNS, ownerRole(now).as('owner_role')]);
}

const byId = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  selectWebhooks(db, now).where('webhooks.id', '=', id),
);

export function findWebhook(db: Queries, id: bigint, now: number): MaybePromise<OwnedWebhook | undefined> {
  return andThen(byId.first(db, { id, now: BigInt(now) }), (row) => row && toOwned(row));
}

const ofAccount = new PreparedQuery((db, { accountId, now }: { accountId: bigint; now: bigint }) =>
  selectWebhooks(db, now).where('account_id', '=', accountId).orderBy('webhooks.id', 'desc'),
);

const ownerOf = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db.selectFrom('webhooks').select(ownerRole(now).as('role')).where('webhooks.id', '=', id),
);

/** Returns the role of who owns a webhook now; undefined if no one does. */
export async function findOwnerRole(db: Queries, id: bigint, now: number): Promise<Role | undefined> {
  return currentRole((await ownerOf.first(db, { id, now: BigInt(now) }))?.role ?? null);
}

/** Returns the webhooks of an account, newest first: at most `MAX_WEBHOOKS`. */
export function webhooksOf(db: Queries, accountId: bigint, now: number): MaybePromise<OwnedWebhook[]> {
  return andThen(ofAccount.all(db, { accountId, now: BigInt(now) }), (rows) => rows.map(toOwned));
}

const endedOf = new PreparedQuery((db, { accountId, now }: { accountId: bigint; now: bigint }) =>
  db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where((is) =>
      is.or([
        is('state', 'in', ['failed', 'gone']),
        is.and([is('state', '=', sql.lit('on')), is(ownerRole(now), 'is', null)]),
      ]),
    ),
);

/** Counts the webhooks of an account that no one switched off, and that send nothing: nothing could be delivered, or they belong to no one. */
export function countSwitchedOff(db: Queries, accountId: bigint, now: number): MaybePromise<number> {
  return andThen(endedOf.first(db, { accountId, now: BigInt(now) }), (row) => Number(row?.count ?? 0n));
}

/** What a person decides about a webhook. */
export type WebhookFields = Pick<
  Webhook,
  | 'keyId'
  | 'personId'
  | 'url'
  | 'description'
  | 'eventTypes'
  | 'sendsBatches'
  | 'secrets'
  | 'position'
  | 'skippedUntil'
  | 'state'
>;

function columnsOf(fields: WebhookFields) {
  return {
    api_key_id: fields.keyId ?? null,
    person_id: fields.personId ?? null,
    url: fields.url,
    description: fields.description ?? null,
    event_types: fields.eventTypes === undefined ? null : JSON.stringify(fields.eventTypes),
    sends_batches: fields.sendsBatches ? 1n : 0n,
    secrets: fields.secrets,
    position: fields.position,
    skipped_until: fields.skippedUntil,
    state: fields.state,
  };
}

type Columns = ReturnType<typeof columnsOf>;

const insertion = new PreparedQuery((db, row: Columns & { accountId: bigint; role: string; now: bigint }) => {
  const { accountId: account_id, role, now, ...columns } = row;
  const idle = { attempts: 0n, leased_until: 0n };
  return db
    .insertInto('webhooks')
    .values({ ...columns, ...idle, account_id, role, created_at: now, next_at: now })
    .returning('id');
});

export async function insertWebhook(
  db: Queries,
  { accountId, role, ...fields }: WebhookFields & Pick<Webhook, 'accountId' | 'role'>,
  now: number,
): Promise<OwnedWebhook> {
  const row = await insertion.first(db, { ...columnsOf(fields), accountId, role, now: BigInt(now) });
  if (row === undefined) throw new Error('The webhook was not inserted');
  return requireWebhook(db, row.id, now);
}

const update = new PreparedQuery((db, { id, ...columns }: Columns & { id: bigint }) =>
  db.updateTable('webhooks').set(columns).where('id', '=', id),
);

export async function updateWebhook(
  db: Queries,
  id: bigint,
  fields: WebhookFields,
  now: number,
): Promise<OwnedWebhook> {
  await update.all(db, { ...columnsOf(fields), id });
  return requireWebhook(db, id, now);
}

async function requireWebhook(db: Queries, id: bigint, now: number): Promise<OwnedWebhook> {
  const webhook = await findWebhook(db, id, now);
  if (webhook === undefined) throw new Error(`Webhook ${id} is not locked`);
  return webhook;
}

const restart = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db.updateTable('webhooks').set({ attempts: 0n, failing_since: null, next_at: now }).where('id', '=', id),
);

/** Makes the next attempt due now, and forgets those in vain. */
export async function restartWebhook(db: Queries, id: bigint, now: number): Promise<void> {
  await restart.all(db, { id, now: BigInt(now) });
}

const lock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .updateTable('webhooks')
    .set(({ ref }) => ({ url: ref('url') }))
    .where('id', '=', id),
);

/** Locks a webhook until this transaction ends, and returns it. */
export async function lockWebhook(db: Queries, id: bigint, now: number): Promise<OwnedWebhook | undefined> {
  await lock.all(db, { id });
  return findWebhook(db, id, now);
}

const deliveriesOf = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id),
);
const deletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('webhooks').where('id', '=', id),
);

export async function deleteWebhook(db: Queries, id: bigint): Promise<void> {
  await deliveriesOf.all(db, { id });
  await deletion.all(db, { id });
}

/** Where the feed is now. */
export interface FeedEnd {
  readonly newest: bigint;
  /** The last id that recoveries have skipped. */
  readonly skipped: bigint;
}

const anyOn = new PreparedQuery((db, _: object) =>
  db.selectFrom('webhooks').select('id').where('state', '=', sql.lit('on')).limit(sql.lit(1)),
);

/** Returns true if a webhook is on. */
export async function hasWebhooks(db: Queries): Promise<boolean> {
  return (await anyOn.first(db, {})) !== undefined;
}

const due = new PreparedQuery((db, asked: FeedEnd & { now: bigint; limit: number }) =>
  db
    .selectFrom('webhooks')
    .select(WEBHOOK_COLUMNS)
    .where('state', '=', sql.lit('on'))
    .where('next_at', '<=', asked.now)
    .where((is) =>
      is.or([
        is('pending_id', 'is not', null),
        is('position', '!=', asked.newest),
        is('skipped_until', '!=', asked.skipped),
      ]),
    )
    .orderBy('next_at')
    .limit(rowLimit(asked.limit)),
);

/** Returns the webhooks to which something may have to be sent now, those that have waited longest first. */
export async function dueWebhooks(db: Queries, end: FeedEnd, now: number, limit: number): Promise<Webhook[]> {
  return (await due.all(db, { ...end, now: BigInt(now), limit })).map(toWebhook);
}
