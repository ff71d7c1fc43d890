import type { Principal } from '../accounts/principal.ts';
import { MAX_QUOTA, PLANS, type Quota, quotaOf } from './plan.ts';
import type { QuotaSubject } from './quota-engine.ts';

/** How many requests a minute the persons of an account may send for each one of its keys. */
export const PERSONS_FACTOR = 10;

/** Whose requests are counted together: those of all keys of an account, or those of all its persons. */
export interface Sender {
  readonly subject: QuotaSubject;
  readonly quota: Quota;
}

/**
 * Returns the sender for which a request is counted. The persons of an account share one quota beside that of its keys, so that they cannot use up
 * what its web site needs. It is counted under the negative id of the account, which no account has, and
 * only in memory or in Valkey.
 */
export function senderOf({ account, key }: Principal): Sender {
  const quota = quotaOf(account);
  if (key !== undefined) return { subject: { accountId: account.id, keyId: key.chainId }, quota };
  return { subject: { accountId: -account.id, keyId: -account.id }, quota: quotaOfPersons(quota) };
}

/** A custom quota may be smaller than that of Free, which is enough for people at work. */
function quotaOfPersons({ perMinute }: Quota): Quota {
  const requests = PERSONS_FACTOR * Math.max(perMinute, PLANS.free.perMinute);
  return { perMinute: Math.min(requests, MAX_QUOTA), perDay: undefined };
}
