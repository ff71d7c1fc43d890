import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PHOTO_FILE_NAMES, type PhotoFileName } from '../../../catalogue/photos/photo-sizes.ts';
import { MAX_ROW_LENGTH, readLines } from '../readers/text/lines.ts';
import { EXPORTED_TABLES, type ExportedTable, PHOTO_FILES } from './exported-tables.ts';
import { type ExportedFile, MANIFEST, type Manifest, parseManifest } from './manifest.ts';
import { fromLine, RowFault, type StoredRow, sha256 } from './row-json.ts';

/** A folder is no complete export, or its files are damaged. The message is for the operator. */
export class ExportFault extends Error {
  override name = 'ExportFault';
}

/** Rejects with the reason, as the end of a sentence. */
type PictureCheck = (name: PhotoFileName, content: Uint8Array) => Promise<void>;

/** The folder of an export. */
export class StoreExport {
  readonly manifest: Manifest;
  /** The tables whose files the export has, in an order in which no row refers to a row of a later one. */
  readonly tables: readonly ExportedTable[];
  readonly #folder: string;

  private constructor(folder: string, manifest: Manifest) {
    this.#folder = folder;
    this.manifest = manifest;
    this.tables = EXPORTED_TABLES.filter(({ file }) => manifest.files[file] !== undefined);
  }

  /** @throws {ExportFault} */
  static async open(folder: string): Promise<StoreExport> {
    const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ExportFault(
        `${folder} is no complete export: its ${MANIFEST} cannot be read (${error.code}). Name a folder that "petstore export" wrote.`,
        { cause: error },
      );
    });
    const manifest = parseManifest(text);
    if (typeof manifest === 'string') throw new ExportFault(`${MANIFEST} ${manifest}.`);
    const lacking = EXPORTED_TABLES.find(
      ({ file, isSecret, isNew }) => !isSecret && !isNew && !(file in manifest.files),
    );
    if (lacking !== undefined) throw new ExportFault(`${MANIFEST} does not list ${lacking.file}.`);
    return new StoreExport(folder, manifest);
  }

  /**
   * Reads everything once.
   *
   * @param checkPicture rejects a picture that is damaged, of another type or too large, or has metadata.
   * @throws {ExportFault}
   */
  async verify(checkPicture: PictureCheck, onRows: (rows: number) => void): Promise<void> {
    for (const table of this.tables) {
      for await (const rows of this.rows(table)) {
        if (table === PHOTO_FILES) await Promise.all(rows.map((row) => checkRow(row, checkPicture)));
        onRows(rows.length);
      }
    }
  }

  /**
   * Yields the rows of a table, page by page, with the bytes of pictures. The last page is followed by an error if the file
   * is not the one that the manifest describes.
   *
   * @throws {ExportFault}
   */
  async *rows(table: ExportedTable): AsyncGenerator<StoredRow[]> {
    const hash = createHash('sha256');
    let count = 0;
    for await (const block of readLines(this.#bytes(table.file, (chunk) => hash.update(chunk)))) {
      const lines = block.filter(({ text }) => text !== '');
      const rows = lines.map(({ number, text }) => this.#parse(table, number, text));
      count += rows.length;
      yield table === PHOTO_FILES ? await Promise.all(rows.map((row) => this.#withPicture(row))) : rows;
    }
    checkFile(table.file, this.manifest.files[table.file], { rows: count, sha256: hash.digest('hex') });
  }

  async *#bytes(file: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of createReadStream(join(this.#folder, file))) {
        onChunk(chunk);
        yield chunk;
      }
    } catch (error) {
      throw unreadable(file, error);
    }
  }

  #parse(table: ExportedTable, line: number, text: string): StoredRow {
    try {
      if (text.length > MAX_ROW_LENGTH) throw new RowFault('is too long');
      return fromLine(table, text);
    } catch (error) {
      if (error instanceof RowFault) throw new ExportFault(`${table.file}, line ${line}: ${error.message}.`);
      throw error;
    }
  }

  async #withPicture(row: StoredRow): Promise<StoredRow> {
    const path = pathOf(row);
    const content = await readFile(join(this.#folder, path)).catch((error) => {
      throw unreadable(path, error);
    });
    if (sha256(content) === row.content) return { ...row, content };
    throw new ExportFault(`${path} is not the file that was exported: its SHA-256 differs.`);
  }
}

async function checkRow(row: StoredRow, checkPicture: PictureCheck): Promise<void> {
  try {
    // `#withPicture` has checked the name and read the bytes.
    await checkPicture(row.name as PhotoFileName, row.content as Uint8Array);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExportFault(`${pathOf(row)} is rejected: ${reason}.`, { cause: error });
  }
}

function pathOf({ photo_id, name }: StoredRow): string {
  const path = photoPath(photo_id, name);
  if (path === undefined) throw new ExportFault(`${PHOTO_FILES.file} names a picture that no photo has.`);
  return path;
}

function unreadable(file: string, error: unknown): ExportFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new ExportFault(`${file} cannot be read (${code}).`, { cause: error });
}

function checkFile(file: string, expected: ExportedFile | undefined, actual: ExportedFile): void {
  if (expected?.sha256 === actual.sha256 && expected.rows === actual.rows) return;
  throw new ExportFault(
    `${file} is not the file that was exported: ${MANIFEST} describes ${expected?.rows} rows, and it has ${actual.rows}, or their SHA-256 differs.`,
  );
}

const PHOTO_ID = /^[0-9a-f]{32}$/;

/** Returns the path of a picture in the folder of an export; undefined for names that no photo has, so that it names no other file. */
export function photoPath(photoId: unknown, name: unknown): string | undefined {
  const isName = PHOTO_ID.test(String(photoId)) && PHOTO_FILE_NAMES.includes(name as PhotoFileName);
  return isName ? `photos/${photoId}/${name}` : undefined;
}
