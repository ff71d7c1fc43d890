import {
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './sqlite-adapter.ts';
import type { WriteLock } from './write-lock.ts';

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
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
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
