/**
 * `reader` reads; `volunteer` also adds pets, and changes profiles and photos of its own account; `member` manages all that its own
 * account has; `manager` and `admin` may act on all pets and orders.
 */
export const ROLES = ['reader', 'volunteer', 'member', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The roles of accounts and API keys: only a person can be a volunteer. */
export const ACCOUNT_ROLES = ['reader', 'member', 'manager', 'admin'] as const satisfies readonly Role[];
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** The roles of persons. */
export const PERSON_ROLES = ['volunteer', 'member', 'manager', 'admin'] as const satisfies readonly Role[];
export type PersonRole = (typeof PERSON_ROLES)[number];

/** What a key can be limited to, whatever the role of its account. */
export const KEY_SCOPES = ['applications:create'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Returns true for a role and for those that may do more: `ROLES` is in this order. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns the role of a key or of a person, which may be below that of the account. */
export function lowerRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? other : one;
}

/** Returns true if a role may use an HTTP method on any resource. Routes check the permission for each pet. */
export function mayUseMethod(role: Role, method: string): boolean {
  return role !== 'reader' || method === 'GET' || method === 'HEAD';
}
