/** `reader` reads; `member` also adds pets and manages its own; `manager` may act on every pet and order. */
export const ROLES = ['reader', 'member', 'manager'] as const;
export type Role = (typeof ROLES)[number];

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

const NAME_LIMIT = 100;

/** What is wrong with an account's name, as the end of a sentence; undefined if nothing is. */
export function accountNameFault(name: string): string | undefined {
  if (name.length < 1 || name.length > NAME_LIMIT) return `must have 1 to ${NAME_LIMIT} characters`;
  if (name !== name.trim()) return 'must not begin or end with white space';
  if (/\p{C}/u.test(name)) return 'must not contain control characters';
  return undefined;
}

/** Whether an account may act on what an account owns; what nobody owns is the managers' alone. */
export function mayActOn(account: Pick<Account, 'id' | 'role'>, ownerId: bigint | null): boolean {
  return account.role === 'manager' || account.id === ownerId;
}

/** Whether a role may use an HTTP method at all; what it may do to which pet is decided where the pet is known. */
export function mayUseMethod(role: Role, method: string): boolean {
  return role !== 'reader' || method === 'GET' || method === 'HEAD';
}
