import type { Database } from '../../service/src/platform/database/database.ts';
import { runSyncOf, withEngine } from '../../service/src/platform/database/prepared-query.ts';

/** Records the prepared queries that a store reads with from now on. */
export function recordQueries({ read, engine }: Database): { of(table: string): number } {
  const recorded: string[] = [];
  const runSync = runSyncOf(read);
  if (runSync !== undefined) {
    withEngine(read, engine, (text, parameters) => {
      recorded.push(text);
      return runSync(text, parameters);
    });
  } else {
    const execute = read.executeQuery.bind(read);
    read.executeQuery = (query, queryId) => {
      if ('sql' in query) recorded.push(query.sql);
      return execute(query, queryId);
    };
  }
  return {
    /** The number of queries that selected from the table so far. */
    of: (table) => recorded.filter((text) => text.includes(` from "${table}"`)).length,
  };
}
