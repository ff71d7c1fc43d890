import { firstAccounts, insertAccount } from '../accounts/account-store.ts';
import { keyKindOf } from '../accounts/api-key.ts';
import { issueApiKey } from '../accounts/api-key-store.ts';
import type { Environment } from '../config.ts';
import type { Database } from '../database/database.ts';

/** The account that owns what is imported without `--owner`. */
export const DEFAULT_ACCOUNT = 'default';

/** What is printed while no account may act on every pet and order. */
export const NO_MANAGER =
  'No account has the role manager, which may act on every animal and order. Create one: petstore accounts create NAME --plan business --role manager';

/** On a store without accounts: makes the account `default`, and returns the secret of its key. */
export async function createFirstAccount(
  database: Database,
  environment: Environment,
  now: number,
): Promise<string | undefined> {
  return database.write(async (queries) => {
    if ((await firstAccounts(queries, 1)).length > 0) return undefined;
    const account = await insertAccount(
      queries,
      { name: DEFAULT_ACCOUNT, plan: 'business', role: 'manager', agreed: undefined },
      now,
    );
    if (account === undefined) return undefined;
    const kind = keyKindOf(environment);
    return (await issueApiKey(queries, { accountId: account.id, kind }, now)).secret;
  });
}
