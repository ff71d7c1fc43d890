import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Actor } from '../../../record/events/event.ts';
import type { ImportJob } from './import-job.ts';
import { principalColumns, toJob } from './job-queries.ts';

/** Each has a file of up to 50 MB. A further one replaces the oldest of the account. */
const MAX_PREVIEWS = 3;

/** What a request chooses when the file is read again for its preview. Stored in place of a mapping. */
export interface ReadAgain {
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
}

/** What a request changes in a preview. */
export interface PreviewChange {
  readonly mapping?: string | null;
  readonly dryRun: boolean;
  /** True to read the file for the preview again. */
  readonly readsAgain: boolean;
}

interface StartedPreview extends ReturnType<typeof principalColumns> {
  readonly id: bigint;
  readonly dryRun: bigint;
  readonly mapping: string | null;
}

const startById = new PreparedQuery((db, { id, dryRun, mapping, ...principal }: StartedPreview) =>
  db
    .updateTable('imports')
    .set({
      state: 'waiting',
      ...principal,
      dry_run: dryRun,
      mapping,
      finished_at: null,
      rows: null,
      applied: 0n,
      starts: 0n,
      summary: null,
      failure: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .returningAll(),
);
const forgetById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.updateTable('imports').set({ preview: null }).where('id', '=', id).where('state', '=', 'preview'),
);

/** Makes a preview wait for its turn, to be imported, checked or read again. Returns undefined if it is none. */
export async function startPreview(
  db: Queries,
  id: bigint,
  { mapping = null, dryRun, readsAgain }: PreviewChange,
  actor: Actor,
): Promise<ImportJob | undefined> {
  if (readsAgain) await forgetById.all(db, { id });
  const row = await startById.first(db, {
    id,
    dryRun: dryRun ? 1n : 0n,
    mapping,
    ...principalColumns(actor),
  });
  return row && toJob(row);
}

/** Makes the oldest previews of an account expire, so that another one has a place. Returns their ids. */
export async function expireOldPreviews(db: Queries, accountId: bigint): Promise<bigint[]> {
  const previews = await db
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'preview')
    .orderBy('id', 'desc')
    .execute();
  const ids = previews.slice(MAX_PREVIEWS - 1).map(({ id }) => id);
  if (ids.length === 0) return [];
  const expired = await db
    .updateTable('imports')
    .set({ state: 'receiving', created_at: 0n })
    .where('id', 'in', ids)
    .where('state', '=', 'preview')
    .returning('id')
    .execute();
  return expired.map(({ id }) => id);
}
