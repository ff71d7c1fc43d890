import { systemWorkClock } from '../../../platform/core/clock.ts';
import type { ImportFileName } from '../../../platform/database/column-values.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import { deleteImport } from './job-queries.ts';

/** The size of a stored piece: a write of it takes about a millisecond. */
const PIECE_BYTES = 256 * 1024;
/** What a reader of a file gets at once. Reading its rows takes a few milliseconds. */
const CHUNK_BYTES = 32 * 1024;
const PIECES_PER_TRANSACTION = 4;

interface FileOfImport {
  readonly importId: bigint;
  readonly name: ImportFileName;
}

const pieceInsert = new PreparedQuery(
  (db, row: { import_id: bigint; name: ImportFileName; position: bigint; content: Uint8Array }) =>
    db.insertInto('import_files').values(row),
);

/**
 * Checks in a transaction that this process may still write, and locks what it has checked until the end of the transaction.
 *
 * @throws if another process runs the import now.
 */
export type Fence = (db: Queries) => Promise<void>;

/** Of a file that no other process writes. */
const NO_FENCE: Fence = async () => {};

/** Appends bytes to a file of an import. They survive a power failure together with the next write that does. */
export class ImportFileWriter {
  readonly #database: Database;
  readonly #file: FileOfImport;
  readonly #fence: Fence;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #position = 0n;

  constructor(database: Database, file: FileOfImport, fence = NO_FENCE) {
    this.#database = database;
    this.#file = file;
    this.#fence = fence;
  }

  /** Waits for the store if a piece is complete. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PIECE_BYTES) await this.flush();
  }

  /** Writes the last piece. */
  async flush(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    const content = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    const { importId, name } = this.#file;
    const row = { import_id: importId, name, position: this.#position, content };
    const append = async (db: Queries) => {
      await this.#fence(db);
      await pieceInsert.all(db, row);
    };
    await this.#database.write(append, { commit: 'asynchronous' });
    this.#position += 1n;
  }
}

const pieceAt = new PreparedQuery((db, at: { importId: bigint; name: ImportFileName; position: bigint }) =>
  db
    .selectFrom('import_files')
    .select('content')
    .where('import_id', '=', at.importId)
    .where('name', '=', at.name)
    .where('position', '=', at.position),
);

/** Yields a file of an import in small chunks. */
export async function* readImportFile(db: Queries, file: FileOfImport): AsyncGenerator<Uint8Array> {
  for (let position = 0n; ; position += 1n) {
    const piece = await pieceAt.first(db, { ...file, position });
    if (piece === undefined) return;
    const { content } = piece;
    for (let start = 0; start < content.length; start += CHUNK_BYTES) {
      yield content.subarray(start, start + CHUNK_BYTES);
    }
  }
}

/** Deletes files of an import in short transactions. */
export async function deleteImportFiles(
  database: Database,
  importId: bigint,
  names: readonly ImportFileName[] = ['upload', 'bad rows'],
  fence = NO_FENCE,
): Promise<void> {
  for (const name of names) {
    while ((await deletePieces(database, { importId, name }, fence)) === PIECES_PER_TRANSACTION)
      await systemWorkClock.pause(1);
  }
}

/** Deletes an import and its files. What a crash leaves of it is deleted later, as that of an import that has expired. */
export async function deleteWithFiles(database: Database, importId: bigint): Promise<void> {
  await deleteImportFiles(database, importId);
  await database.write((db) => deleteImport(db, importId), { commit: 'asynchronous' });
}

function deletePieces(database: Database, { importId, name }: FileOfImport, fence: Fence): Promise<number> {
  return database.write(
    async (db) => {
      await fence(db);
      const pieces = await db
        .selectFrom('import_files')
        .select('position')
        .where('import_id', '=', importId)
        .where('name', '=', name)
        .orderBy('position')
        .limit(PIECES_PER_TRANSACTION)
        .execute();
      const positions = pieces.map(({ position }) => position);
      if (positions.length === 0) return 0;
      await db
        .deleteFrom('import_files')
        .where('import_id', '=', importId)
        .where('name', '=', name)
        .where('position', 'in', positions)
        .execute();
      return positions.length;
    },
    { commit: 'asynchronous' },
  );
}
