import type { PetStatus } from '@petstore/client';

/** The statuses that can follow one, as the service has it; while an order is open the service refuses all. */
export function statusChoices(status: PetStatus | undefined): readonly PetStatus[] {
  switch (status) {
    case 'available':
      return ['pending', 'sold'];
    case 'pending':
      return ['available', 'sold'];
    case 'sold':
      return ['available'];
    default:
      return ['available', 'pending', 'sold'];
  }
}
