import type { Role } from '../../platform/core/role.ts';

export const PLAN_NAMES = ['free', 'pro', 'business', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** A customer of the service. */
export interface Account {
  readonly id: bigint;
  readonly name: string;
  readonly plan: PlanName;
  readonly role: Role;
  /** The quota of an Enterprise account; undefined on the other plans. */
  readonly customQuota: { readonly perMinute: number; readonly perDay: number } | undefined;
}

/** An account as admins see it. Times are milliseconds since the Unix epoch. */
export interface AccountRecord extends Account {
  readonly createdAt: number;
  /** Since then no key of the account is accepted; undefined for most accounts. */
  readonly disabledAt: number | undefined;
}

export const MAX_NAME_LENGTH = 100;

/** Returns what is wrong with the name of an account, as the end of a sentence; undefined if it is valid. */
export function accountNameFault(name: string): string | undefined {
  if (name.length < 1 || name.length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  if (name !== name.trim()) return 'must not begin or end with white space';
  if (/\p{C}/u.test(name)) return 'must not contain control characters';
  return undefined;
}

/** Returns true for managers and admins, who see and change the pets and orders of all accounts. */
export function mayActOnAll({ role }: Pick<Account, 'role'>): boolean {
  return role === 'manager' || role === 'admin';
}

/** Returns the owner of what an account may change; undefined if it may change what anyone owns. */
export function onlyOwnerFor(account: Pick<Account, 'id' | 'role'>): bigint | undefined {
  return mayActOnAll(account) ? undefined : account.id;
}

/** Returns true if an account may change what `ownerId` owns. Only managers and admins may change what has no owner. */
export function mayActOn(account: Pick<Account, 'id' | 'role'>, ownerId: bigint | null): boolean {
  return mayActOnAll(account) || account.id === ownerId;
}
