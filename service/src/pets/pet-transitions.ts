import type { PetStatus } from './pet.ts';

type Current = PetStatus | 'none';

/** What a `PATCH` may make of a pet's status while no order holds it. A sold animal that comes back is available again. */
export const PET_TRANSITIONS: Readonly<Record<Current, readonly PetStatus[]>> = {
  none: ['available', 'pending', 'sold'],
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

export function statusesFrom(status: PetStatus | undefined): readonly PetStatus[] {
  return PET_TRANSITIONS[status ?? 'none'];
}
