import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Command, Option } from 'commander';
import { storedTimeZone } from '../../access/settings/stored-time-zone.ts';
import { PhotoProcessor } from '../../catalogue/photos/processing/photo-processor.ts';
import { ImportInterrupted } from '../../exchange/import-export/import-interrupted.ts';
import { type ImportSource, importPets } from '../../exchange/import-export/import-pets.ts';
import type { PetMapping } from '../../exchange/import-export/mapping/mapping.ts';
import {
  MAX_MAPPING_BYTES,
  MappingError,
  parseMapping,
} from '../../exchange/import-export/mapping/mapping-file.ts';
import { PictureFolder } from '../../exchange/import-export/photos/picture-folder.ts';
import { ImportError } from '../../exchange/import-export/readers/row.ts';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  importFormatOf,
} from '../../exchange/import-export/readers/rows.ts';
import type { ImportSummary } from '../../exchange/import-export/summary.ts';
import { quote } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { DEFAULT_ACCOUNT } from '../accounts/first-account.ts';
import { requireAccount, unknownFormat } from '../arguments.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { explainReadError, openInput, requireListOfPets } from './pets-import-input.ts';
import { importReport, ProgressBars } from './pets-import-report.ts';

interface ImportFlags {
  mapping?: string;
  photos?: string;
  owner: string;
  dryRun?: true;
  format?: ImportFormat;
  json?: true;
}

const EXAMPLES = `
Examples:
  petstore pets import animals.csv --mapping animals.mapping.json
  petstore pets import animals.csv --mapping animals.mapping.json --dry-run
  petstore pets import animals.csv --mapping animals.mapping.json --photos pictures
  petstore pets import pets.ndjson --owner "City shelter" --json
  gunzip -c pets.ndjson.gz | petstore pets import - --format ndjson

Without a mapping the file must have the columns name and categoryId, and may have the column status. A mapping names
the columns of your file instead; see examples/austin.mapping.json. Importing a file again applies only its changes.
A text file may be in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs. Of an .xlsx file (at most 10 MB) the
first visible sheet is read, or the one that sheet of the mapping names, with the values that its formulas had when it was saved.
If the dates do not show whether the day or the month comes first, dateOrder of the mapping must state it.
An export needs no mapping: animals of this store are recognised and stay unchanged, others are added once.
If the mapping names a column of photos, --photos is the folder with their files (JPEG, PNG, WebP or AVIF, at most 10 MB).
They are scaled and limited as uploads are. An import adds a picture once, even if it was renamed or its photo removed.
The exit status is 1 if a row, a photo, a movement or a group failed; all others are imported.
Ctrl-C ends an import after its transaction: what it has applied stays, and another import of the file applies the rest.`;

export function petsImportCommand(context: CommandContext): Command {
  return new Command('import')
    .description('add and update pets from a file')
    .argument('<file>', 'a CSV, NDJSON or .xlsx file; - is standard input')
    .option('--mapping <file>', 'a JSON file that maps columns to the fields of a pet')
    .option('--photos <folder>', 'the folder with the files that the photos of the mapping name')
    .option('--owner <account>', 'the account that owns the pets', DEFAULT_ACCOUNT)
    .option('--dry-run', 'print the summary without writing anything')
    .addOption(
      new Option(
        '--format <format>',
        'the format, if the name of the file does not end in .csv, .ndjson, .jsonl or .xlsx',
      ).choices([...IMPORT_FORMATS]),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: ImportFlags) => importFile(context, file, flags));
}

async function importFile(context: CommandContext, path: string, flags: ImportFlags): Promise<void> {
  const name = path === '-' ? 'standard input' : quote(path);
  const format = flags.format ?? importFormatOf(path) ?? unknownFormat(name, IMPORT_FORMATS);
  const mapping = flags.mapping === undefined ? undefined : await readMapping(flags.mapping);
  requirePhotosTogether(mapping, flags);
  await requireListOfPets(path);
  using interruption = new Interruption();
  const { signal } = interruption;
  const input = await openInput(path, signal).catch((error: unknown) => {
    throw failureOf(error, path, flags);
  });
  try {
    const { open, size } = input;
    const run = flags.dryRun ? context.readDatabase : context.withDatabase;
    const summary = await run((database) =>
      importInput(context, database, { file: { format, open, signal }, mapping }, flags, size),
    );
    printSummary(context, summary, flags);
  } catch (error) {
    throw failureOf(error, path, flags);
  } finally {
    await input.close();
  }
}

