import type { OrderStatus, PetStatus } from '@petstore/client';

/** An animal may have no status. */
const NAMES: Readonly<Record<PetStatus | OrderStatus | 'none', string>> = {
  available: 'Available',
  pending: 'On hold',
  sold: 'Adopted',
  placed: 'Placed',
  approved: 'Approved',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  none: 'No status',
};

export function statusName(status: PetStatus | OrderStatus | undefined): string {
  return NAMES[status ?? 'none'];
}

export function Status({ status }: { status: PetStatus | OrderStatus | undefined }) {
  return <span className={`status status-${status ?? 'none'}`}>{statusName(status)}</span>;
}
