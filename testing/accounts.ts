import type { PlanName } from '../service/src/access/accounts/account.ts';
import { insertAccount } from '../service/src/access/accounts/account-queries.ts';
import { issueApiKey } from '../service/src/access/accounts/api-key-queries.ts';
import type { Role } from '../service/src/platform/core/role.ts';
import type { Database } from '../service/src/platform/database/database.ts';

export interface AccountTerms {
  plan?: PlanName;
  role?: Role;
  perMinute?: number;
  perDay?: number;
  expiresAt?: number;
  kind?: 'live' | 'test';
  allowedOrigins?: readonly string[];
}

/** A quota that no test reaches. */
export const UNLIMITED = { perMinute: 1_000_000_000, perDay: 1_000_000_000 } as const;

export interface TestAccount {
  id: bigint;
  keyId: bigint;
  key: string;
}

/** Adds an account with one key to a store, also while a service runs on it. */
export async function addAccount(
  database: Database,
  name: string,
  now: number,
  { plan = 'business', role = 'member', perMinute, perDay, kind = 'live', ...key }: AccountTerms,
): Promise<TestAccount> {
  const customQuota = perMinute === undefined ? undefined : { perMinute, perDay: perDay ?? 1_000_000 };
  const terms = { name, plan: customQuota === undefined ? plan : 'enterprise', role, customQuota } as const;
  return database.write(async (queries) => {
    const account = await insertAccount(queries, terms, now);
    if (account === undefined) throw new Error(`The account ${name} exists`);
    const { id, secret } = await issueApiKey(queries, { accountId: account.id, kind, ...key }, now);
    return { id: account.id, keyId: id, key: secret };
  });
}
