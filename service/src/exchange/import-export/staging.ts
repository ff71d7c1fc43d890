import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isPetStatus } from '../../catalogue/pets/pet.ts';
import type { ImportedProfile } from './imported-profile.ts';
import type { ImportedMovement } from './mapping/movement-mapping.ts';
import type { RowIdentity } from './mapping/row-identity.ts';
import type { MappedRow } from './mapping/row-validation.ts';
import { ImportError } from './readers/row.ts';
import type { ImportTexts } from './texts/import-texts.ts';

type RowOutcome = Exclude<MappedRow, { kind: 'failed' }>;

/** A row of the file that did not fail. */
export type StagedRow = { readonly line: number } & RowOutcome;

/** A slice of the rows in the order of the file. */
export interface StagedSlice {
  /** The rows that are not superseded. */
  readonly rows: readonly StagedRow[];
  /** The number of rows for which another row with the same reference is newer, or has the same date and stands below. */
  readonly superseded: number;
  /** The line of the last row, superseded ones included. */
  readonly lastLine: number;
  /** Where the next slice begins. */
  readonly next: number;
}

/** A slice of the rows with movements. */
interface MovementSlice extends Pick<StagedSlice, 'lastLine' | 'next'> {
  readonly rows: ReadonlyArray<{
    readonly line: number;
    readonly reference: string;
    readonly movement: ImportedMovement;
  }>;
}

/** Rows per record. Writing and reading takes 0.5 us a row, against 1.3 us with one row per record. */
const GROUP_SIZE = 512;
/** The characters of a record, which is written and read in a few milliseconds. */
const MAX_GROUP_LENGTH = 256 * 1024;
const CACHE_KIB = 8 * 1024;
/** The maximum number of letters of the names and descriptions in a slice. The index has at most about one entry for each. */
const MAX_SLICE_LETTERS = 4_096;

/**
 * Stores the rows of a file until the whole file was read, in a private SQLite database whose temporary file SQLite
 * removes itself. So a file that cannot be read completely is not imported at all, the newest row of each reference wins (of
 * rows with the same date the last one), and a million rows take no more memory than ten.
 */
export class ImportStaging {
  readonly #database: DatabaseSync;
  readonly #insertGroup: StatementSync;
  readonly #selectGroup: StatementSync;
  readonly #setNewest: StatementSync;
  readonly #getNewestLine: StatementSync;
  readonly #getNewestNumber: StatementSync;
  /** The rows of the next group to write. */
  #pending: string[] = [];
  #pendingLength = 0;
  /** The group that was read last. */
  #cached: { first: number; rows: readonly StagedRow[] } = { first: 0, rows: [] };
  readonly #texts: ImportTexts['file'];
  #size = 0;
  #isRecognisable = true;
  #hasBonds = false;

  constructor(texts: ImportTexts['file']) {
    this.#texts = texts;
    const database = new DatabaseSync('');
    database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`);
    database.exec(
      `create table row_groups (first integer primary key, rows text);
       create table newest_rows (reference text primary key, line integer, date text, number integer)
       without rowid;
       begin`,
    );
    this.#database = database;
    this.#insertGroup = database.prepare('insert into row_groups values (?, ?)');
    this.#selectGroup = database.prepare(
      'select first, rows from row_groups where first <= ? order by first desc limit 1',
    );
    this.#setNewest = database.prepare(
      `insert into newest_rows values (?, ?, ?, ?) on conflict do update
       set line = excluded.line, date = excluded.date, number = excluded.number where excluded.date >= date`,
    );
    this.#getNewestLine = database.prepare('select line from newest_rows where reference = ?');
    this.#getNewestNumber = database.prepare('select number from newest_rows where reference = ?');
    // Rows as objects would leak a hidden class each: 90 MB for a million rows.
    this.#getNewestLine.setReturnArrays(true);
    this.#getNewestNumber.setReturnArrays(true);
  }

  /** The number of rows, without failed ones. */
  get size(): number {
    return this.#size;
  }

  /** Whether importing the file again would recognise every row. */
  get isRecognisable(): boolean {
    return this.#isRecognisable;
  }

  /** Whether the file has the column with the animals that go together. */
  get hasBonds(): boolean {
    return this.#hasBonds;
  }

  /** Adds a row. A failed row is not stored, but supersedes the rows of the same pet that are not newer. */
  add(line: number, row: MappedRow): void {
    const key = keyOf(row);
    const number = row.kind === 'failed' ? null : this.#size;
    if (key === null) this.#isRecognisable = false;
    else if (!isApart(row)) this.#write(() => this.#setNewest.run(key, line, row.date ?? '', number));
    if (row.kind === 'failed') return;
    if (row.kind === 'pet' && row.goesTogetherWith !== undefined) this.#hasBonds = true;
    const text = JSON.stringify(toStored(line, row));
    this.#pending.push(text);
    this.#pendingLength += text.length;
    this.#size += 1;
    if (this.#pending.length === GROUP_SIZE || this.#pendingLength >= MAX_GROUP_LENGTH) this.finish();
  }

  /** Writes the pending rows. Call it after the last row. */
  finish(): void {
    if (this.#pending.length === 0) return;
    const first = this.#size - this.#pending.length;
    const rows = `[${this.#pending.join(',')}]`;
    this.#write(() => this.#insertGroup.run(first, rows));
    this.#pending = [];
    this.#pendingLength = 0;
  }

  /** Returns at most `limit` rows, and fewer if their texts are long, beginning with row number `from`; the first is 0. */
  slice(from: number, limit: number): StagedSlice {
    const { first, rows: group } = this.#groupOf(from);
    const slice = withinLetters(group.slice(from - first, from - first + limit));
    const rows = slice.filter((row) => {
      const key = keyOf(row);
      return key === null || isApart(row) || this.#newestLine(key) === row.line;
    });
    const superseded = slice.length - rows.length;
    return { rows, superseded, lastLine: slice.at(-1)?.line ?? 0, next: from + slice.length };
  }

  /** Returns the rows of a slice that record a movement, superseded ones included. */
  movements(from: number, limit: number): MovementSlice {
    const { first, rows: group } = this.#groupOf(from);
    const slice = group.slice(from - first, from - first + limit);
    const rows = slice.flatMap((row) => {
      const { reference, line } = row;
      if (row.kind !== 'pet' || row.movements === undefined || reference === null) return [];
      return row.movements.map((movement) => ({ line, reference, movement }));
    });
    return { rows, lastLine: slice.at(-1)?.line ?? 0, next: from + slice.length };
  }

  /** Returns the row of an animal that counts; undefined if the file has none, or if it failed. */
  newest(key: string): StagedRow | undefined {
    const found: unknown = this.#getNewestNumber.get(key);
    const number: unknown = Array.isArray(found) ? found[0] : undefined;
    if (typeof number !== 'number') return undefined;
    const { first, rows } = this.#groupOf(number);
    return rows[number - first];
  }

  /** Returns the group of a row, and the number of its first row. */
  #groupOf(row: number): { first: number; rows: readonly StagedRow[] } {
    const { first, rows } = this.#cached;
    if (row < first || row >= first + rows.length) {
      const stored = this.#selectGroup.get(row);
      const found: unknown = typeof stored?.rows === 'string' ? JSON.parse(stored.rows) : [];
      this.#cached = {
        first: Number(stored?.first ?? 0),
        rows: Array.isArray(found) ? found.map(fromStored) : [],
      };
    }
    return this.#cached;
  }

