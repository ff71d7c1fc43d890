/** `reader` reads; `member` also adds pets and manages its own; `manager` and `admin` may act on all pets and orders. */
export const ROLES = ['reader', 'member', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Returns true for a role and for those that may do more: `ROLES` is in this order. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns the role of a key, which may be below that of its account. */
export function lowerRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? other : one;
}

/** Returns true if a role may use an HTTP method on any resource. Routes check the permission for each pet. */
export function mayUseMethod(role: Role, method: string): boolean {
  return role !== 'reader' || method === 'GET' || method === 'HEAD';
}
