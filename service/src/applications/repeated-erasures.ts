import { MINUTE } from '../core/clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { idsJson, jsonIds } from '../database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../database/prepared-query.ts';
import type { ErasedRow } from '../database/recovery/erased-rows.ts';
import type { ErasureList } from '../database/recovery/erasure-list.ts';
import { eraseAgain } from './erasure.ts';

const ROWS_PER_QUERY = 500;
const REPEATED_PER_TRANSACTION = 50;
/** On PostgreSQL a transaction may commit after one that began later. */
const READ_AGAIN = 10 * MINUTE;

interface Position {
  readonly at: bigint;
  readonly id: bigint;
  readonly limit: number;
}

const erasedAfter = new PreparedQuery((db, { at, id, limit }: Position) =>
  db
    .selectFrom('applications')
    .select(['id', 'created_at', 'state', 'updated_at', 'ended_at', 'erased_at'])
    .where('erased_at', '>=', at)
    .where(({ eb, or }) => or([eb('erased_at', '>', at), eb('id', '>', id)]))
    .orderBy('erased_at')
    .orderBy('id')
    .limit(rowLimit(limit)),
);

const unerased = new PreparedQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('id', 'in', jsonIds(db, ids))
    .where('erased_at', 'is', null),
);

/**
 * Keeps the list of what was erased, and erases it again in a store that a recovery has returned to an earlier time. The store is
 * what is true, so a process that ends in between, or a full disk, leaves nothing out.
 */
export class RepeatedErasures {
  readonly #database: Database;
  readonly #list: ErasureList;
  readonly #listed = new Set<bigint>();
  #storeId = '';
  #isRepeated = false;
  /** Everything up to then is in the list. */
  #keptUpTo = 0n;

  constructor(database: Database, list: ErasureList) {
    this.#database = database;
    this.#list = list;
  }

  /** Returns how many applications were erased again. Call it before the store is served, and then now and then. */
  async run(now: number): Promise<number> {
    const repeated = this.#isRepeated ? 0 : await this.#repeat(now);
    this.#isRepeated = true;
    await this.#keep();
    return repeated;
  }

  async #repeat(now: number): Promise<number> {
    const { read } = this.#database;
    this.#storeId = await readStoreIdentity(read);
    const rows = this.#list.read(this.#storeId);
    for (const { id } of rows) this.#listed.add(id);
    let count = 0;
    for (let first = 0; first < rows.length; first += ROWS_PER_QUERY) {
      const some = rows.slice(first, first + ROWS_PER_QUERY);
      const left = await unerased.all(read, { ids: idsJson(some.map(({ id }) => id)) });
      const ids = new Set(left.map(({ id }) => id));
      count += await this.#eraseAll(
        some.filter(({ id }) => ids.has(id)),
        now,
      );
    }
    return count;
  }

  async #eraseAll(rows: readonly ErasedRow[], now: number): Promise<number> {
    let count = 0;
    for (let first = 0; first < rows.length; first += REPEATED_PER_TRANSACTION) {
      const some = rows.slice(first, first + REPEATED_PER_TRANSACTION);
      count += await this.#database.write((db) => eraseAgain(db, some, now));
    }
    return count;
  }

  async #keep(): Promise<void> {
    let position: Omit<Position, 'limit'> = { at: this.#keptUpTo, id: 0n };
    for (;;) {
      const found = await erasedAfter.all(this.#database.read, { ...position, limit: ROWS_PER_QUERY });
      const rows = found.flatMap(({ erased_at, ended_at, ...row }): ErasedRow[] =>
        erased_at === null ? [] : [{ ...row, erased_at, ended_at: ended_at ?? erased_at }],
      );
      const added = rows.filter(({ id }) => !this.#listed.has(id));
      if (added.length > 0) this.#list.append(this.#storeId, added);
      for (const { id } of added) this.#listed.add(id);
      const last = rows.at(-1);
      if (last !== undefined) position = { at: last.erased_at, id: last.id };
      if (found.length < ROWS_PER_QUERY) break;
    }
    const kept = position.at - BigInt(READ_AGAIN);
    if (kept > this.#keptUpTo) this.#keptUpTo = kept;
  }
}

export async function readStoreIdentity(db: Queries): Promise<string> {
  const { id } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  return id;
}
