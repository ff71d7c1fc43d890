import { firstWithRole, insertAccount } from '../../../access/accounts/account-queries.ts';
import { type ApiKeySecret, keyKindOf } from '../../../access/accounts/api-key.ts';
import { issueApiKey } from '../../../access/accounts/api-key-queries.ts';
import { startSearchProgress } from '../../../catalogue/search/search-progress.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { allowIdleness } from '../../../platform/database/long-transactions.ts';
import { nameOrderColumn } from '../../../platform/database/pet-columns/name-order.ts';
import { engineOf } from '../../../platform/database/prepared-query.ts';
import {
  advanceSequence,
  NUMBERED_TABLES,
  readHighestId,
} from '../../../platform/database/recovery/id-sequences.ts';
import { addRows, countRows } from '../../../platform/database/transfer/transfer-rows.ts';
import { divideRows, type EventRow, saveParts } from '../../../record/events/event-parts.ts';
import { EVENTS, type ExportedTable, PETS } from './exported-tables.ts';
import type { Manifest } from './manifest.ts';
import type { StoredRow } from './row-json.ts';
import type { StoreExport } from './store-export.ts';

export interface FillOptions {
  readonly now: number;
  readonly onRows: (rows: number) => void;
}

export type FillResult =
  | {
      readonly outcome: 'filled';
      /** An account with the role admin, or manager if none has it, and the secret of its new key. */
      readonly account: string;
      readonly secret: ApiKeySecret;
    }
  /** The store has other data: the number of rows of each table. */
  | { readonly outcome: 'refused'; readonly held: ReadonlyMap<string, number> };

/**
 * Fills an empty store with an export that was verified, in one transaction. Ids stay, and continue after the highest ones
 * ever assigned.
 *
 * @throws {ExportFault}
 */
export async function fillStore(
  database: Database,
  source: StoreExport,
  { now, onRows }: FillOptions,
): Promise<FillResult> {
  const held = await countRows(database.read);
  if (held.size > 0) return { outcome: 'refused', held };
  return database.write(async (db) => {
    if (database.engine.supportsConcurrentWrites) await allowIdleness(db);
    for (const table of source.tables) {
      for await (const rows of source.rows(table)) {
        await addExported(db, table, rows);
        onRows(rows.length);
      }
    }
    await setFacts(db, source.manifest);
    return { outcome: 'filled', ...(await issueKey(db, source.manifest, now)) };
  });
}

async function addExported(db: Queries, table: ExportedTable, rows: readonly StoredRow[]): Promise<void> {
  if (table === EVENTS) await addEvents(db, rows);
  else if (table === PETS) await addPets(db, rows);
  else await addRows(db, table.stored, rows);
}

async function addPets(db: Queries, rows: readonly StoredRow[]): Promise<void> {
  const derived = engineOf(db).generatesNameOrder ? [] : [{ name: 'name_order', type: 'text' } as const];
  const columns = [...PETS.stored.columns, ...derived];
  const withOrder = rows.map((row) => ({ ...row, ...nameOrderColumn(db, row.name as string) })); // its column is `text`
  await addRows(db, { ...PETS.stored, columns }, withOrder);
}

async function addEvents(db: Queries, rows: readonly StoredRow[]): Promise<void> {
  const divided = divideRows(rows as unknown as EventRow[]); // the columns have these types
  await addRows(db, EVENTS.stored, divided.rows);
  const last = rows.reduce((highest, { id }) => ((id as bigint) > highest ? (id as bigint) : highest), 0n);
  await saveParts(db, divided.parts, last);
}

const OTHER_EXPORTED_IDS = [
  'removed_pets',
  'people',
  'asked_questions',
  'application_states',
  'application_messages',
] as const;

async function setFacts(db: Queries, { store, environment, lastPurgedEvent, highestIds }: Manifest) {
  await db.updateTable('store_identity').set({ id: store, environment }).execute();
  await db.updateTable('event_feed').set({ last_purged: lastPurgedEvent }).execute();
  await startSearchProgress(db);
  for (const table of NUMBERED_TABLES) {
    const highest = highestIds[table] ?? (table === 'api_keys' ? await highestKeyOfEvents(db) : 0n);
    if (highest > 0n) await advanceSequence(db, table, highest);
  }
  // The next rows of these tables follow those of the export.
  for (const table of OTHER_EXPORTED_IDS) {
    const highest = await readHighestId(db, table);
    if (highest > 0n) await advanceSequence(db, table, highest);
  }
}

/** Events name the keys of their authors, so no other key may get these ids. */
async function highestKeyOfEvents(db: Queries): Promise<bigint> {
  const { highest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max<bigint | null>('api_key_id').as('highest'))
    .executeTakeFirstOrThrow();
  return highest ?? 0n;
}

/** Adds an account only if none can manage the animals, so that an export of this store is the same as the imported one. */
async function issueKey(db: Queries, { environment }: Manifest, now: number) {
  const existing = (await firstWithRole(db, 'admin')) ?? (await firstWithRole(db, 'manager'));
  const { id, name } = existing ?? (await addAdmin(db, now));
  const { secret } = await issueApiKey(db, { accountId: id, kind: keyKindOf(environment) }, now);
  return { account: name, secret };
}

async function addAdmin(db: Queries, now: number) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'admin' : `admin ${number}`;
    const account = { name, plan: 'business', role: 'admin', customQuota: undefined } as const;
    const added = await insertAccount(db, account, now);
    if (added !== undefined) return added;
  }
}
