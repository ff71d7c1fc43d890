import { MINUTE } from '../../platform/core/clock.ts';
import { Pace } from '../../platform/core/tasks/pace.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { ErasedRow } from '../../platform/database/recovery/erased-rows.ts';
import type { ErasureList } from '../../platform/database/recovery/erasure-list.ts';
import { eraseAgain } from './erasure.ts';

const ROWS_PER_QUERY = 500;
const REPEATED_PER_TRANSACTION = 50;
/** How long after its time an erasure may be committed. A request waits some seconds for its turn; of several processes, clocks differ as well. */
const MAX_DELAY = MINUTE;
const MAX_DELAY_OF_PROCESSES = 10 * MINUTE;

interface Position {
  readonly at: bigint;
  readonly id: bigint;
  readonly limit: number;
}

const erasedAfter = new PreparedQuery((db, { at, id, limit }: Position) =>
  db
    .selectFrom('applications')
    .select(['id', 'created_at', 'state', 'updated_at', 'erased_at'])
    .select(({ fn }) => fn.coalesce('ended_at', 'erased_at').$notNull().as('ended_at'))
    .where('erased_at', 'is not', null)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('erased_at', 'id'), '>', tuple(at, id)))
    .orderBy('erased_at')
    .orderBy('id')
    .limit(rowLimit(limit))
    .$narrowType<{ erased_at: bigint }>(),
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
  /** Those in the list that `keep` reads again. */
  #listed = new Set<bigint>();
  #storeId = '';
  #isRepeated = false;
  /** Everything until then is in the list. */
  #keptUntil = 0n;

  constructor(database: Database, list: ErasureList) {
    this.#database = database;
    this.#list = list;
  }

  /** Erases again what the list has, once. Returns how many applications that were. Call it before the store is served. */
  async repeat(now: number): Promise<number> {
    if (this.#isRepeated) return 0;
    const { read } = this.#database;
    this.#storeId = await readStoreIdentity(read);
    const rows = this.#list.read(this.#storeId);
    let count = 0;
    for (;;) {
      const some = Array.from({ length: ROWS_PER_QUERY }, () => rows.next().value).filter(
        (row) => row !== undefined,
      );
      if (some.length === 0) break;
      for (const { id } of some) this.#listed.add(id);
      const left = await unerased.all(read, { ids: idsJson(some.map(({ id }) => id)) });
      const ids = new Set(left.map(({ id }) => id));
      count += await this.#eraseAll(
        some.filter(({ id }) => ids.has(id)),
        now,
      );
    }
    this.#isRepeated = true;
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

  /** Adds to the list what was erased since. Call it now and then. */
  async keep(now: number, isStopped: () => boolean): Promise<void> {
    const { read, engine } = this.#database;
    const until = BigInt(now - (engine.supportsConcurrentWrites ? MAX_DELAY_OF_PROCESSES : MAX_DELAY));
    const listed = new Set<bigint>();
    const pace = new Pace();
    let position = { at: this.#keptUntil, id: 0n };
    for (;;) {
      const rows = await erasedAfter.all(read, { ...position, limit: ROWS_PER_QUERY });
      await this.#add(rows.filter(({ id }) => !this.#listed.has(id)));
      for (const { id, erased_at } of rows) if (erased_at >= until) listed.add(id);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_QUERY) break;
      position = { at: last.erased_at, id: last.id };
      await pace.rest();
      if (isStopped()) return;
    }
    this.#keptUntil = until;
    this.#listed = listed;
  }

  async #add(rows: readonly ErasedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#list.append(this.#storeId, rows);
    for (const { id } of rows) this.#listed.add(id);
  }
}

export async function readStoreIdentity(db: Queries): Promise<string> {
  const { id } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  return id;
}
