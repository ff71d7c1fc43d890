import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { describeStore, type StoreAddress } from '../../config/store-address.ts';
import { BackupError, backUpStore, restoreStore, type StoreSummary } from '../../database/sqlite/backup.ts';
import { type RestoredAccess, restoredAccess } from '../../database/sqlite/restored-access.ts';
import { describeWriteFault } from '../atomic-file.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { advancedIdsJson, advancedIdsReport } from './advanced-ids-report.ts';
import { accessReport, requireConsent } from './restore-consent.ts';
import { createdLine, storeExists } from './store-presence.ts';
import { whileUnserved } from './while-unserved.ts';

interface BackupFlags {
  yes?: true;
  force?: true;
  json?: true;
}

export function backupCommand(context: CommandContext): Command {
  return new Command('backup')
    .description('copy the store to a file and verify the copy; the service may run')
    .argument('<file>')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore backup /var/backups/petstore-2026-11-21.db')
    .action(async (file: string, flags: BackupFlags) => {
      const path = requireSqlite(context.config()).path;
      await context.requireStore();
      const summary = await explainErrors(file, backUpWithProgress(path, file, context.clock.now()));
      if (flags.json) context.json({ file, ...summary });
      else context.out(`The store was backed up to ${file} and verified: ${describeSummary(summary)}.`);
    });
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .description('replace the store with a backup; stop the service first')
    .argument('<file>')
    .option('--force', 'overwrite an existing store')
    .option('--yes', 'do not ask, even if revoked keys become valid again or bans change')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore restore /var/backups/petstore-2026-11-21.db --force')
    .action(async (file: string, flags: BackupFlags) => {
      const store = requireSqlite(context.config());
      const isNew = !(await storeExists(store));
      let access: RestoredAccess[] = [];
      const { advanced, ...summary } = await explainErrors(
        store.path,
        whileUnserved([store], async () => {
          const now = context.clock.now();
          rejectExisting(store.path, flags.force === true);
          access = restoredAccess(file, store.path, now) ?? [];
          await requireConsent(context, access, flags.yes === true);
          return restoreStore(file, store.path, now);
        }),
      );
      if (isNew) context.err(createdLine(store));
      if (flags.json) return context.json({ file, ...summary, ids: advancedIdsJson(advanced), access });
      context.out(`The store was restored from ${file} and verified: ${describeSummary(summary)}.`);
      for (const line of [...advancedIdsReport(advanced), ...accessReport(access)]) context.out(line);
    });
}

/** @throws {CommandFailure} for PostgreSQL, which has its own programs for backups. */
function requireSqlite({ store }: Config): StoreAddress & { engine: 'sqlite' } {
  if (store.engine === 'sqlite') return store;
  throw new CommandFailure(
    `backup and restore are for a SQLite file; for ${describeStore(store)} use pg_dump and pg_restore, then "petstore advance-ids"`,
  );
}

async function backUpWithProgress(from: string, to: string, now: number): Promise<StoreSummary> {
  const bar = new SingleBar({
    format: '{bar} {percentage}% of {total} pages',
    stream: process.stderr,
    noTTYOutput: false,
  });
  try {
    return await backUpStore(from, to, now, (left, pages) => {
      if (!process.stderr.isTTY) return;
      if (!bar.isActive) bar.start(pages, 0);
      bar.update(pages - left);
    });
  } finally {
    bar.stop();
  }
}

function rejectExisting(path: string, force: boolean): void {
  if (!existsSync(path) || force) return;
  throw new CommandFailure(
    `${path} already exists. Use --force to overwrite it, or another file with --database sqlite:FILE.`,
  );
}

function describeSummary({ pets, accounts }: StoreSummary): string {
  return `${pets} pets, ${accounts} accounts`;
}

/**
 * @param target the file that `work` writes.
 * @throws {CommandFailure} in place of an error of a backup or of a file.
 */
async function explainErrors<T>(target: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw new CommandFailure(error.message);
    if (error instanceof Error && 'path' in error && 'code' in error) {
      throw new CommandFailure(`${describeWriteFault(target, String(error.code))}. Nothing was changed.`);
    }
    throw error;
  }
}
