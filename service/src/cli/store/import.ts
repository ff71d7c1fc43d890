import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { PictureChecks } from '../../catalogue/photos/processing/picture-checks.ts';
import { type FillResult, fillStore } from '../../exchange/import-export/whole-store/fill-store.ts';
import { ExportFault, StoreExport } from '../../exchange/import-export/whole-store/store-export.ts';
import type { Config } from '../../platform/config/config.ts';
import { describeStore } from '../../platform/config/store-address.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { whileUnserved } from './while-unserved.ts';

const HELP = `
Examples:
  petstore import everything
  petstore --database postgres://petstore@db.example/petstore import everything

Fills an empty store with a folder that "petstore export" wrote, completely or not at all. Ids stay the same. Prints a new
API key of an admin or else a manager; other keys are imported only if the folder has them.`;

export function importCommand(context: CommandContext): Command {
  return new Command('import')
    .description('fill an empty store with a folder of "petstore export"; stop the service first')
    .argument('<folder>')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((folder: string, flags: { json?: true }) => importFrom(context, folder, flags));
}

async function importFrom(context: CommandContext, folder: string, flags: { json?: true }): Promise<void> {
  const config = context.config();
  await context.requirePlaceOfStore();
  const source = await explain(StoreExport.open(folder));
  requireSameEnvironment(config, source);
  const bar = new SingleBar({ format: '[{bar}] {percentage}% of {total} rows', noTTYOutput: false });
  const onRows = progress(bar, source);
  const pictures = new PictureChecks(context.clock);
  try {
    const result = await explain(
      whileUnserved([config.store], async () => {
        // Before a new store is created.
        await source.verify((name, content) => pictures.check(name, content), onRows);
        const now = context.clock.now();
        return context.withNewDatabase((database) => fillStore(database, source, { now, onRows }));
      }),
    );
    bar.stop();
    printReport(context, config, folder, result, flags);
  } finally {
    pictures.close();
    bar.stop();
  }
}

function requireSameEnvironment({ environment }: Config, { manifest }: StoreExport): void {
  if (environment === undefined || environment === manifest.environment) return;
  throw new CommandFailure(
    `the export is of a ${manifest.environment} store, but PETSTORE_ENV or --env is ${environment}: remove it, because the keys of the other environment would not work`,
  );
}

/** Each row is read twice: it is checked first, and then written. */
function progress(bar: SingleBar, { manifest }: StoreExport): (rows: number) => void {
  const total = 2 * Object.values(manifest.files).reduce((sum, { rows }) => sum + rows, 0);
  return (rows) => {
    if (!process.stderr.isTTY) return;
    if (!bar.isActive) bar.start(total, 0);
    bar.increment(rows);
  };
}

async function explain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ExportFault ? new CommandFailure(`${error.message} Nothing was imported.`) : error;
  }
}

function printReport(
  context: CommandContext,
  { store }: Config,
  folder: string,
  result: FillResult,
  flags: { json?: true },
): void {
  if (result.outcome === 'refused') {
    const held = [...result.held].map(([name, rows]) => `${name}: ${rows.toLocaleString('en')}`);
    throw new CommandFailure(
      `${describeStore(store)} contains other data (${held.join(', ')}): name a new store with --database`,
    );
  }
  const { account, secret } = result;
  if (flags.json) {
    context.json({ folder, account, key: secret });
    return;
  }
  context.out(`Everything was imported from ${folder}.`);
  context.out(`A new API key of the account ${account}, which is shown only once: ${secret}`);
}
