import { findAccount, insertAccount } from '../../service/src/accounts/account-store.ts';
import { issueApiKey } from '../../service/src/accounts/api-key-store.ts';
import type { Database } from '../../service/src/database/database.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';

/** A new key of the account with this name, which is made where it is not there. No load uses up its day. */
export function keyOf(database: Database, name: string, perMinute: number): Promise<string> {
  const now = Date.now();
  const customQuota = { perMinute, perDay: MAX_QUOTA };
  const terms = { name, plan: 'enterprise', role: 'member', customQuota } as const;
  return database.write(async (queries) => {
    const account = (await findAccount(queries, name)) ?? (await insertAccount(queries, terms, now));
    if (account === undefined) throw new Error(`The account ${name} cannot be made`);
    return (await issueApiKey(queries, { accountId: account.id, kind: 'live' }, now)).secret;
  });
}
