import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isPetStatus } from '../pets/pet.ts';
import type { MappedRow, RowIdentity } from './mapping.ts';
import { ImportError } from './readers/row.ts';

type RowOutcome = Exclude<MappedRow, { kind: 'failed' }>;

/** A row of the file that did not fail. */
export type StagedRow = { readonly line: number } & RowOutcome;

/** Some rows in the order of the file. */
export interface StagedSlice {
  /** Those that count: the last of their reference. */
  readonly rows: readonly StagedRow[];
  /** How many of the slice a later row of their reference replaced. */
  readonly superseded: number;
  /** The line of the last row, superseded ones included. */
  readonly lastLine: number;
  /** Where the next slice begins. */
  readonly next: number;
}

/** Rows are kept so many in a record: a record for each row took 1.3 us a row, to write and to read, and this 0.5. */
const GROUP = 512;
const CACHE_KIB = 8 * 1024;

/**
 * Where the rows of a file wait until all of it has been read: a private SQLite database in a temporary file that
 * the engine removes by itself. So nothing of a file that cannot be read to its end is imported, the last row of
 * each reference wins, and a million rows take no more memory than ten.
 */
export class ImportStaging {
  readonly #database: DatabaseSync;
  readonly #insertGroup: StatementSync;
  readonly #selectGroup: StatementSync;
  readonly #setLastLine: StatementSync;
  readonly #getLastLine: StatementSync;
  /** The group that is being filled. */
  #filling: StoredRow[] = [];
  /** The group that was read last. */
  #reading: { number: number; rows: readonly StagedRow[] } = { number: -1, rows: [] };
  #size = 0;
  #isRecognisable = true;

  constructor() {
    const database = new DatabaseSync('');
    database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`);
    database.exec(
      `create table row_groups (number integer primary key, rows text);
       create table last_lines (reference text primary key, line integer) without rowid;
       begin`,
    );
    this.#database = database;
    this.#insertGroup = database.prepare('insert into row_groups values (?, ?)');
    this.#selectGroup = database.prepare('select rows from row_groups where number = ?');
    this.#setLastLine = database.prepare('insert or replace into last_lines values (?, ?)');
    this.#getLastLine = database.prepare('select line from last_lines where reference = ?');
    // Each row that comes as an object leaves its own hidden class behind: 90 MB for a million rows.
    this.#getLastLine.setReturnArrays(true);
  }

  /** How many rows were added, failed ones not counted. */
  get size(): number {
    return this.#size;
  }

  /** Whether an import of the same file would recognise every row. */
  get isRecognisable(): boolean {
    return this.#isRecognisable;
  }

  /** Adds a row. A failed one only takes the place of those before it of the same animal. */
  add(line: number, row: MappedRow): void {
    const key = keyOf(row);
    if (key === null) this.#isRecognisable = false;
    else kept(() => this.#setLastLine.run(key, line));
    if (row.kind === 'failed') return;
    this.#filling.push(toStored(line, row));
    this.#size += 1;
    if (this.#filling.length === GROUP) this.finish();
  }

  /** To be called when all rows are added. */
  finish(): void {
    if (this.#filling.length === 0) return;
    const number = Math.ceil(this.#size / GROUP) - 1;
    const rows = JSON.stringify(this.#filling);
    kept(() => this.#insertGroup.run(number, rows));
    this.#filling = [];
  }

  /** The rows from the one with this number on, from 0; at most `limit` of them. */
  slice(from: number, limit: number): StagedSlice {
    const start = from % GROUP;
    const slice = this.#group(Math.floor(from / GROUP)).slice(start, start + limit);
    const rows = slice.filter((row) => {
      const key = keyOf(row);
      return key === null || this.#lastLine(key) === row.line;
    });
    const superseded = slice.length - rows.length;
    return { rows, superseded, lastLine: slice.at(-1)?.line ?? 0, next: from + slice.length };
  }

  #group(number: number): readonly StagedRow[] {
    if (this.#reading.number !== number) {
      const stored = this.#selectGroup.get(number)?.rows;
      const rows: unknown = typeof stored === 'string' ? JSON.parse(stored) : [];
      this.#reading = { number, rows: Array.isArray(rows) ? rows.map(fromStored) : [] };
    }
    return this.#reading.rows;
  }

  #lastLine(key: string): unknown {
    const row: unknown = this.#getLastLine.get(key);
    return Array.isArray(row) ? row[0] : undefined;
  }

  close(): void {
    this.#database.close();
  }
}

/** What two rows of the same animal have in common; null if nothing recognises it. */
function keyOf({ exported, reference }: RowIdentity): string | null {
  return exported?.as ?? reference;
}

function kept(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new ImportError(
      'the rows cannot be kept in a temporary file: free space in the folder for temporary files, or name another in TMPDIR. Nothing was imported.',
      { cause: error },
    );
  }
}

/** Line, reference and reason; or line, reference, name, category (JSON has no int64), status and where it was exported. */
type StoredRow = readonly (string | number | null)[];

function toStored(line: number, row: RowOutcome): StoredRow {
  if (row.kind === 'skip') return [line, row.reference, row.reason];
  const { name, categoryId, status } = row.pet;
  const { exported } = row;
  const fields = [line, row.reference, name, String(categoryId), status];
  return exported === undefined ? fields : [...fields, exported.as, exported.origin];
}

const SKIP_LENGTH = 3;

function fromStored(stored: unknown): StagedRow {
  const values: unknown[] = Array.isArray(stored) ? stored : [];
  const [line, reference, text, categoryId, status, as, origin] = values;
  if (typeof line !== 'number' || typeof text !== 'string') throw new Error('A staged row is damaged');
  const known = { line, reference: typeof reference === 'string' ? reference : null };
  if (values.length === SKIP_LENGTH) return { ...known, kind: 'skip', reason: text };
  const pet = { name: text, categoryId: BigInt(String(categoryId)), status: toStatus(status) };
  const isExported = typeof as === 'string' && typeof origin === 'string';
  return { ...known, kind: 'pet', pet, ...(isExported ? { exported: { as, origin } } : {}) };
}

function toStatus(value: unknown) {
  return typeof value === 'string' && isPetStatus(value) ? value : null;
}
