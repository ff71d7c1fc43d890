import type { OrderStatus, PetStatus } from '@petstore/client';
import { statusName } from '../texts/status-names.ts';

export function Status({ status }: { status: PetStatus | OrderStatus | undefined }) {
  return <span className={`status status-${status ?? 'none'}`}>{statusName(status)}</span>;
}
