import type { Order, OrderChange, OrderStatus, PetStatus } from '@petstore/client';

/** One step that an order can be taken. */
export interface OrderStep {
  to: OrderChange['status'];
  name: string;
  /** What is shown while the service has not answered. */
  doing: string;
  /** No other step leads back. */
  isFinal: boolean;
}

const APPROVE: OrderStep = { to: 'approved', name: 'Approve', doing: 'Approving…', isFinal: false };
const COMPLETE: OrderStep = { to: 'completed', name: 'Complete', doing: 'Completing…', isFinal: true };
const CANCEL: OrderStep = { to: 'cancelled', name: 'Cancel', doing: 'Cancelling…', isFinal: true };

/** The steps that can follow a status, as the service has it; an order that has ended has none. */
export function stepsFrom(status: OrderStatus): readonly OrderStep[] {
  if (status === 'placed') return [APPROVE, CANCEL];
  return status === 'approved' ? [COMPLETE, CANCEL] : [];
}

/** What the service makes of the animal when its order comes to a status. */
export const ANIMAL_STATUS_AFTER: Readonly<Record<OrderStatus, PetStatus>> = {
  placed: 'pending',
  approved: 'pending',
  completed: 'sold',
  cancelled: 'available',
  expired: 'available',
};

/** Whether the order holds its animal. */
export function isOpen({ status }: Pick<Order, 'status'>): boolean {
  return status === 'placed' || status === 'approved';
}
