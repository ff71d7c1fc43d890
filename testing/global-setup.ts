import { startPostgres } from './servers/postgres-server.ts';

const servers: Array<{ remove(): Promise<void> }> = [];

/** Starts the PostgreSQL server of all test files. They find its URL in TEST_POSTGRES_URL. */
export async function globalSetup(): Promise<void> {
  const postgres = await startPostgres();
  servers.push(postgres);
  process.env.TEST_POSTGRES_URL = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await Promise.all(servers.map((server) => server.remove()));
}
