import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { exportStore, TooManyWrites } from '../../exchange/import-export/whole-store/export-store.ts';
import type { Manifest } from '../../exchange/import-export/whole-store/manifest.ts';
import { FolderInUse } from '../../exchange/import-export/whole-store/new-folder.ts';
import { quote } from '../../platform/core/errors.ts';
import { describeWriteFault } from '../atomic-file.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { table } from '../table.ts';
import { refuseFileOfStore } from './store-file.ts';

interface ExportFlags {
  withKeyDigests?: true;
  withApplications?: true;
  json?: true;
}

const HELP = `
Examples:
  petstore export /var/backups/everything
  petstore export --with-key-digests moving

Writes accounts, animals, profiles, photos, orders and events as NDJSON and picture files, completely or not at all; the
service may run. "petstore import" fills an empty store of either engine with it. Stored responses and counted requests
are not exported.`;

export function exportCommand(context: CommandContext): Command {
  return new Command('export')
    .description('write everything to a new folder, without secrets; the service may run')
    .argument('<folder>', 'a new or empty folder')
    .option('--with-key-digests', 'also write API keys and bans, so that the keys stay valid after an import')
    .option('--with-applications', 'also write what applicants have written: names, addresses, answers')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((folder: string, flags: ExportFlags) => exportTo(context, folder, flags));
}

async function exportTo(context: CommandContext, folder: string, flags: ExportFlags): Promise<void> {
  refuseFileOfStore(folder, context.config());
  const bar = new SingleBar({ format: '{value} rows', noTTYOutput: false });
  const withKeyDigests = flags.withKeyDigests === true;
  const withApplications = flags.withApplications === true;
  try {
    const { files } = await context.readDatabase((database) =>
      exportStore(database, folder, {
        withKeyDigests,
        withApplications,
        onRows: (rows) => advance(bar, rows),
      }),
    );
    bar.stop();
    printReport(context, folder, files, flags);
  } catch (error) {
    throw explain(folder, error);
  } finally {
    bar.stop();
  }
}

function advance(bar: SingleBar, rows: number): void {
  if (!process.stderr.isTTY) return;
  if (!bar.isActive) bar.start(0, 0);
  bar.increment(rows);
}

function printReport(
  context: CommandContext,
  folder: string,
  files: Manifest['files'],
  flags: ExportFlags,
): void {
  if (flags.json) {
    context.json({ folder, files });
    return;
  }
  const rows = Object.entries(files).map(([name, file]) => [name, file.rows.toLocaleString('en')]);
  for (const line of table(['FILE', 'ROWS'], rows)) context.out(line);
  context.out(`Everything was exported to ${folder}.`);
}

function explain(folder: string, error: unknown): unknown {
  if (error instanceof FolderInUse) {
    return new CommandFailure(`${quote(folder)} is not empty: name a new folder`);
  }
  if (error instanceof TooManyWrites) {
    return new CommandFailure(
      'the store is changed too often to be exported: stop the service, or export later',
    );
  }
  const isFileError = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isFileError) return error;
  if (error.code === 'ENOTDIR') {
    return new CommandFailure(`${quote(folder)} is a file, or in one: name a new folder`);
  }
  return new CommandFailure(describeWriteFault(folder, String(error.code)));
}
