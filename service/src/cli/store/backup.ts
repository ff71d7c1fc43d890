import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { describeStore, type StoreAddress } from '../../config/store-address.ts';
import { quote } from '../../core/errors.ts';
import { BackupError, backUpStore, restoreStore, type StoreSummary } from '../../database/sqlite/backup.ts';
import { type RestoredAccess, restoredAccess } from '../../database/sqlite/restored-access.ts';
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
    .description('copy the store to a file while it serves, and verify the copy')
    .argument('<file>')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore backup /var/backups/petstore-2026-11-21.db')
    .action(async (file: string, flags: BackupFlags) => {
      const path = embeddedStore(context.config()).path;
      await context.requireStore();
      const summary = await explained(backUpWithProgress(path, file, context.clock.now()));
      if (flags.json) context.json({ file, ...summary });
      else context.out(`The store was backed up to ${file} and verified: ${counted(summary)}.`);
    });
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .description('put a backup in the place of the store, which must not be served')
    .argument('<file>')
    .option('--force', 'really replace a store that exists')
    .option('--yes', 'do not ask when keys that were revoked since the backup work again, or bans differ')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore restore /var/backups/petstore-2026-11-21.db --force')
    .action(async (file: string, flags: BackupFlags) => {
      const store = embeddedStore(context.config());
      const isNew = !(await storeExists(store));
      let access: RestoredAccess[] = [];
      const { advanced, ...summary } = await explained(
        whileUnserved([store], async () => {
          const now = context.clock.now();
          refuseExisting(store.path, flags.force === true);
          access = restoredAccess(file, store.path, now) ?? [];
          await requireConsent(context, access, flags.yes === true);
          return restoreStore(file, store.path, now);
        }),
      );
      if (isNew) context.err(createdLine(store));
      if (flags.json) return context.json({ file, ...summary, ids: advancedIdsJson(advanced), access });
      context.out(`The store was restored from ${file} and verified: ${counted(summary)}.`);
      for (const line of [...advancedIdsReport(advanced), ...accessReport(access)]) context.out(line);
    });
}

/** PostgreSQL has programs of its own for this, which know more than we do. */
function embeddedStore({ store }: Config): StoreAddress & { engine: 'sqlite' } {
  if (store.engine === 'sqlite') return store;
  throw new CommandFailure(
    `${describeStore(store)} is backed up with pg_dump and restored with pg_restore, then "petstore advance-ids"; backup and restore are for a SQLite file`,
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

function refuseExisting(path: string, force: boolean): void {
  if (!existsSync(path) || force) return;
  throw new CommandFailure(
    `${path} exists: say --force to replace it, or name another with --database sqlite:FILE`,
  );
}

function counted({ pets, accounts }: StoreSummary): string {
  return `${pets} pets, ${accounts} accounts`;
}

/** What failed with a file, in words that say what to do. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw new CommandFailure(error.message);
    if (error instanceof Error && 'path' in error && 'code' in error) {
      throw new CommandFailure(`${quote(String(error.path))}: ${error.message}. Nothing was changed.`);
    }
    throw error;
  }
}
