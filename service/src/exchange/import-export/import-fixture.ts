import type { TestContext } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertAccount } from '../../access/accounts/account-queries.ts';
import type { PetStatus } from '../../catalogue/pets/pet.ts';
import type { Database } from '../../platform/database/database.ts';
import { type ImportOptions, importPets } from './import-pets.ts';
import type { PetMapping } from './mapping/mapping.ts';
import { parseMapping } from './mapping/mapping-file.ts';
import type { ImportFormat, SourceFile } from './readers/rows.ts';
import type { ImportSummary } from './summary.ts';

/** The mapping of `ImportTarget.rows`. */
const MAPPING = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind", "values": {"Dog": 1, "Cat": 2}},
  "status": {"column": "status", "skip": {"died": "died"}}
}`);

/** A file that is read in small chunks. */
function chunked(content: Uint8Array, format: ImportFormat): SourceFile {
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000);
  }
  return { format, open };
}

/** A store with one account, into which tests import files. */
export interface ImportTarget {
  readonly database: Database;
  readonly ownerId: bigint;
  readonly clock: FakeClock;
  /** Imports rows of `id,name,kind,status`. */
  rows(rows: string, options?: Partial<ImportOptions>): Promise<ImportSummary>;
  /** Imports a whole CSV file. */
  csv(content: Uint8Array, mapping: PetMapping, options?: Partial<ImportOptions>): Promise<ImportSummary>;
  /** Imports a whole file. */
  file(
    content: Uint8Array,
    format: ImportFormat,
    mapping: PetMapping,
    options?: Partial<ImportOptions>,
  ): Promise<ImportSummary>;
  pets(): Promise<{ id: bigint; name: string; status: PetStatus | null }[]>;
  setStatus(name: string, status: PetStatus): Promise<void>;
}

export async function openImportTarget(t: TestContext, database?: Database): Promise<ImportTarget> {
  const db = database ?? (await temporaryDatabase(t));
  const newAccount = { name: 'default', plan: 'business', role: 'manager', customQuota: undefined } as const;
  const account = await db.write((queries) => insertAccount(queries, newAccount, 0));
  const ownerId = account?.id ?? 0n;
  const clock = new FakeClock();
  const file: ImportTarget['file'] = (content, format, mapping, options = {}) =>
    importPets(
      db,
      { file: chunked(content, format), mapping },
      { ownerId, clock, publicUrl: 'http://petstore.test', ...options },
    );
  const importCsv: ImportTarget['csv'] = (content, mapping, options) =>
    file(content, 'csv', mapping, options);
  return {
    database: db,
    ownerId,
    clock,
    rows: (rows, options) => importCsv(Buffer.from(`id,name,kind,status\n${rows}`), MAPPING, options),
    csv: importCsv,
    file,
    pets: () => db.read.selectFrom('pets').select(['id', 'name', 'status']).orderBy('id').execute(),
    setStatus: async (name, status) => {
      await db.write((queries) =>
        queries.updateTable('pets').set({ status }).where('name', '=', name).execute(),
      );
    },
  };
}

/** Returns the counts of a summary that are not 0; lists as totals. */
export function counts({
  skipped,
  failed,
  left,
  photosFailed,
  movementsFailed,
  bondsFailed,
  ...others
}: ImportSummary): Record<string, number> {
  const skippedRows = skipped.reduce((sum, { rows }) => sum + rows, 0);
  const all = {
    ...others,
    skipped: skippedRows,
    failed: failed.count,
    left: left.count,
    photosFailed: photosFailed.count,
    movementsFailed: movementsFailed.count,
    bondsFailed: bondsFailed.count,
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count !== 0));
}
