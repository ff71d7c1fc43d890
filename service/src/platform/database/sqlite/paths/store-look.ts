import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unavailable } from '../../../core/errors.ts';
import { compareMigrations } from '../../migrations/migrate.ts';
import { PRIVATE_FILE_SUFFIXES } from '../private-files.ts';
import { attempt } from '../store-facts.ts';
import { identityOf, storePath } from '../store-path.ts';
import { lookingAddress } from './looking-address.ts';

/** What `pragma application_id` of a store is: "PetS" in ASCII. Stores of 1.1.0 and older have none. */
export const APPLICATION_ID = 0x50_65_74_53;

/** What is at the path of a store, before anything is changed there. */
export type StoreLook =
  /** No file, an empty one, or a SQLite file without a table: a store can be created there. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'store' }
  | OtherThing
  /** The file is a SQLite file or inaccessible: opening the store explains what is wrong. */
  | { readonly kind: 'unreadable' };

interface OtherThing {
  readonly kind: 'other';
  /** The end of a sentence. */
  readonly what: string;
  /** True if it may have been a store. */
  readonly mayBeDamaged: boolean;
}

/** Looks at a path and changes nothing: no permissions, no journal, and no lock beside it. */
export function lookAt(path: string): StoreLook {
  const file = storePath(path);
  const owner = storeOfName(file);
  if (owner !== undefined)
    return { kind: 'other', what: `a file of the store ${owner}`, mayBeDamaged: false };
  const stats = attempt(() => statSync(file, { throwIfNoEntry: false }) ?? 'missing');
  if (stats === 'missing') return { kind: 'absent' };
  if (stats === undefined) return { kind: 'unreadable' };
  if (!stats.isFile()) return { kind: 'other', what: kindOf(stats), mayBeDamaged: false };
  if (stats.size === 0) return { kind: 'absent' };
  // Another program may hinder a normal reading. The file alone can always be read.
  return lookInto(file, true) ?? lookInto(file, false) ?? { kind: 'unreadable' };
}

/**
 * Returns what is at a path, if it is a store or can become one.
 *
 * @throws {ApiError} `service_unavailable` if it is something else.
 */
export function requireStorePath(path: string): Exclude<StoreLook, { kind: 'other' }> {
  const look = lookAt(path);
  if (look.kind !== 'other') return look;
  throw unavailable(describeOther(path, look));
}

/** Explains to the operator what is at a path in place of a store. */
export function describeOther(path: string, { what, mayBeDamaged }: OtherThing): string {
  const advice = mayBeDamaged ? ', or restore a backup' : '';
  return `The store cannot be opened: ${resolve(path)} is ${what}. The operator must name a file with --database sqlite:FILE${advice}.`;
}

/** The suffixes of the files that SQLite and the service have beside a store. */
const BESIDE = PRIVATE_FILE_SUFFIXES.filter((suffix) => suffix !== '');

/**
 * Returns the store beside which a path is that of its journal, its lock or another of its files, through links as well. What
 * is written there destroys the store, also while the file does not exist.
 *
 * @param own a store that counts even if it does not exist.
 */
export function storeOfName(path: string, own?: string): string | undefined {
  const file = resolve(storePath(path));
  const ownFile = own === undefined ? undefined : resolve(storePath(own));
  const store = BESIDE.filter((suffix) => file.endsWith(suffix))
    .map((suffix) => file.slice(0, -suffix.length))
    .find((name) => name === ownFile || lookAt(name).kind === 'store');
  if (store !== undefined) return store;
  return ownFile !== undefined && isLinkTo(file, ownFile) ? ownFile : undefined;
}

/** Returns true if a file has the store or a file beside it under another name. */
function isLinkTo(file: string, store: string): boolean {
  const identity = attempt(() => identityOf(file));
  if (identity === undefined) return false;
  return ['', ...BESIDE].some((suffix) => attempt(() => identityOf(`${store}${suffix}`)) === identity);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** Returns undefined if SQLite cannot read the file, which is not a reason to take it for something else. */
function lookInto(file: string, wal: boolean): StoreLook | undefined {
  try {
    using database = new DatabaseSync(lookingAddress(file, wal), { readOnly: true });
    return lookAtTables(database);
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (code !== NOT_A_DATABASE) return undefined;
    return { kind: 'other', what: 'not a SQLite file, or is damaged', mayBeDamaged: true };
  }
}

/** The result code of SQLite for a file in another format. */
const NOT_A_DATABASE = 26;

const MIGRATION_TABLE = 'kysely_migration';
/** Kysely makes these before the first migration, whose transaction may have been interrupted. */
const MADE_FIRST = new Set([MIGRATION_TABLE, 'kysely_migration_lock']);

function lookAtTables(database: DatabaseSync): StoreLook {
  const id = database.prepare('pragma application_id').get()?.application_id;
  // Reading any table parses the whole schema, which takes 4 ms.
  if (id === APPLICATION_ID) return { kind: 'store' };
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all()
    .map(({ name }) => String(name));
  const migrations = tables.includes(MIGRATION_TABLE) ? migrationsOf(database) : [];
  if (id === 0) {
    const isOfKnownVersion = compareMigrations(migrations).unknown.length < migrations.length;
    if (isOfKnownVersion && tables.includes('pets')) return { kind: 'store' };
    if (migrations.length === 0 && tables.every((name) => MADE_FIRST.has(name))) return { kind: 'absent' };
  }
  return { kind: 'other', what: 'the SQLite file of another program', mayBeDamaged: false };
}

function migrationsOf(database: DatabaseSync): string[] {
  const rows = database.prepare(`select name from ${MIGRATION_TABLE} order by name`).all();
  return rows.map(({ name }) => String(name));
}
