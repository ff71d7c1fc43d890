import type { CreateTableBuilder } from 'kysely';
import type { Engine } from '../database.ts';

/** An id that counts up from 1 and is never given out twice, deleted rows included. */
export function withId<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return table.addColumn('id', engine.idType, (column) =>
    engine.idIsIdentity
      ? column.generatedAlwaysAsIdentity().primaryKey()
      : column.primaryKey().autoIncrement(),
  );
}
