import { type Selectable, sql } from 'kysely';
import { currentRole, roleOfPrincipal } from '../../../access/accounts/role-of-principal.ts';
import { HOUR, MINUTE } from '../../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Actor } from '../../../record/events/event.ts';
import type { Preview } from '../preview/preview.ts';
import type { ImportFormat } from '../readers/rows.ts';
import type { ImportSummary } from '../summary.ts';
import type { ImportJob, NewImportJob } from './import-job.ts';

/** The imports that are received, wait or run: one runs, and five wait. */
const MAX_OPEN_IMPORTS = 6;
/** An upload takes at most five minutes. After this time the process that received it has ended. */
const MAX_RECEIVING_MS = 10 * MINUTE;
/** How long a preview waits for its mapping. */
export const PREVIEW_KEPT_MS = HOUR;

/** Makes transactions that choose among the imports run one after the other, also those of other processes. */
export async function lockImports(db: Queries): Promise<void> {
  await db.selectFrom('store_identity').select('id').forUpdate().execute();
}

/** Adds an import whose file will be received. Returns undefined if too many imports wait. */
export async function addReceiving(
  db: Queries,
  accountId: bigint,
  now: number,
  limit = MAX_OPEN_IMPORTS,
): Promise<bigint | undefined> {
  await lockImports(db);
  const open = await db
    .selectFrom('imports')
    .select('id')
    .where(({ eb, and, or }) =>
      or([
        eb('state', 'in', ['waiting', 'running']),
        and([eb('state', '=', 'receiving'), eb('created_at', '>', BigInt(now - MAX_RECEIVING_MS))]),
      ]),
    )
    .limit(rowLimit(limit))
    .execute();
  if (open.length >= limit) return undefined;
  const row = {
    account_id: accountId,
    owner_id: accountId,
    state: 'receiving',
    dry_run: 0n,
    file_name: '',
    format: '',
    created_at: BigInt(now),
  } as const;
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Makes a received import wait for its turn. Returns undefined if it was deleted in the meantime. */
export async function addWaiting(
  db: Queries,
  id: bigint,
  job: NewImportJob,
  actor: Actor,
): Promise<ImportJob | undefined> {
  const row = await db
    .updateTable('imports')
    .set({
      state: 'waiting',
      ...principalColumns(actor),
      owner_id: job.ownerId,
      dry_run: job.dryRun ? 1n : 0n,
      file_name: job.fileName,
      format: job.format,
      mapping: job.mapping ?? null,
      language: job.language,
      has_preview: job.hasPreview ? 1n : 0n,
      created_at: BigInt(job.createdAt),
    })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

/** Whose right an import depends on. */
export function principalColumns(actor: Actor): { api_key_id: bigint | null; person_id: bigint | null } {
  return { api_key_id: actor?.keyId ?? null, person_id: actor?.personId ?? null };
}

const openOfPrincipals = new PreparedQuery((db, { now }: { now: bigint }) =>
  db
    .selectFrom('imports')
    .select('id')
    .select(
      roleOfPrincipal<'imports'>({ keyId: 'imports.api_key_id', personId: 'imports.person_id' }, now).as(
        'role',
      ),
    )
    .where('state', 'in', ['waiting', 'running'])
    .where((is) => is.or([is('api_key_id', 'is not', null), is('person_id', 'is not', null)])),
);

/** Returns the ids of the imports that wait or run for someone who may not import any more. */
export async function importsWithoutRight(db: Queries, now: number): Promise<bigint[]> {
  const rows = await openOfPrincipals.all(db, { now: BigInt(now) });
  return rows.filter(({ role }) => currentRole(role) !== 'admin').map(({ id }) => id);
}

const importById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).where('state', '!=', 'receiving'),
);

export function findImport(db: Queries, id: bigint): MaybePromise<ImportJob | undefined> {
  return andThen(importById.first(db, { id }), (row) => row && toJob(row));
}

const cancelById = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db
    .updateTable('imports')
    .set({ state: 'cancelled', runner: null, preview: null, finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running', 'preview'])
    .returningAll(),
);

/** Cancels an import that has not ended. Its runner stops it. Returns undefined if there is none to cancel. */
export async function cancelImport(db: Queries, id: bigint, now: number): Promise<ImportJob | undefined> {
  const row = await cancelById.first(db, { id, now: BigInt(now) });
  return row && toJob(row);
}

const expiredImports = new PreparedQuery(
  (db, times: { ended: bigint; received: bigint; previewed: bigint }) =>
    db
      .selectFrom('imports')
      .select('id')
      .where(({ eb, and, or }) =>
        or([
          eb('finished_at', '<', times.ended),
          and([eb('state', '=', 'receiving'), eb('created_at', '<', times.received)]),
          and([eb('state', '=', 'preview'), eb('finished_at', '<', times.previewed)]),
        ]),
      ),
);

/** Returns the ids of imports that ended before `before`, of previews that no one has started, and of those whose file will never be received completely. */
export async function findExpiredImports(
  db: Queries,
  { before, now }: { before: number; now: number },
): Promise<bigint[]> {
  const times = {
    ended: BigInt(before),
    received: BigInt(now - MAX_RECEIVING_MS),
    previewed: BigInt(now - PREVIEW_KEPT_MS),
  };
  return (await expiredImports.all(db, times)).map(({ id }) => id);
}

/** Of each account: the results of more are deleted before their time. */
const MAX_ENDED = 100;

const surplus = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .orderBy('id', 'desc')
    .limit(sql.lit(MAX_ENDED))
    .offset(sql.lit(MAX_ENDED - 1)),
);

/** Returns the ids of the oldest imports of an account that must go, so that another one has a place. */
export async function surplusImports(db: Queries, accountId: bigint): Promise<bigint[]> {
  return (await surplus.all(db, { accountId })).map(({ id }) => id);
}

/** Deletes an import whose files were deleted. */
export async function deleteImport(db: Queries, id: bigint): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export function toJob(
  row: Omit<
    Selectable<Tables['imports']>,
    'account_id' | 'api_key_id' | 'person_id' | 'runner' | 'heartbeat'
  >,
): ImportJob {
  return {
    id: row.id,
    ownerId: row.owner_id,
    state: row.state,
    starts: Number(row.starts),
    dryRun: row.dry_run === 1n,
    fileName: row.file_name,
    format: row.format as ImportFormat, // `addWaiting` stored it
    mapping: row.mapping ?? undefined,
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    rows: row.rows === null ? undefined : Number(row.rows),
    applied: Number(row.applied),
    highestPetId: row.highest_pet_id ?? undefined,
    summary: row.summary === null ? undefined : (JSON.parse(row.summary) as ImportSummary), // as it was stored
    failure: row.failure ?? undefined,
    language: row.language ?? 'en',
    hasPreview: row.has_preview === 1n,
    preview: row.preview === null ? undefined : (JSON.parse(row.preview) as Preview), // as it was stored
  };
}
