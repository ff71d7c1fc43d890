import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the value of a LIMIT. SQLite prepares a statement again for each value that is bound to a plain LIMIT, because
 * its planner uses the value (1,000 rows, 3 of them read: 4.5 instead of 1.6 us).
 */
export function rowLimit(limit: number): RawBuilder<bigint> {
  return sql<bigint>`${limit} + 0`;
}
