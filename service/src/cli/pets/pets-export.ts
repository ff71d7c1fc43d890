import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { quote } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { exportPets } from '../../import-export/export-pets.ts';
import { formatOfFile, ROW_FORMATS, type RowFormat } from '../../import-export/readers/rows.ts';
import { ExportError, writeFileAtomically } from '../atomic-file.ts';
import { type CommandContext, CommandFailure } from '../context.ts';

interface ExportFlags {
  forSpreadsheet?: true;
  format?: RowFormat;
}

const EXAMPLES = `
Examples:
  petstore pets export pets.csv
  petstore pets export pets.ndjson
  petstore pets export --for-spreadsheet for-excel.csv
  petstore pets export --format ndjson | gzip > pets.ndjson.gz

A file is complete or not there at all. "petstore pets import" reads what this writes, and recognises each animal by
the columns id, store, origin and reference; but not a file that was written with --for-spreadsheet: its apostrophes
would become part of the names.`;

/** @param standardOutput where pets go when no file is named. */
export function petsExportCommand(
  context: CommandContext,
  standardOutput: Writable = process.stdout,
): Command {
  return new Command('export')
    .description('write all pets to a file or to standard output')
    .argument('[file]', 'without it, or with -, standard output')
    .addOption(
      new Option(
        '--format <format>',
        'what to write; default: what the name of the file says, else csv',
      ).choices([...ROW_FORMATS]),
    )
    .option(
      '--for-spreadsheet',
      'CSV with an apostrophe before names that a spreadsheet takes for formulas; not for import',
    )
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, flags: ExportFlags) =>
      file === undefined || file === '-'
        ? exportToStream(context, standardOutput, writtenAs(flags.format ?? 'csv', flags))
        : exportToFile(context, file, flags),
    );
}

type Written = RowFormat | 'spreadsheet';

function writtenAs(format: RowFormat, { forSpreadsheet }: ExportFlags): Written {
  if (forSpreadsheet === undefined) return format;
  if (format === 'csv') return 'spreadsheet';
  throw new CommandFailure('--for-spreadsheet writes CSV: leave out --format ndjson, or name a .csv file', 2);
}

async function exportToStream(context: CommandContext, output: Writable, format: Written): Promise<void> {
  try {
    await context.withDatabase(({ read }) =>
      pipeline(Readable.from(forOutput(exportPets(read, format), output)), output, { end: false }),
    );
  } catch (error) {
    // Whoever read it has enough, as `head` does.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/** A terminal obeys escape sequences, which names may hold; a file or a pipe gets every byte as it is. */
async function* forOutput(texts: AsyncIterable<string>, output: Writable): AsyncGenerator<string> {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  for await (const text of texts) yield isTerminal ? printable(text) : text;
}

async function exportToFile(context: CommandContext, path: string, flags: ExportFlags): Promise<void> {
  const format = flags.format ?? formatOfFile(path);
  const written = format && writtenAs(format, flags);
  if (written === undefined) {
    throw new CommandFailure(`say what to write to ${quote(path)}: --format csv|ndjson`, 2);
  }
  let exported = 0;
  const onProgress = (pets: number) => {
    exported = pets;
  };
  try {
    await context.withDatabase(({ read }) =>
      writeFileAtomically(path, exportPets(read, written, onProgress)),
    );
  } catch (error) {
    throw error instanceof ExportError ? new CommandFailure(error.message) : error;
  }
  context.out(`${exported.toLocaleString('en')} pets written to ${path}`);
}
