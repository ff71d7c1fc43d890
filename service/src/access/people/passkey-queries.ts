import { sql } from 'kysely';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { reaches } from '../../platform/database/bounded-count.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

const MAX_PASSKEYS = 20;

/** A passkey of a person. Times are Unix milliseconds. */
export interface Passkey {
  /** The id of the credential, in base64url. */
  readonly id: string;
  readonly personId: bigint;
  /** The device that added it. */
  readonly name: string;
  /** How browsers reach it, such as `usb` or `internal`. */
  readonly transports: readonly string[];
  readonly createdAt: number;
  /** When it last signed in. */
  readonly usedAt: number | undefined;
}

/** A passkey with what verifies it. */
export interface StoredPasskey extends Passkey {
  /** In base64url. */
  readonly publicKey: string;
  /** How often it was used, if it counts that; otherwise 0. */
  readonly counter: number;
}

interface Row {
  readonly id: string;
  readonly personId: bigint;
  readonly name: string;
  readonly publicKey: string;
  readonly counter: bigint;
  readonly transports: string;
  readonly now: bigint;
}

const insertion = new PreparedQuery(
  (db, { id, personId, name, publicKey, counter, transports, now: created_at }: Row) =>
    db
      .insertInto('passkeys')
      .values({ id, person_id: personId, name, public_key: publicKey, counter, transports, created_at }),
);

/** Adds a passkey whose id no other one has. */
export async function insertPasskey(
  db: Queries,
  { counter, transports, createdAt, ...passkey }: Omit<StoredPasskey, 'usedAt'>,
): Promise<void> {
  const { id, personId, name, publicKey } = passkey;
  const row = { id, personId, name, publicKey, counter: BigInt(counter), now: BigInt(createdAt) };
  await insertion.all(db, { ...row, transports: JSON.stringify(transports) });
}

function selectPasskeys(db: Queries) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'person_id', 'name', 'public_key', 'counter', 'transports', 'created_at', 'used_at']);
}

const byId = new PreparedQuery((db, { id }: { id: string }) => selectPasskeys(db).where('id', '=', id));

export function findPasskey(db: Queries, id: string): MaybePromise<StoredPasskey | undefined> {
  return andThen(byId.first(db, { id }), (row) => row && toPasskey(row));
}

const ofPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  selectPasskeys(db)
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(sql.lit(MAX_PASSKEYS)),
);

const reachesMaximum = reaches(MAX_PASSKEYS, (db, { personId }: { personId: bigint }) =>
  db.selectFrom('passkeys').select('id').where('person_id', '=', personId),
);

/** @throws {ApiError} `limit_reached`. */
export async function requireRoomForPasskey(db: Queries, personId: bigint): Promise<void> {
  if (!(await reachesMaximum(db, { personId }))) return;
  throw new ApiError(
    'limit_reached',
    `You have ${MAX_PASSKEYS} passkeys, which is the maximum. Remove one that you no longer use.`,
  );
}

/** Returns the newest passkeys of a person, as many as one may have. */
export function passkeysOf(db: Queries, personId: bigint): MaybePromise<StoredPasskey[]> {
  return andThen(ofPerson.all(db, { personId }), (rows) => rows.map(toPasskey));
}

const use = new PreparedQuery(
  (db, { id, before, counter, now }: { id: string; before: bigint; counter: bigint; now: bigint }) =>
    db
      .updateTable('passkeys')
      .set({ counter, used_at: now })
      .where('id', '=', id)
      .where('counter', '=', before)
      .returning('person_id'),
);

/** Records a use. Returns the person; undefined if the passkey was removed, or was used since `passkey` was read. */
export async function recordPasskeyUse(
  db: Queries,
  { id, counter: before }: StoredPasskey,
  counter: number,
  now: number,
): Promise<bigint | undefined> {
  const used = { id, before: BigInt(before), counter: BigInt(counter), now: BigInt(now) };
  return (await use.first(db, used))?.person_id;
}

const deletion = new PreparedQuery((db, { id, personId }: { id: string; personId: bigint }) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('person_id', '=', personId).returning('name'),
);

/** Removes a passkey. Returns its name; undefined if the person has no such passkey. */
export async function removePasskey(db: Queries, id: string, personId: bigint): Promise<string | undefined> {
  return (await deletion.first(db, { id, personId }))?.name;
}

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('passkeys').where('person_id', '=', personId),
);

export async function removePasskeys(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}

function toPasskey(
  row: Awaited<ReturnType<ReturnType<typeof selectPasskeys>['executeTakeFirstOrThrow']>>,
): StoredPasskey {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: JSON.parse(row.transports),
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? undefined : Number(row.used_at),
  };
}
