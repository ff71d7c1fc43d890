import type { OrderChange, OrderStatus, PetStatus } from '@petstore/client';
import { TEXTS } from './orders-texts.ts';

/** A change of status that the user can make. */
export interface OrderStep {
  to: OrderChange['status'];
  name: string;
  /** The text while the request is sent. */
  pending: string;
  /** The user must confirm it, because it cannot be undone. */
  isFinal: boolean;
}

const APPROVE: OrderStep = { to: 'approved', ...TEXTS.steps.approved, isFinal: false };
const COMPLETE: OrderStep = { to: 'completed', ...TEXTS.steps.completed, isFinal: true };
const CANCEL: OrderStep = { to: 'cancelled', ...TEXTS.steps.cancelled, isFinal: true };

/** Returns the steps that the service allows from a status; none if the order has ended. */
export function stepsFrom(status: OrderStatus): readonly OrderStep[] {
  if (status === 'placed') return [APPROVE, CANCEL];
  return status === 'approved' ? [COMPLETE, CANCEL] : [];
}

/** The status of the animal after its order has changed to a status. */
export const PET_STATUS_FOR: Readonly<Record<OrderStatus, PetStatus>> = {
  placed: 'pending',
  approved: 'pending',
  completed: 'sold',
  cancelled: 'available',
  expired: 'available',
};