function failureOf(error: unknown, path: string, { mapping }: ImportFlags): unknown {
  if (error instanceof ImportInterrupted) return new CommandFailure(error.message);
  if (!(error instanceof ImportError)) return explainReadError(error, path);
  // The message is also for those who import over HTTP, without flags.
  const needsMapping = mapping === undefined && /\bmapping\b/.test(error.message);
  return new CommandFailure(needsMapping ? `${error.message} (--mapping FILE)` : error.message);
}

async function importInput(
  { clock, config: readConfig }: CommandContext,
  database: Database,
  source: ImportSource,
  flags: ImportFlags,
  size: number,
): Promise<ImportSummary> {
  const owner = await requireAccount(database.read, flags.owner, '--owner');
  const config = readConfig();
  const folder = flags.photos === undefined ? undefined : await PictureFolder.open(flags.photos);
  const progress = new ProgressBars(size);
  const processor = new PhotoProcessor(clock);
  try {
    return await importPets(database, source, {
      ownerId: owner.id,
      clock,
      publicUrl: config.publicUrl,
      timeZone: () => storedTimeZone(database.read, config.publicPages),
      dryRun: flags.dryRun ?? false,
      ...(folder && { photos: { folder, processor, storage: config.photoStorage } }),
      onProgress: (reached) => {
        source.file.signal?.throwIfAborted();
        progress.show(reached);
      },
    });
  } finally {
    processor.close();
    progress.end();
  }
}

function requirePhotosTogether(mapping: PetMapping | undefined, { photos }: ImportFlags): void {
  if (mapping?.photos !== undefined && photos === undefined) {
    throw new CommandFailure('the mapping has photos: name the folder of their files with --photos', 2);
  }
  if (mapping?.photos === undefined && photos !== undefined) {
    throw new CommandFailure('--photos needs a mapping with photos, which names their column', 2);
  }
}

function printSummary(context: CommandContext, summary: ImportSummary, flags: ImportFlags): void {
  if (flags.json) context.json(summary);
  else for (const line of importReport(summary, flags.dryRun ?? false)) context.out(line);
  const { failed, photosFailed, movementsFailed, bondsFailed } = summary;
  if ([failed, photosFailed, movementsFailed, bondsFailed].some(({ count }) => count > 0))
    context.exitStatus = 1;
}

/** Reads at most one byte more than the limit, so that neither a file nor a pipe can fill the memory. */
async function readMappingFile(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: MAX_MAPPING_BYTES })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length <= MAX_MAPPING_BYTES) return bytes;
  throw new CommandFailure(
    `the mapping ${quote(path)} is larger than ${MAX_MAPPING_BYTES.toLocaleString('en')} bytes: remove values that the imported file does not contain`,
  );
}

async function readMapping(path: string): Promise<PetMapping> {
  const bytes = await readMappingFile(path).catch((error: unknown) => {
    throw explainReadError(error, path);
  });
  if (!isUtf8(bytes)) throw new CommandFailure(`the mapping ${quote(path)} is not UTF-8: save it as UTF-8`);
  try {
    return parseMapping(bytes.toString());
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const lines = error.message.split('\n');
    const errors = lines.length === 1 ? `an error: ${error.message}` : `errors:\n  ${lines.join('\n  ')}`;
    throw new CommandFailure(`the mapping ${quote(path)} has ${errors}`);
  }
}

/** Ctrl-C and SIGTERM end a command after its transaction. The second of them ends it at once. */
class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #interrupt = () => this.#controller.abort(new ImportInterrupted('The import was interrupted.'));

  constructor() {
    for (const signal of SIGNALS) process.once(signal, this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#interrupt);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
