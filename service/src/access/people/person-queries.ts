import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { PERSON_ROLES, type PersonRole } from '../../platform/core/role.ts';
import { reaches } from '../../platform/database/bounded-count.ts';
import type { Queries } from '../../platform/database/database.ts';
import { type IdRange, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Person, PersonRecord } from './person.ts';

const insertion = new PreparedQuery(
  (db, person: { accountId: bigint; name: string; role: string; email: string | null; createdAt: bigint }) =>
    db
      .insertInto('people')
      .values({
        account_id: person.accountId,
        name: person.name,
        role: person.role,
        email: person.email,
        created_at: person.createdAt,
      })
      .returning('id'),
);

/** Adds a person, whose e-mail address no other one of the account has. */
export async function insertPerson(db: Queries, person: Omit<Person, 'id'>): Promise<bigint> {
  const { email = null, createdAt, ...rest } = person;
  const row = await insertion.first(db, { ...rest, email, createdAt: BigInt(createdAt) });
  if (row === undefined) throw new Error('The new person has no id');
  return row.id;
}

export const MAX_PEOPLE = 500;

const reachesMaximum = reaches(MAX_PEOPLE, (db, { accountId }: { accountId: bigint }) =>
  db.selectFrom('people').select('id').where('account_id', '=', accountId).where('removed_at', 'is', null),
);

/** Returns true if an account has as many persons as it may. */
export function hasAllPeople(db: Queries, accountId: bigint): Promise<boolean> {
  return reachesMaximum(db, { accountId });
}

const update = new PreparedQuery(
  (db, { id, name, role, email }: { id: bigint; name: string; role: string; email: string | null }) =>
    db.updateTable('people').set({ name, role, email }).where('id', '=', id),
);

export async function updatePerson(db: Queries, { id, name, role, email }: Person): Promise<void> {
  await update.all(db, { id, name, role, email: email ?? null });
}

const removal = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db.updateTable('people').set({ removed_at: now, email: null }).where('id', '=', id),
);

/** Keeps the name of a person for what names the person. */
export async function markPersonRemoved(db: Queries, id: bigint, now: number): Promise<void> {
  await removal.all(db, { id, now: BigInt(now) });
}

/** The persons who were not removed, with their ways in at `now`. */
function selectPeople(db: Queries, now: bigint) {
  return db
    .selectFrom('people')
    .select(['people.id', 'account_id', 'name', 'role', 'email', 'people.created_at'])
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('person_id', '=', sql.ref('people.id'))
        .where('expires_at', '>', now)
        .as('devices'),
      selectFrom('sessions')
        .select(({ fn }) => fn.max<bigint | null>('used_at').as('last'))
        .whereRef('person_id', '=', sql.ref('people.id'))
        .where('expires_at', '>', now)
        .as('used_at'),
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('person_id', '=', sql.ref('people.id'))
        .as('passkeys'),
      selectFrom('invitations')
        .select(({ fn }) => fn.max<bigint | null>('expires_at').as('last'))
        .whereRef('person_id', '=', sql.ref('people.id'))
        .where('expires_at', '>', now)
        .as('invited_until'),
    ])
    .where('removed_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

const byId = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  selectPeople(db, now).where('people.id', '=', id),
);

/** Returns a person who was not removed. */
export function findPerson(db: Queries, id: bigint, now: number): MaybePromise<PersonRecord | undefined> {
  return andThen(byId.first(db, { id, now: BigInt(now) }), (row) => row && toPerson(row));
}

const byEmail = new PreparedQuery((db, { email }: { email: string }) =>
  db
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['people.id', 'account_id as accountId', 'accounts.name as account'])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .orderBy('people.id'),
);

/** Returns the persons who have an address: at most one of each account. @param email in lower case. */
export function findPeopleByEmail(
  db: Queries,
  email: string,
): MaybePromise<
  ReadonlyArray<{ readonly id: bigint; readonly accountId: bigint; readonly account: string }>
> {
  return byEmail.all(db, { email });
}

const page = new PreparedQuery(
  (
    db,
    { accountId, now, after, limit, descending = false }: IdRange & { accountId: bigint; now: bigint },
  ) => {
    const all = selectPeople(db, now).where('account_id', '=', accountId).limit(rowLimit(limit));
    const rest = after === undefined ? all : all.where('people.id', descending ? '<' : '>', after);
    return rest.orderBy('people.id', descending ? 'desc' : 'asc');
  },
  ['descending'],
);

/** Returns a page of the persons of an account. */
export function pageOfPeople(
  db: Queries,
  range: IdRange & { accountId: bigint },
  now: number,
): MaybePromise<PersonRecord[]> {
  return andThen(page.all(db, { ...range, now: BigInt(now) }), (rows) => rows.map(toPerson));
}

function toPerson(row: Row): PersonRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    role: toPersonRole(row.role),
    email: row.email ?? undefined,
    createdAt: Number(row.created_at),
    devices: Number(row.devices ?? 0),
    passkeys: Number(row.passkeys ?? 0),
    lastUsedAt: toTime(row.used_at),
    invitedUntil: toTime(row.invited_until),
  };
}

/** An unknown role, which a newer version wrote, becomes the lowest one. */
function toPersonRole(text: string): PersonRole {
  return PERSON_ROLES.find((role) => role === text) ?? 'volunteer';
}

function toTime(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}