  #newestLine(key: string): unknown {
    const row: unknown = this.#getNewestLine.get(key);
    return Array.isArray(row) ? row[0] : undefined;
  }

  #write(statement: () => unknown): void {
    try {
      statement();
    } catch (error) {
      throw new ImportError(this.#texts.temporaryFolder, { cause: error });
    }
  }

  close(): void {
    this.#database.close();
  }
}

/** Returns the first rows, at least one, so that not many long texts are indexed at once. */
function withinLetters(rows: readonly StagedRow[]): readonly StagedRow[] {
  let letters = 0;
  const end = rows.findIndex((row, index) => {
    if (row.kind === 'pet') letters += row.pet.name.length + (row.profile?.description?.length ?? 0);
    return index > 0 && letters > MAX_SLICE_LETTERS;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Returns the key that all rows of one pet share; null without an identity. */
export function keyOf({ exported, reference }: RowIdentity): string | null {
  return exported?.exportId ?? reference;
}

function isApart(row: MappedRow): boolean {
  return row.kind === 'skip' && row.isApart === true;
}

/**
 * Line, reference, reason and date, without the date if `isApart`; or line, reference, name, category (as a string), status, and optionally export id,
 * origin, profile, photos, date, movements and the animals that it goes together with.
 */
type StoredRow = readonly unknown[];

function toStored(line: number, row: RowOutcome): StoredRow {
  if (row.kind === 'skip')
    return row.isApart ? [line, row.reference, row.reason] : [line, row.reference, row.reason, row.date];
  const { name, categoryId, status } = row.pet;
  const { exported, profile, photos, date, movements, goesTogetherWith = [] } = row;
  const fields = [line, row.reference, name, String(categoryId), status];
  const bonds = goesTogetherWith.length === 0 ? undefined : goesTogetherWith;
  const others = [exported?.exportId, exported?.origin, profile, photos, date, movements, bonds];
  return others.every((value) => value === undefined) ? fields : [...fields, ...others];
}

const SKIP_LENGTH = 4;
const APART_LENGTH = 3;

function fromStored(stored: unknown): StagedRow {
  const values: unknown[] = Array.isArray(stored) ? stored : [];
  const [line, reference, text, categoryId, status, exportId, origin, ...others] = values;
  const [profile, photos, date, movements, goesTogetherWith] = others;
  if (typeof line !== 'number' || typeof text !== 'string') throw new Error('A staged row is damaged');
  const known = { line, reference: typeof reference === 'string' ? reference : null };
  if (values.length === APART_LENGTH) return { ...known, kind: 'skip', reason: text, isApart: true };
  if (values.length === SKIP_LENGTH) return { ...known, ...toDate(values[3]), kind: 'skip', reason: text };
  const pet = { name: text, categoryId: BigInt(String(categoryId)), status: toStatus(status) };
  const isExported = typeof exportId === 'string' && typeof origin === 'string';
  return {
    ...known,
    ...toDate(date),
    kind: 'pet',
    pet,
    ...(isExported ? { exported: { exportId, origin } } : {}),
    // As `toStored` wrote them.
    ...(profile ? { profile: profile as ImportedProfile } : {}),
    ...(photos ? { photos: photos as string[] } : {}),
    ...(movements ? { movements: movements as ImportedMovement[] } : {}),
    ...(goesTogetherWith ? { goesTogetherWith: goesTogetherWith as string[] } : {}),
  };
}

function toDate(value: unknown): { date?: string } {
  return typeof value === 'string' ? { date: value } : {};
}

function toStatus(value: unknown) {
  return typeof value === 'string' && isPetStatus(value) ? value : null;
}
