import type { CreateTableBuilder } from 'kysely';
import type { Engine } from '../database.ts';

/** Adds an id that increases from 1. The ids of deleted rows are not used again. */
export function withId<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return table.addColumn('id', engine.idType, (column) =>
    engine.idIsIdentity
      ? column.generatedAlwaysAsIdentity().primaryKey()
      : column.primaryKey().autoIncrement(),
  );
}
