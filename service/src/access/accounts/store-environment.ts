import { ConfigError } from '../../platform/config/option-values.ts';
import { ENVIRONMENTS, type Environment } from '../../platform/config/options.ts';
import type { Database, Queries } from '../../platform/database/database.ts';

const DEFAULT_ENVIRONMENT: Environment = 'production';

/**
 * Returns the environment of a store, and so the kind of its keys. A store that has none yet gets the configured one.
 *
 * @throws {ConfigError} if the store belongs to the other environment.
 */
export async function environmentOf(
  database: Database,
  configured: Environment | undefined,
): Promise<Environment> {
  const known = await requireEnvironment(database.read, configured);
  if (known !== undefined) return known;
  await database.write((db) =>
    db
      .updateTable('store_identity')
      .set({ environment: configured ?? DEFAULT_ENVIRONMENT })
      .where('environment', 'is', null)
      .execute(),
  );
  // Another process may have set it.
  return (await requireEnvironment(database.read, configured)) ?? DEFAULT_ENVIRONMENT;
}

/**
 * Returns the environment of a store; undefined if it has none yet.
 *
 * @throws {ConfigError} if the store belongs to another environment than the configured one.
 */
export async function requireEnvironment(
  db: Queries,
  configured: Environment | undefined,
): Promise<Environment | undefined> {
  const { environment } = await db
    .selectFrom('store_identity')
    .select('environment')
    .executeTakeFirstOrThrow();
  const known = ENVIRONMENTS.find((name) => name === environment);
  if (configured === undefined || known === undefined || known === configured) return known;
  throw new ConfigError(
    `this store is for ${known}, but PETSTORE_ENV or --env is ${configured}: remove it, or name another store with --database`,
  );
}

/** Changes nothing, but writes: it fails if the disk is full. */
export async function rewriteEnvironment(db: Queries): Promise<void> {
  await db
    .updateTable('store_identity')
    .set(({ ref }) => ({ environment: ref('environment') }))
    .execute();
}
