import type { OrderChange, OrderStatus, PetStatus } from '@petstore/client';
import { TEXTS } from './orders-texts.ts';

type ConfirmationText = (name: string, id: bigint) => string;

/** A change of status that the user can make. */
export interface OrderStep {
  to: OrderChange['status'];
  name: string;
  /** The text while the request is sent. */
  pending: string;
  /** What the user must confirm, because it cannot be undone: texts about the animal and the order. */
  confirmation?: { question: ConfirmationText; yes: ConfirmationText };
}

const APPROVE: OrderStep = { to: 'approved', ...TEXTS.steps.approved };
const COMPLETE: OrderStep = {
  to: 'completed',
  ...TEXTS.steps.completed,
  confirmation: TEXTS.final.completed,
};
const CANCEL: OrderStep = { to: 'cancelled', ...TEXTS.steps.cancelled, confirmation: TEXTS.final.cancelled };

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
