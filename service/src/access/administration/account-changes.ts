import { ApiError, quote } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import type { Account, AccountRecord } from '../accounts/account.ts';
import { findAccount, insertAccount, updateAccount } from '../accounts/account-queries.ts';
import { keepAnAdmin } from './last-admin.ts';

// Every function changes an account and records that in the audit. Call them in a transaction.

type Terms = Pick<Account, 'name' | 'plan' | 'role' | 'customQuota'>;

export type AccountChange = Partial<Terms> & { readonly isDisabled?: boolean | undefined };

/** @throws {ApiError} `account_exists`, or `invalid_body` for a quota that does not fit the plan. */
export async function createAccount(db: Queries, terms: Terms, change: Change): Promise<AccountRecord> {
  checkQuota(terms);
  const account = await insertAccount(db, terms, change.at);
  if (account === undefined) throw nameTaken(terms.name);
  const { id, name, plan, role, customQuota } = account;
  const subject = { id, name };
  await recordAudit(db, {
    ...change,
    action: 'account.created',
    subject,
    details: { plan, role, quota: customQuota },
  });
  return account;
}

/**
 * Changes the given members of an account. Another plan than Enterprise ends its custom quota.
 *
 * @throws {ApiError} `account_not_found`, `account_exists`, `last_admin_key`, or `invalid_body` for a quota that does not fit
 * the plan.
 */
export async function changeAccount(
  db: Queries,
  id: bigint,
  asked: AccountChange,
  change: Change,
): Promise<AccountRecord> {
  // Otherwise another change could take the name between the check and the update.
  await lockAccess(db);
  return keepAnAdmin(db, change.at, async () => {
    const before = await findAccount(db, { id });
    if (before === undefined) throw accountNotFound(String(id));
    const after = changed(before, asked, change.at);
    checkQuota(after);
    const details = differences(before, after);
    if (Object.keys(details).length === 0) return before;
    if (after.name !== before.name && (await findAccount(db, { name: after.name })) !== undefined) {
      throw nameTaken(after.name);
    }
    await updateAccount(db, after);
    const subject = { id, name: after.name };
    const old = differences(after, before);
    await recordAudit(db, { ...change, action: 'account.updated', subject, details, before: old });
    return after;
  });
}

const versionLock = new PreparedQuery((db: Queries) =>
  db.selectFrom('access_version').select('version').forUpdate(),
);

/** Lets this transaction see every change of an account, a key or a ban before its own: no other one can change them until it ends. */
async function lockAccess(db: Queries): Promise<void> {
  await versionLock.all(db, {});
}

function changed(before: AccountRecord, { isDisabled, ...asked }: AccountChange, now: number): AccountRecord {
  const plan = asked.plan ?? before.plan;
  const customQuota = asked.customQuota ?? (plan === 'enterprise' ? before.customQuota : undefined);
  const isOff = isDisabled ?? before.disabledAt !== undefined;
  return {
    ...before,
    name: asked.name ?? before.name,
    plan,
    role: asked.role ?? before.role,
    customQuota,
    disabledAt: isOff ? (before.disabledAt ?? now) : undefined,
  };
}

/** Returns the members that differ, as the API names them, with their new values. */
function differences(before: AccountRecord, after: AccountRecord): Record<string, unknown> {
  const [old, current] = [before, after].map(({ name, plan, role, customQuota, disabledAt }) => ({
    name,
    plan,
    role,
    quota: customQuota ?? null,
    disabled: disabledAt !== undefined,
  }));
  const oldValues: Record<string, unknown> = { ...old };
  return Object.fromEntries(
    Object.entries({ ...current }).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(oldValues[member]),
    ),
  );
}

function checkQuota(terms: Pick<Terms, 'plan' | 'customQuota'>): void {
  const faults = quotaFaults(terms);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
}

/** Returns the fault of a custom quota that does not fit the plan. */
export function quotaFaults({ plan, customQuota }: Pick<Terms, 'plan' | 'customQuota'>): FieldFault[] {
  if (plan === 'enterprise' && customQuota === undefined)
    return [faultOf('quota', 'is missing: the plan enterprise needs perMinute and perDay')];
  if (plan !== 'enterprise' && customQuota !== undefined)
    return [faultOf('quota', `is only for the plan enterprise; the plan is ${plan}`)];
  return [];
}

function nameTaken(name: string): ApiError {
  return new ApiError('account_exists', `Another account has the name ${quote(name)}.`);
}

/** @param id the id as the request contains it; the caller quotes a value that is not an int64. */
export function accountNotFound(id: string): ApiError {
  return new ApiError('account_not_found', `There is no account with the id ${id}.`);
}
