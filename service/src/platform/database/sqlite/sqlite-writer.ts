import {
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { WorkClock } from '../../core/clock.ts';
import { isBusy, type SqliteConnection } from './sqlite-adapter.ts';

const BUSY_TIMEOUT_MS = 2000;
const BUSY_PAUSE_MS = 5;

/** The SQLite dialect of Kysely for writing: transactions begin with the write lock. */
export class WriterDialect extends SqliteDialect {
  readonly #connection: SqliteConnection;
  readonly #lock: WriteLock;

  constructor(connection: SqliteConnection, lock: WriteLock) {
    super({ database: connection });
    this.#connection = connection;
    this.#lock = lock;
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.#connection, this.#lock);
  }

  override createAdapter(): SqliteAdapter {
    return new WriterAdapter();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new WriterQueryCompiler();
  }
}

/** Leaves out row locks, which SQLite does not have: a transaction locks the whole store. */
class WriterQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (['ForUpdate', 'ForNoKeyUpdate', 'SkipLocked'].includes(node.modifier ?? '')) return;
    super.visitSelectModifier(node);
  }
}

class WriterDriver extends SqliteDriver {
  readonly #connection: SqliteConnection;
  readonly #lock: WriteLock;

  constructor(connection: SqliteConnection, lock: WriteLock) {
    super({ database: connection });
    this.#connection = connection;
    this.#lock = lock;
  }

  override async beginTransaction(): Promise<void> {
    await this.#lock.begin();
  }

  /** If the disk is full, SQLite ends the transaction by itself. Another rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite has transactional DDL, so concurrent migrations of several processes run one after the other. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The write lock of SQLite, which other processes take, too. Waiting for it does not block reads. */
export class WriteLock {
  readonly #connection: SqliteConnection;
  readonly #clock: WorkClock;
  #deadline: number;
  #isHeldElsewhere = false;

  constructor(connection: SqliteConnection, clock: WorkClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#deadline = this.deadlineFromNow();
  }

  deadlineFromNow(): number {
    return deadlineFromNow(this.#clock);
  }

  isPast(deadline: number): boolean {
    return this.#clock.monotonic() >= deadline;
  }

  /** Sets the deadline of the next `begin`. */
  waitUntil(deadline: number): void {
    this.#deadline = deadline;
  }

  /** Runs `BEGIN IMMEDIATE`. Blocks for up to 20 ms at first, then retries without blocking until the deadline. */
  begin(): Promise<void> {
    return retryWhileBusy(this.#clock, this.#deadline, () => this.#tryBegin());
  }

  #tryBegin(): void {
    try {
      this.#connection.begin(this.#isHeldElsewhere ? 'nowait' : 'wait');
      this.#isHeldElsewhere = false;
    } catch (error) {
      this.#isHeldElsewhere = isBusy(error);
      throw error;
    }
  }
}

/** Returns when a write that starts to wait now gives up. */
export function deadlineFromNow(clock: WorkClock): number {
  return clock.monotonic() + BUSY_TIMEOUT_MS;
}

/** Retries, without blocking, while another process holds the lock. */
export async function retryWhileBusy<T>(
  clock: WorkClock,
  deadline: number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || clock.monotonic() >= deadline) throw error;
    }
    await clock.pause(BUSY_PAUSE_MS);
  }
}
