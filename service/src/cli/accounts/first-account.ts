import { firstAccounts, insertAccount } from '../../accounts/account-store.ts';
import { keyKindOf } from '../../accounts/api-key.ts';
import { issueApiKey } from '../../accounts/api-key-store.ts';
import type { Environment } from '../../config/settings.ts';
import type { Database } from '../../database/database.ts';

/** The account that owns what is imported without `--owner`. */
export const DEFAULT_ACCOUNT = 'default';

/** Printed while no account may act on every pet and order. */
export const CREATE_MANAGER = 'Create one: petstore accounts create NAME --plan business --role manager';
export const NO_MANAGER = `No account has the role manager, which may act on every animal and order. ${CREATE_MANAGER}`;

/**
 * On a store without accounts: creates the account `default`, and returns the secret of its key.
 *
 * @param keep stores the secret before the account is committed, so that it cannot be lost. If it throws, there is no account.
 */
export async function createFirstAccount(
  database: Database,
  environment: Environment,
  now: number,
  keep: (secret: string) => void = () => {},
): Promise<string | undefined> {
  return database.write(async (queries) => {
    if ((await firstAccounts(queries, 1)).length > 0) return undefined;
    const account = await insertAccount(
      queries,
      { name: DEFAULT_ACCOUNT, plan: 'business', role: 'manager', customQuota: undefined },
      now,
    );
    if (account === undefined) return undefined;
    const kind = keyKindOf(environment);
    const { secret } = await issueApiKey(queries, { accountId: account.id, kind }, now);
    keep(secret);
    return secret;
  });
}
