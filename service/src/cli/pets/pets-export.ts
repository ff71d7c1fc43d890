import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { exportPets } from '../../exchange/import-export/exports/export-pets.ts';
import { formatOfFile, ROW_FORMATS, type RowFormat } from '../../exchange/import-export/readers/rows.ts';
import { quote } from '../../platform/core/errors.ts';
import { printable } from '../../platform/core/printable.ts';
import type { Queries } from '../../platform/database/database.ts';
import { withByteOrderMark } from '../../platform/http/responses/csv-answer.ts';
import { unknownFormat } from '../arguments.ts';
import { ExportError, writeFileAtomically } from '../atomic-file.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { refuseStore } from '../store/store-file.ts';
import { exportSince } from './export-since.ts';

interface ExportFlags {
  forSpreadsheet?: true;
  since?: string;
  format?: RowFormat;
}

const EXAMPLES = `
Examples:
  petstore pets export pets.csv
  petstore pets export pets.ndjson
  petstore pets export --for-spreadsheet for-excel.csv
  petstore pets export --format ndjson | gzip > pets.ndjson.gz
  petstore pets export --since upgrade added.ndjson

The file is written completely or not at all. "petstore pets import" recognises each animal by the columns id, store,
origin and reference, and removes what --for-spreadsheet has added.`;

/** @param standardOutput receives the pets if no file is named. */
export function petsExportCommand(
  context: CommandContext,
  standardOutput: Writable = process.stdout,
): Command {
  return new Command('export')
    .description('write all pets to a file or to standard output')
    .argument('[file]', 'the file to write, which replaces an existing one; - or none is standard output')
    .addOption(
      new Option('--format <format>', 'the format (default: by the name of the file, else csv)').choices([
        ...ROW_FORMATS,
      ]),
    )
    .option(
      '--for-spreadsheet',
      'CSV with a byte order mark, and an apostrophe before names that a spreadsheet would run as formulas; an import removes both',
    )
    .addOption(
      new Option(
        '--since <time>',
        'only animals that were added since a time, or since the "upgrade" that migrated the store, with a mapping by which an older version imports them',
      ).conflicts('forSpreadsheet'),
    )
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, flags: ExportFlags) => {
      if (file !== undefined && file !== '-') return exportToFile(context, file, flags);
      if (flags.since !== undefined) throw new CommandFailure('--since needs the name of a file', 2);
      return exportToStream(context, standardOutput, exportFormat(flags.format ?? 'csv', flags));
    });
}

type ExportFormat = RowFormat | 'spreadsheet';

function exportFormat(format: RowFormat, { forSpreadsheet }: ExportFlags): ExportFormat {
  if (forSpreadsheet === undefined) return format;
  if (format === 'csv') return 'spreadsheet';
  throw new CommandFailure('--for-spreadsheet writes CSV: remove --format ndjson, or name a .csv file', 2);
}

/** Only a file for a spreadsheet has a byte order mark: other programs take it for a part of the first column's name. */
function fileOf(
  db: Queries,
  format: ExportFormat,
  onProgress?: (pets: number) => void,
): AsyncIterable<string> {
  const texts = exportPets(db, format, { onProgress });
  return format === 'spreadsheet' ? withByteOrderMark(texts) : texts;
}

async function exportToStream(
  context: CommandContext,
  output: Writable,
  format: ExportFormat,
): Promise<void> {
  try {
    await context.readDatabase(({ read }) =>
      pipeline(Readable.from(forOutput(fileOf(read, format), output)), output, { end: false }),
    );
  } catch (error) {
    // The reader closed the pipe, as `head` does.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/** Escapes control characters for a terminal, which would execute them; a file or pipe gets the bytes unchanged. */
async function* forOutput(texts: AsyncIterable<string>, output: Writable): AsyncGenerator<string> {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  for await (const text of texts) yield isTerminal ? printable(text) : text;
}

async function exportToFile(context: CommandContext, path: string, flags: ExportFlags): Promise<void> {
  refuseStore(path, context.config());
  const rows = flags.format ?? formatOfFile(path) ?? unknownFormat(quote(path), ROW_FORMATS);
  const format = exportFormat(rows, flags);
  let exported = 0;
  const onProgress = (pets: number) => {
    exported = pets;
  };
  const { since } = flags;
  try {
    if (since !== undefined) return await exportSince(context, { path, format: rows, since });
    await context.readDatabase(({ read }) => writeFileAtomically(path, fileOf(read, format, onProgress)));
  } catch (error) {
    throw error instanceof ExportError ? new CommandFailure(error.message) : error;
  }
  context.out(`${exported.toLocaleString('en')} pets written to ${path}`);
}
