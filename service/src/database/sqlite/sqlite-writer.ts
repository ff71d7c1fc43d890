import {
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { WriteLock } from '../write-lock.ts';
import type { SqliteConnection } from './sqlite-adapter.ts';

/** Kysely's SQLite dialect where it writes: transactions begin with the lock. */
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

/** SQLite has no locks of rows, and a writer needs none: the whole store is its own until it commits. */
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

  /** SQLite ends a transaction by itself when the disk is full; rolling back again would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite rolls back DDL like any other change, so that processes that migrate at once do it one after the other. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
