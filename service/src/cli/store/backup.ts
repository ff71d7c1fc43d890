import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { timeText } from '../../platform/core/clock.ts';
import { quote } from '../../platform/core/errors.ts';
import { compareMigrations } from '../../platform/database/migrations/migrate.ts';
import { backUpStore } from '../../platform/database/sqlite/backup.ts';
import { backupName, pruneBackups } from '../../platform/database/sqlite/kept-backups.ts';
import { recordBackup } from '../../platform/database/sqlite/last-backup.ts';
import {
  readBackupTime,
  readEnvironment,
  readMigrations,
} from '../../platform/database/sqlite/store-facts.ts';
import { type StoreSummary, verifyStore } from '../../platform/database/sqlite/verify-store.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { describeSummary, explainErrors, refuseFileOfStore, requireSqlite } from './store-file.ts';

const DEFAULT_KEEP = 14;
const MAX_KEEP = 10_000;

interface BackupFlags {
  to?: string;
  keep?: string;
  json?: true;
}

export function backupCommand(context: CommandContext): Command {
  return new Command('backup')
    .description('copy the store to a file and verify the copy; the service may run')
    .argument('[file]', 'the file to write, which replaces an existing one; not with --to')
    .option(
      '--to <folder>',
      'write a file with the date in its name into this folder, which is made if its parent exists',
    )
    .option('--keep <number>', `with --to: keep the newest backups of this store (default ${DEFAULT_KEEP})`)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  petstore backup before-upgrade.db\n  petstore backup --to /var/backups/petstore --keep 14\n  petstore backup verify /var/backups/petstore/petstore-2026-11-21T020000Z.db',
    )
    .helpCommand(false)
    .addCommand(verifyCommand(context))
    .action((file: string | undefined, flags: BackupFlags) => backUp(context, file, flags));
}

function verifyCommand(context: CommandContext): Command {
  return new Command('verify')
    .description('check every page of a backup, and print what is in it')
    .argument('<file>')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore backup verify before-upgrade.db')
    .action((file: string, _flags: unknown, command: Command) =>
      verify(context, file, command.optsWithGlobals<{ json?: true }>().json === true),
    );
}

async function backUp(context: CommandContext, file: string | undefined, flags: BackupFlags): Promise<void> {
  const now = context.clock.now();
  const target = targetOf(file, flags, now);
  const path = requireSqlite(context.config()).path;
  await context.requireStore();
  const { folder, keep } = target;
  refuseFileOfStore(folder ?? target.file, context.config());
  if (folder !== undefined) await explainErrors(folder, createFolder(folder));
  const summary = await explainErrors(target.file, backUpWithProgress(path, target.file, now));
  noteBackup(context, path, now);
  const deleted =
    folder === undefined
      ? undefined
      : await explainErrors(folder, pruneBackups(folder, basename(target.file), { keep, now }));
  if (flags.json) return context.json({ file: target.file, ...summary, deleted });
  context.out(`The store was backed up to ${target.file} and verified: ${describeSummary(summary)}.`);
  for (const name of deleted ?? []) context.out(`Deleted the older backup ${name}.`);
}

/** The backup is good without it: the disk of the store may be full. */
function noteBackup(context: CommandContext, path: string, now: number): void {
  try {
    recordBackup(path, now);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    context.err(`The time of the backup cannot be written beside the store (${code}): its alarm will fire.`);
  }
}

interface Target {
  readonly file: string;
  /** Undefined if one file was named. */
  readonly folder: string | undefined;
  readonly keep: number;
}

function targetOf(file: string | undefined, { to, keep }: BackupFlags, now: number): Target {
  if ((file === undefined) === (to === undefined)) {
    throw new CommandFailure('name a file, or a folder with --to, such as --to /var/backups/petstore', 2);
  }
  if (keep !== undefined && to === undefined) {
    throw new CommandFailure('--keep needs --to, the folder of the backups', 2);
  }
  const number = Number(keep ?? DEFAULT_KEEP);
  if (!Number.isInteger(number) || number < 1 || number > MAX_KEEP) {
    throw new CommandFailure(
      `--keep must be an integer between 1 and ${MAX_KEEP}; got ${quote(keep ?? '')}`,
      2,
    );
  }
  return { file: file ?? join(to ?? '', backupName(now)), folder: to, keep: number };
}

/** Creates the folder of the backups, which only this user may read, unless it exists. Its parent must exist. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function verify(context: CommandContext, file: string, asJson: boolean): Promise<void> {
  const summary = await explainErrors(file, (async () => verifyStore(file, file))());
  const time = readBackupTime(file);
  const { missing, unknown } = compareMigrations(readMigrations(file) ?? []);
  if (unknown.length > 0) {
    throw new CommandFailure(
      `${file} is intact, but a newer version made it (${unknown.join(', ')}): use that version to restore it`,
    );
  }
  const facts = {
    backedUpAt: time === undefined ? null : timeText(time),
    environment: readEnvironment(file) ?? null,
    willBeMigrated: missing.length > 0,
  };
  if (asJson) return context.json({ file, ...summary, ...facts });
  context.out(
    `${file} is intact: ${describeSummary(summary)}, time ${facts.backedUpAt ?? 'unknown'}, environment ${facts.environment ?? 'unknown'}.`,
  );
  if (facts.willBeMigrated) context.out('It is of an older version: "petstore restore" migrates it.');
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
