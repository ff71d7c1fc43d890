import { basename, dirname, extname, join } from 'node:path';
import { exportPets } from '../../exchange/import-export/exports/export-pets.ts';
import {
  MAPPING_OF_ADDED,
  type NotExported,
  readNotExported,
} from '../../exchange/import-export/exports/since.ts';
import type { RowFormat } from '../../exchange/import-export/readers/rows.ts';
import { timeText } from '../../platform/core/clock.ts';
import { quote } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { readSnapshot, removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { lastMigrationTime } from '../../platform/database/migrations/migrate.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { type CommandContext, CommandFailure } from '../context.ts';

/** The longest list of ids on one line. */
const MAX_IDS = 100;
const UPGRADE = 'upgrade';

/**
 * Writes the pets that were added since a time, and the mapping by which an older version imports them without duplicates. Prints
 * what is not in the file.
 */
export async function exportSince(
  context: CommandContext,
  { path, format, since: text }: { path: string; format: RowFormat; since: string },
): Promise<void> {
  const mapping = join(dirname(path), `${basename(path, extname(path))}.mapping.json`);
  let exported = 0;
  const onProgress = (pets: number) => {
    exported = pets;
  };
  const { since, notExported } = await context.readDatabase(async (database) => {
    const since = await timeOf(database, text);
    return readSnapshot(database, async (db) => {
      await removeTimeLimit(db);
      await writeFileAtomically(path, exportPets(db, format, { onProgress, since }));
      await writeFileAtomically(mapping, textOf(MAPPING_OF_ADDED));
      return { since, notExported: await readNotExported(db, since) };
    });
  });
  context.out(
    `${exported.toLocaleString('en')} pets that were added since ${timeText(since)} written to ${path}`,
  );
  context.out(`Import them after the restore: petstore pets import ${path} --mapping ${mapping}`);
  const lines = describe(notExported);
  if (lines.length > 0) context.out('Not in the file, so repeat it after the restore:');
  for (const line of lines) context.out(`  ${line}`);
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function timeOf({ read }: Database, text: string): Promise<bigint> {
  if (text === UPGRADE) return lastMigrationTime(read);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(at)) return BigInt(at);
  throw new CommandFailure(
    `--since must be upgrade or a time with its offset, such as 2026-11-26T09:00:00Z; got ${quote(text)}`,
    2,
  );
}

function describe(notExported: NotExported): string[] {
  const { profilesAndPhotos, changed, removed, orders, otherChanges, owners } = notExported;
  const lines = [
    listed('profiles or photos of the added animals', profilesAndPhotos),
    listed('changes of older animals', changed),
    listed('removed animals', removed),
    listed('orders that were placed or changed', orders),
  ];
  if (otherChanges > 0)
    lines.push(`changes of accounts, keys, settings or names of categories: ${otherChanges}`);
  if (owners.length > 1) {
    const names = owners.map((name) => name ?? 'none').join(', ');
    lines.push(
      `the owners of the added animals (${names}): the import gives all of them to one, with --owner`,
    );
  }
  return lines.filter((line) => line !== undefined);
}

function listed(what: string, ids: readonly bigint[]): string | undefined {
  if (ids.length === 0) return undefined;
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : '';
  return `${what}: ${ids.slice(0, MAX_IDS).join(', ')}${more}`;
}
