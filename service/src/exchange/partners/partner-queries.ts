import { type Selectable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Description, Partner, PartnerFailure } from './partner.ts';
import { READ_INTERVAL, SILENCE } from './partner.ts';

type Row = Selectable<Tables['partners']>;

const all = new PreparedQuery((db, _: object) => db.selectFrom('partners').selectAll().orderBy('id'));

export function listPartners(db: Queries): MaybePromise<Partner[]> {
  return andThen(all.all(db, {}), (rows) => rows.map(toPartner));
}

const byId = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('partners').selectAll().where('id', '=', id),
);

export function findPartner(db: Queries, id: bigint): MaybePromise<Partner | undefined> {
  return andThen(byId.first(db, { id }), (row) => row && toPartner(row));
}

const counts = new PreparedQuery((db, _: object) =>
  db
    .selectFrom('partner_animals')
    .select(['partner_id', sql<bigint>`count(*)`.as('count')])
    .groupBy('partner_id'),
);

/** Returns how many animals of each partner are stored. */
export function countAnimals(db: Queries): MaybePromise<ReadonlyMap<bigint, number>> {
  return andThen(
    counts.all(db, {}),
    (rows) => new Map(rows.map((row) => [row.partner_id, Number(row.count)])),
  );
}

const insertion = new PreparedQuery((db, { url, at }: { url: string; at: bigint }) =>
  db.insertInto('partners').values({ url, state: 'on', created_at: at, next_at: at }).returningAll(),
);

export async function insertPartner(db: Queries, url: string, now: number): Promise<Partner> {
  const [row] = await insertion.all(db, { url, at: BigInt(now) });
  if (row === undefined) throw new Error('an insertion returned no row');
  return toPartner(row);
}

interface NewState {
  readonly id: bigint;
  readonly state: Partner['state'];
  readonly now: bigint;
}

const stateChange = new PreparedQuery((db, { id, state, now }: NewState) =>
  db
    .updateTable('partners')
    .set({ state, next_at: now, failing_since: null, failure: null })
    .where('id', '=', id),
);

/** Switches a partner on, to be read at once, or off. */
export async function setPartnerState(
  db: Queries,
  id: bigint,
  state: Partner['state'],
  now: number,
): Promise<void> {
  await stateChange.all(db, { id, state, now: BigInt(now) });
}

const deletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('partners').where('id', '=', id),
);

export async function deletePartner(db: Queries, id: bigint): Promise<void> {
  await deletion.all(db, { id });
}

const due = new PreparedQuery((db, { now }: { now: bigint }) =>
  db.selectFrom('partners').select('id').where('state', '=', sql.lit('on')).where('next_at', '<=', now),
);

export function duePartners(db: Queries, now: number): MaybePromise<bigint[]> {
  return andThen(due.all(db, { now: BigInt(now) }), (rows) => rows.map(({ id }) => id));
}

const claim = new PreparedQuery((db, { id, now, next }: { id: bigint; now: bigint; next: bigint }) =>
  db
    .updateTable('partners')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('state', '=', sql.lit('on'))
    .where('next_at', '<=', now)
    .returning('id'),
);

/** Makes this process the one that reads a partner: of many that try, one finds it due. */
export async function claimPartner(db: Queries, id: bigint, now: number): Promise<boolean> {
  const next = BigInt(now + READ_INTERVAL);
  return (await claim.first(db, { id, now: BigInt(now), next })) !== undefined;
}

const silent = new PreparedQuery((db, { since }: { since: bigint }) =>
  db
    .selectFrom('partners')
    .select('id')
    .where((is) => is.or([is('read_at', 'is', null), is('read_at', '<=', since)]))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('partner_animals').select('remote_id').whereRef('partner_id', '=', 'partners.id')),
    ),
);

/** Returns the partners with animals that have been silent for too long. */
export function silentPartners(db: Queries, now: number): MaybePromise<bigint[]> {
  return andThen(silent.all(db, { since: BigInt(now - SILENCE) }), (rows) => rows.map(({ id }) => id));
}

/** What a read of a partner brought. The tags of what was read, undefined for none. */
export interface ReadResult extends Pick<Partner, 'descriptionTag' | 'animalsTag'> {
  readonly description: Description;
}

type Described = Pick<
  Row,
  'name' | 'page_url' | 'animals_url' | 'license' | 'coordinates' | 'description_tag' | 'animals_tag'
>;

const success = new PreparedQuery(
  (db, { id, now, ...described }: Described & { readonly id: bigint; readonly now: bigint }) =>
    db
      .updateTable('partners')
      .set({ ...described, read_at: now, failing_since: null, failure: null })
      .where('id', '=', id)
      .where('state', '=', sql.lit('on'))
      .returning('id'),
);

/** Records that a partner was read. Returns false if it was switched off or removed meanwhile. */
export async function recordRead(db: Queries, id: bigint, read: ReadResult, now: number): Promise<boolean> {
  const { name, pageUrl, animalsUrl, license, coordinates } = read.description;
  const described = {
    name,
    page_url: pageUrl,
    animals_url: animalsUrl,
    license: license ?? null,
    coordinates: coordinates ?? null,
    description_tag: read.descriptionTag ?? null,
    animals_tag: read.animalsTag ?? null,
  };
  return (await success.first(db, { id, now: BigInt(now), ...described })) !== undefined;
}

interface Failed {
  readonly id: bigint;
  readonly failure: PartnerFailure;
  readonly now: bigint;
}

const failing = new PreparedQuery((db, { id, failure, now }: Failed) =>
  db
    .updateTable('partners')
    .set({ failure, failing_since: sql<bigint>`coalesce(failing_since, ${now})` })
    .where('id', '=', id)
    .where('state', '=', sql.lit('on')),
);

export async function recordFailure(
  db: Queries,
  id: bigint,
  failure: PartnerFailure,
  now: number,
): Promise<void> {
  await failing.all(db, { id, failure, now: BigInt(now) });
}

const tagRemoval = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.updateTable('partners').set({ description_tag: null, animals_tag: null }).where('id', '=', id),
);

/** Forgets what was read, so that the next read has everything again. */
export async function forgetTags(db: Queries, id: bigint): Promise<void> {
  await tagRemoval.all(db, { id });
}

function toPartner(row: Row): Partner {
  const number = (value: bigint | null) => (value === null ? undefined : Number(value));
  return {
    id: row.id,
    url: row.url,
    state: row.state,
    createdAt: Number(row.created_at),
    name: row.name ?? undefined,
    license: row.license ?? undefined,
    coordinates: row.coordinates ?? undefined,
    pageUrl: row.page_url ?? undefined,
    animalsUrl: row.animals_url ?? undefined,
    descriptionTag: row.description_tag ?? undefined,
    animalsTag: row.animals_tag ?? undefined,
    readAt: number(row.read_at),
    failingSince: number(row.failing_since),
    failure: (row.failure as PartnerFailure | null) ?? undefined, // only this module writes it
  };
}
