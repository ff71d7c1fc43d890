import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';

/**
 * On SQLite, makes `pets.name_order` a plain column, which the service fills (`platform/database/pet-columns/name-order.ts`). As a generated column
 * it nested 186 calls of `replace` and used `octet_length`: SQLite 3.40, which Debian 12 has, could not read the schema, and with
 * it no table. PostgreSQL keeps the generated column, so that older processes that write beside this version fill it, too.
 */
export async function plainNameOrder(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine.name === 'postgres') return;
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** A virtual column has no values in the rows, so to drop it writes only the schema. */
const STATEMENTS = [
  'drop index pets_by_name',
  'alter table pets rename column name_order to generated_name_order',
  `alter table pets add column name_order text not null default ''`,
  'update pets set name_order = generated_name_order',
  'alter table pets drop column generated_name_order',
  'create index pets_by_name on pets (status, name_order, id)',
];
