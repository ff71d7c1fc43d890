import { existsSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { type Config, describeStore } from '../config.ts';
import { echo } from '../core/errors.ts';
import { BackupError, backUpStore, restoreStore, type StoreSummary } from '../database/backup.ts';
import { takeServeLock } from '../database/serve-lock.ts';
import { type CommandContext, CommandFailure } from './context.ts';
import { createdLine, storeExists } from './store-presence.ts';

interface BackupFlags {
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
      const path = embeddedStore(context.config());
      await context.requireStore();
      const summary = await explained(backUpWithProgress(path, file));
      report(context, flags, 'backed up to', file, summary);
    });
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .description('put a backup in the place of the store, which must not be served')
    .argument('<file>')
    .option('--force', 'really replace a store that exists')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore restore /var/backups/petstore-2026-11-21.db --force')
    .action(async (file: string, flags: BackupFlags) => {
      const { store } = context.config();
      const path = embeddedStore(context.config());
      const isNew = !(await storeExists(store));
      const summary = await explained(restoreUnserved(file, path, flags.force === true));
      if (isNew) context.err(createdLine(store));
      report(context, flags, 'restored from', file, summary);
    });
}

/** PostgreSQL has programs of its own for this, which know more than we do. */
function embeddedStore({ store }: Config): string {
  if (store.engine === 'sqlite') return store.path;
  throw new CommandFailure(
    `${describeStore(store)} is backed up with pg_dump and restored with pg_restore; backup and restore are for a SQLite file`,
  );
}

async function backUpWithProgress(from: string, to: string): Promise<StoreSummary> {
  const bar = new SingleBar({
    format: '{bar} {percentage}% of {total} pages',
    stream: process.stderr,
    noTTYOutput: false,
  });
  try {
    return await backUpStore(from, to, (left, pages) => {
      if (!process.stderr.isTTY) return;
      if (!bar.isActive) bar.start(pages, 0);
      bar.update(pages - left);
    });
  } finally {
    bar.stop();
  }
}

async function restoreUnserved(from: string, to: string, force: boolean): Promise<StoreSummary> {
  const release = takeServeLock(to);
  if (release === undefined) throw new CommandFailure(`a "petstore serve" is using ${to}: stop it first`);
  try {
    if (existsSync(to) && !force) {
      throw new CommandFailure(
        `${to} exists: say --force to replace it, or name another with --database sqlite:FILE`,
      );
    }
    return await restoreStore(from, to);
  } finally {
    release();
  }
}

function report(
  context: CommandContext,
  flags: BackupFlags,
  done: string,
  file: string,
  summary: StoreSummary,
): void {
  if (flags.json) context.json({ file, ...summary });
  else
    context.out(
      `The store was ${done} ${file} and verified: ${summary.pets} pets, ${summary.accounts} accounts.`,
    );
}

/** What failed with a file, in words that say what to do. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw new CommandFailure(error.message);
    if (error instanceof Error && 'path' in error && 'code' in error) {
      throw new CommandFailure(`${echo(String(error.path))}: ${error.message}. Nothing was changed.`);
    }
    throw error;
  }
}
