import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { andThen, type MaybePromise, observed } from '../core/maybe-promise.ts';
import type { Engine, Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** A query of Kysely, also a raw one. */
interface Compilable<Row> {
  compile(db: Queries): CompiledQuery<Row>;
}

type Value = string | bigint | number | boolean | Uint8Array | null | undefined;

/** The parameters of a query: values, lists of values, and lists of rows that have the same members. */
type Parameters<P> = { readonly [Name in keyof P]: Value | readonly Value[] | ReadonlyArray<Values<object>> };
type Values<R> = { readonly [Name in keyof R]: Value };

/** How many compiled shapes of one query are kept. */
const MAX_SHAPES = 256;

/**
 * A query that is compiled once: Kysely takes longer to compile a query than SQLite takes to run it. `build` gets
 * placeholders instead of the values of the parameters, so it cannot depend on them. What it may depend on is the shape of
 * the parameters, and each shape is compiled once:
 *
 * - which parameters are `undefined`,
 * - the lengths of lists, and the members of their first row, which the other rows must have, too,
 * - the values of the parameters that are named in `literals`.
 */
export class PreparedQuery<P extends Parameters<P>, Row> {
  readonly #build: (db: Queries, parameters: P) => Compilable<Row>;
  readonly #literals: readonly string[];
  /** A store and its transactions share one adapter. */
  readonly #byStore = new WeakMap<object, Map<string, Statement>>();

  constructor(
    build: (db: Queries, parameters: P) => Compilable<Row>,
    literals: ReadonlyArray<keyof P & string> = [],
  ) {
    this.#build = build;
    this.#literals = literals;
  }

  /** Returns all rows: immediately on SQLite, a promise on PostgreSQL. */
  all(db: Queries, parameters: P): MaybePromise<Row[]> {
    const flat = flatten(parameters, this.#literals);
    const { sql, template } = this.#statement(db, parameters, flat);
    const bound = template === undefined ? flat.values : bind(template, flat.values);
    const { observe, runSync } = storeOf(db);
    const end = observe?.(sql, bound);
    if (end === undefined) return run<Row>(db, runSync, sql, bound);
    return observed(() => run<Row>(db, runSync, sql, bound), end);
  }

  /** Returns the first row; undefined if there is none. */
  first(db: Queries, parameters: P): MaybePromise<Row | undefined> {
    return andThen(this.all(db, parameters), ([row]) => row);
  }

  #statement(db: Queries, parameters: P, { shape, values }: Flat): Statement {
    const { adapter } = db.getExecutor();
    const statements = this.#byStore.get(adapter) ?? new Map<string, Statement>();
    const known = statements.get(shape);
    if (known !== undefined) return known;
    const query = this.#build(db, withPlaceholders(parameters, this.#literals)).compile(db);
    const statement = { sql: query.sql, template: templateOf(query.parameters, values.length) };
    this.#byStore.set(adapter, statements);
    if (statements.size >= MAX_SHAPES) statements.clear();
    statements.set(shape, statement);
    return statement;
  }
}

function run<Row>(
  db: Queries,
  runSync: RunSync | undefined,
  sql: string,
  bound: unknown[],
): MaybePromise<Row[]> {
  if (runSync !== undefined) return runSync(sql, bound) as Row[]; // the rows that the query returns
  const query = CompiledQuery.raw(sql, bound) as CompiledQuery<Row>;
  return db.executeQuery(query).then(({ rows }) => rows);
}

/** The query of one shape. */
interface Statement {
  readonly sql: string;
  /** Placeholders and constants, in the order in which they are bound; undefined if they are the flat parameters. */
  readonly template: readonly unknown[] | undefined;
}

/** Stands for a value of the parameters while a query is built. */
class Placeholder {
  /** The position of the value in the flat parameters. */
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }
}

interface Flat {
  readonly shape: string;
  /** The values of the parameters in one list, without literals. */
  readonly values: unknown[];
}

function flatten(parameters: Readonly<Record<string, unknown>>, literals: readonly string[]): Flat {
  let shape = '';
  const values: unknown[] = [];
  // Faster than Object.entries: a page has fifteen filters, most of them undefined.
  for (const name in parameters) {
    const value: unknown = parameters[name];
    if (value === undefined) continue;
    shape += ` ${name}`;
    if (literals.includes(name)) shape += `=${value}`;
    else if (Array.isArray(value)) shape += flattenList(value, values);
    else values.push(value);
  }
  return { shape, values };
}

