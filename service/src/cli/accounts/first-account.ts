import { firstAccounts, insertAccount } from '../../access/accounts/account-queries.ts';
import { keyKindOf } from '../../access/accounts/api-key.ts';
import { issueApiKey } from '../../access/accounts/api-key-queries.ts';
import { createFirstLink } from '../../access/administration/first-link.ts';
import type { Environment } from '../../platform/config/options.ts';
import type { Database } from '../../platform/database/database.ts';

/** The owner of imported pets without `--owner`. */
export const DEFAULT_ACCOUNT = 'default';

export const CREATE_ADMIN = 'Create one: petstore accounts create NAME --plan business --role admin';
/** Printed while no account has the role admin. */
export const NO_ADMIN = `No account has the role admin. Change the role of one: petstore accounts update NAME --role admin. ${CREATE_ADMIN}`;

/** How its owner gets into a new store. */
export interface FirstAccess {
  readonly secret: string;
  /** The token of the first link. */
  readonly token: string;
}

/**
 * Creates the account `default` with a key, and a link to another one. Returns undefined if the store has an account.
 *
 * @param keep stores the secret before the commit, so that it cannot be lost. If it throws, no account is created.
 */
export async function createFirstAccount(
  database: Database,
  environment: Environment,
  now: number,
  keep: (secret: string) => void = () => {},
): Promise<FirstAccess | undefined> {
  // Read first: the store may be full.
  if ((await firstAccounts(database.read, 1)).length > 0) return undefined;
  return database.write(async (queries) => {
    if ((await firstAccounts(queries, 1)).length > 0) return undefined;
    const account = await insertAccount(
      queries,
      { name: DEFAULT_ACCOUNT, plan: 'business', role: 'admin', customQuota: undefined },
      now,
    );
    if (account === undefined) return undefined;
    const kind = keyKindOf(environment);
    const { secret } = await issueApiKey(queries, { accountId: account.id, kind }, now);
    keep(secret);
    return { secret, token: await createFirstLink(queries, account.id, now) };
  });
}
