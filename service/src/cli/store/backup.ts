import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { backUpStore } from '../../database/sqlite/backup.ts';
import type { StoreSummary } from '../../database/sqlite/verify-store.ts';
import type { CommandContext } from '../context.ts';
import { describeSummary, explainErrors, requireSqlite } from './store-file.ts';

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
