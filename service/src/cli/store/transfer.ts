import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { type Config, parseConfig } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/option-values.ts';
import { describeStore, placeOf, type StoreAddress } from '../../platform/config/store-address.ts';
import type { OnProgress, Summaries, Transfer } from '../../platform/database/transfer/transfer.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { table } from '../table.ts';
import { whileUnserved } from './while-unserved.ts';

interface TransferFlags {
  to?: string;
  json?: true;
}

type PostgresAddress = StoreAddress & { engine: 'postgres' };

const CHECKSUM_DIGITS = 16;

export function transferCommand(context: CommandContext): Command {
  return new Command('transfer')
    .description('copy a SQLite store to PostgreSQL and verify the copy; stop the service first')
    .option(
      '--to <url>',
      'an empty database, postgres://USER@HOST/NAME (default: the variable TRANSFER_TO_URL)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  PGPASSWORD=... petstore transfer --to postgres://petstore@db.example/petstore\n' +
        '  TRANSFER_TO_URL=postgres://petstore:PASSWORD@db.example/petstore petstore transfer\n\n' +
        'Other users of this machine can see a password in --to while the command runs.\n' +
        'The transfer copies everything or nothing: after an interruption, run it again.',
    )
    .action(async (flags: TransferFlags) => {
      const to = readTarget(context, flags);
      const from = requireSqlite(context.config());
      await context.requireStore();
      // If a lock is lost with its connection, another "serve" still finds the tables locked until the transfer ends.
      const transfer = await whileUnserved([from, to], () => transferWithProgress(context, to));
      printReport(context, flags, to, transfer);
    });
}

function readTarget(context: CommandContext, flags: TransferFlags): PostgresAddress {
  const url = flags.to ?? context.variable('TRANSFER_TO_URL');
  if (url === undefined) {
    throw new CommandFailure(
      'the target is missing: name an empty database with --to postgres://USER@HOST/NAME or in TRANSFER_TO_URL',
      2,
    );
  }
  const to = parseTarget(url, flags.to === undefined ? 'TRANSFER_TO_URL' : '--to');
  const { password, searchParams } = new URL(to.url);
  if (flags.to !== undefined && (password !== '' || searchParams.has('password'))) {
    context.err(
      'petstore: other users of this machine can see the password in --to: use TRANSFER_TO_URL or PGPASSWORD instead',
    );
  }
  return to;
}

/** The failure does not quote the URL, because it may contain a password. */
function parseTarget(url: string, origin: string): PostgresAddress {
  const store = parseAddress(url);
  if (store?.engine === 'postgres') return store;
  throw new CommandFailure(
    `${origin} must be the URL of a PostgreSQL database, such as postgres://USER:PASSWORD@HOST:5432/NAME`,
    2,
  );
}

function parseAddress(url: string): StoreAddress | undefined {
  try {
    return parseConfig({ DATABASE_URL: url }).store;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function requireSqlite({ store }: Config): StoreAddress {
  if (store.engine === 'sqlite') return store;
  throw new CommandFailure(
    `transfer copies a SQLite file, but the store is ${describeStore(store)}: name the file with --database sqlite:FILE`,
    2,
  );
}

async function transferWithProgress(context: CommandContext, to: PostgresAddress): Promise<Transfer> {
  // Imported here so that other commands do not load the PostgreSQL driver.
  const { TransferError, transferStore } = await import('../../platform/database/transfer/transfer.ts');
  const bar = new SingleBar({ format: '{stage} [{bar}] {percentage}% | {eta_formatted} left' });
  const onProgress: OnProgress = (stage, rows, of) => {
    if (!process.stderr.isTTY) return;
    if (!bar.isActive) bar.start(of, 0, { stage });
    bar.update(rows, { stage });
  };
  try {
    return await context.withDatabase((source) => transferStore(source, to.url, onProgress));
  } catch (error) {
    throw error instanceof TransferError ? new CommandFailure(error.message) : error;
  } finally {
    bar.stop();
  }
}

function printReport(
  context: CommandContext,
  flags: TransferFlags,
  to: PostgresAddress,
  transfer: Transfer,
): void {
  if (transfer.outcome === 'refused') {
    const held = [...transfer.held].map(([name, rows]) => `${name}: ${rows.toLocaleString('en')}`);
    throw new CommandFailure(
      `${describeStore(to)} contains other data (${held.join(', ')}): name an empty database with --to`,
    );
  }
  const { outcome, tables } = transfer;
  const [scheme, place] = [/^[a-z]+:/.exec(to.url)?.[0], placeOf(to.url)];
  if (flags.json) {
    const alreadyTransferred = outcome === 'was there already';
    context.json({ to: `${scheme}//${place}`, alreadyTransferred, tables: summarise(tables) });
    return;
  }
  const rows = Object.entries(summarise(tables)).map(([name, summary]) => [
    name,
    summary.rows.toLocaleString('en'),
    summary.checksum,
  ]);
  for (const line of table(['TABLE', 'ROWS', 'SHA-256'], rows)) context.out(line);
  context.out(
    outcome === 'transferred'
      ? `Everything was transferred to ${describeStore(to)} and verified.`
      : `Everything was already transferred to ${describeStore(to)} earlier.`,
  );
  context.out(`Start the service on it: DATABASE_URL=${scheme}//…@${place} petstore serve`);
}

function summarise(tables: Summaries) {
  const short = [...tables].map(([name, { rows, checksum }]) => {
    return [name, { rows, checksum: checksum.slice(0, CHECKSUM_DIGITS) }] as const;
  });
  return Object.fromEntries(short);
}
