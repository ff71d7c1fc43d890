import { startPostgres } from './postgres-server.ts';

/** Starts the PostgreSQL server of all test files, which find its URL in TEST_POSTGRES_URL, while `run` runs. */
export async function withPostgres<T>(run: () => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = postgres.url;
  try {
    return await run();
  } finally {
    await postgres.remove();
  }
}
