import type { Pet } from '@petstore/client';

/** An animal on hold keeps its public page; one that was adopted or has no status has none. */
export function isPublic(status: Pet['status']): boolean {
  return status === 'available' || status === 'pending';
}