/** Appends the values of a list. Returns its shape. */
function flattenList(list: readonly unknown[], values: unknown[]): string {
  const members = membersOf(list);
  if (members === undefined) values.push(...list);
  else for (const row of list) flattenRow(row as Record<string, unknown>, members, values);
  return `[${list.length} ${members}]`;
}

function flattenRow(row: Record<string, unknown>, members: readonly string[], values: unknown[]): void {
  let count = 0;
  // Faster than Object.entries for the 500 rows of an import.
  for (const name in row) {
    if (name !== members[count] || row[name] === undefined)
      throw new TypeError(`Unexpected member ${name} in a row`);
    values.push(row[name]);
    count += 1;
  }
  if (count < members.length) throw new TypeError(`A row lacks the member ${members[count]}`);
}

/** Returns the members that all rows of a list have; undefined for a list of values. */
function membersOf([first]: readonly unknown[]): string[] | undefined {
  return typeof first === 'object' && first !== null ? Object.keys(first) : undefined;
}

/** Replaces each value with a placeholder, in the order of `flatten`. */
function withPlaceholders<P extends object>(parameters: P, literals: readonly string[]): P {
  let count = 0;
  const next = () => {
    count += 1;
    return new Placeholder(count - 1);
  };
  const replaced = Object.entries(parameters).map(([name, value]) => {
    if (value === undefined || literals.includes(name)) return [name, value];
    if (!Array.isArray(value)) return [name, next()];
    const members = membersOf(value);
    if (members === undefined) return [name, value.map(next)];
    return [name, value.map(() => Object.fromEntries(members.map((member) => [member, next()])))];
  });
  return Object.fromEntries(replaced) as P; // to Kysely, a placeholder is a value
}

/** Returns undefined if the query binds all `count` flat parameters in their order: then an import binds 2,000 values without a copy. */
function templateOf(values: readonly unknown[], count: number): readonly unknown[] | undefined {
  const isInOrder = values.every((value, index) => value instanceof Placeholder && value.position === index);
  return isInOrder && values.length === count ? undefined : values;
}

function bind(template: readonly unknown[], values: readonly unknown[]): unknown[] {
  const bound: unknown[] = [];
  for (const item of template) bound.push(item instanceof Placeholder ? values[item.position] : item);
  return bound;
}

/**
 * Returns the value of a LIMIT. SQLite prepares a statement again for each value that is bound to a plain LIMIT, because
 * its planner uses the value (1,000 rows, 3 of them read: 4.5 instead of 1.6 us).
 */
export function rowLimit(limit: number): RawBuilder<bigint> {
  return sql<bigint>`${limit} + 0`;
}

/** A page of rows by id in one direction, after the id `after`. */
export interface IdRange {
  readonly after?: bigint | undefined;
  readonly descending?: boolean | undefined;
  readonly limit: number;
}

/** Runs a statement synchronously and returns its rows. */
export type RunSync = (sql: string, parameters: readonly unknown[]) => unknown[];

/** Called with a statement before it runs. Returns what to call at its end, with its error if it fails. */
export type ObserveStatement = (
  sql: string,
  parameters: readonly unknown[],
) => ((error?: unknown) => void) | undefined;

interface Store {
  readonly engine: Engine;
  readonly runSync: RunSync | undefined;
  observe?: ObserveStatement;
}

/** The store of each adapter. A store and its transactions share one adapter. */
const stores = new WeakMap<object, Store>();

/**
 * Sets the engine of the queries of a store and of its transactions.
 *
 * @param runSync if the engine is in this process.
 */
export function withEngine(db: Kysely<Tables>, engine: Engine, runSync?: RunSync): Kysely<Tables> {
  stores.set(db.getExecutor().adapter, { engine, runSync });
  return db;
}

/** Observes the prepared queries of a store and of its transactions from now on. */
export function observeStatements(db: Queries, observe: ObserveStatement): void {
  storeOf(db).observe = observe;
}

export function engineOf(db: Queries): Engine {
  return storeOf(db).engine;
}

/** Returns undefined if the engine is a server. */
export function runSyncOf(db: Queries): RunSync | undefined {
  return storeOf(db).runSync;
}

function storeOf(db: Queries): Store {
  const store = stores.get(db.getExecutor().adapter);
  if (store === undefined) throw new Error('These queries do not belong to an open store');
  return store;
}
