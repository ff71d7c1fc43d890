// Names of rows for `WriteOptions.locks`. A transaction that locks several rows locks them in this order.

/** Every change of an account, a key or a ban locks one row (docs/adr/0036). */
export const ACCESS_LOCK = 'access';
export const SETTINGS_LOCK = 'settings';

export function accountLock(id: bigint): string {
  return `account ${id}`;
}

export function petLock(id: bigint): string {
  return `pet ${id}`;
}

export function categoryLock(id: bigint): string {
  return `category ${id}`;
}
