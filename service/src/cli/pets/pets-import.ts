import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Command, Option } from 'commander';
import type { Clock } from '../../core/clock.ts';
import { quote } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { type ImportSource, importPets } from '../../import-export/import-pets.ts';
import type { PetMapping } from '../../import-export/mapping.ts';
import { MAX_MAPPING_BYTES, MappingError, parseMapping } from '../../import-export/mapping-file.ts';
import { ImportError } from '../../import-export/readers/row.ts';
import { formatOfFile, ROW_FORMATS, type RowFormat } from '../../import-export/readers/rows.ts';
import type { ImportSummary } from '../../import-export/summary.ts';
import { DEFAULT_ACCOUNT } from '../accounts/first-account.ts';
import { requireAccount } from '../arguments.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { openInput, readFault } from './pets-import-input.ts';
import { ProgressBars } from './pets-import-progress.ts';
import { importReport } from './pets-import-report.ts';

interface ImportFlags {
  mapping?: string;
  owner: string;
  dryRun?: true;
  format?: RowFormat;
  json?: true;
}

const EXAMPLES = `
Examples:
  petstore pets import animals.csv --mapping animals.mapping.json
  petstore pets import animals.csv --mapping animals.mapping.json --dry-run
  petstore pets import pets.ndjson --owner "City shelter" --json
  gunzip -c pets.ndjson.gz | petstore pets import - --format ndjson

Without a mapping the file has the columns name, categoryId and, if you like, status. A mapping says which columns
of your file they are; examples/austin.mapping.json is one. Importing a file again applies only what changed in it.
An export needs no mapping: animals of this store are recognised and stay as they are, others are added once.
The exit status is 1 if rows failed; the others are imported.`;

export function petsImportCommand(context: CommandContext): Command {
  return new Command('import')
    .description('add and update pets from a file')
    .argument('<file>', 'a CSV or NDJSON file in UTF-8; - is standard input')
    .option('--mapping <file>', 'JSON that says which columns of the file make a pet')
    .option('--owner <account>', 'the account that the pets belong to', DEFAULT_ACCOUNT)
    .option('--dry-run', 'print the same summary and write nothing')
    .addOption(
      new Option(
        '--format <format>',
        'what the file is, if its name does not end in .csv, .ndjson or .jsonl',
      ).choices([...ROW_FORMATS]),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: ImportFlags) => importFile(context, file, flags));
}

async function importFile(context: CommandContext, path: string, flags: ImportFlags): Promise<void> {
  const format = flags.format ?? formatOfFile(path);
  if (format === undefined) {
    throw new CommandFailure(
      `say what ${path === '-' ? 'standard input' : quote(path)} is: --format csv|ndjson`,
      2,
    );
  }
  const mapping = flags.mapping === undefined ? undefined : await readMapping(flags.mapping);
  const input = await openInput(path);
  try {
    const summary = await context.withDatabase((database) =>
      importInput(context.clock, database, { bytes: input.bytes, format, mapping }, flags, input.size),
    );
    print(context, summary, flags);
  } catch (error) {
    throw error instanceof ImportError ? new CommandFailure(error.message) : readFault(error, path);
  } finally {
    await input.close();
  }
}

async function importInput(
  clock: Clock,
  database: Database,
  source: ImportSource,
  flags: ImportFlags,
  size: number,
): Promise<ImportSummary> {
  const owner = await requireAccount(database.read, flags.owner);
  const progress = new ProgressBars(size);
  try {
    return await importPets(database, source, {
      ownerId: owner.id,
      clock,
      dryRun: flags.dryRun ?? false,
      onProgress: (reached) => progress.show(reached),
    });
  } finally {
    progress.end();
  }
}

function print(context: CommandContext, summary: ImportSummary, flags: ImportFlags): void {
  if (flags.json) context.json(summary);
  else for (const line of importReport(summary, flags.dryRun ?? false)) context.out(line);
  if (summary.failed.count > 0) context.exitStatus = 1;
}

/** Reads one byte more than may be, so that no file, and no pipe, fills the memory. */
async function readMappingFile(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: MAX_MAPPING_BYTES })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length <= MAX_MAPPING_BYTES) return bytes;
  throw new CommandFailure(
    `the mapping ${quote(path)} is larger than ${MAX_MAPPING_BYTES.toLocaleString('en')} bytes: remove values that the file to import does not have`,
  );
}

async function readMapping(path: string): Promise<PetMapping> {
  const bytes = await readMappingFile(path).catch((error: unknown) => {
    throw readFault(error, path);
  });
  if (!isUtf8(bytes)) throw new CommandFailure(`the mapping ${quote(path)} is not UTF-8: save it as UTF-8`);
  try {
    return parseMapping(bytes.toString());
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const lines = error.message.split('\n');
    const faults = lines.length === 1 ? ` a fault: ${error.message}` : ` faults:\n  ${lines.join('\n  ')}`;
    throw new CommandFailure(`the mapping ${quote(path)} has${faults}`);
  }
}
