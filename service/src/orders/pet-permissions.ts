import { Type } from 'typebox';
import { type Account, mayActOn, mayUseMethod } from '../accounts/account.ts';
import { PET_EXAMPLE } from '../http/openapi/examples.ts';
import { PET_STATUSES, type Pet, type PetStatus } from '../pets/pet.ts';
import { statusesFrom } from '../pets/pet-transitions.ts';
import { ORDER_STATUSES, type OrderStatus, requestableFrom } from './order.ts';
import { mayChangeOrder } from './order-changes.ts';
import type { PetWithOrder } from './order-store.ts';

/** The operations on a pet and its order that depend on who asks, by their ids in the OpenAPI document. */
const OPERATIONS = ['changePet', 'removePet', 'placeOrder', 'changeOrder'] as const;
type PetOperation = (typeof OPERATIONS)[number];

/** What one account may do with one pet now. */
export interface PetPermissions {
  pet: Pet;
  allowedOperations: PetOperation[];
  allowedPetStatuses: PetStatus[];
  allowedOrderStatuses: OrderStatus[];
}

/**
 * Returns what the service would not refuse to the account, by the rules that the operations check themselves.
 *
 * @param mayPlace whether the account may have one more open order.
 */
export function permissionsFor(
  account: Account,
  { pet, ownerId, order }: PetWithOrder,
  mayPlace: boolean,
): PetPermissions {
  const mayWrite = mayUseMethod(account.role, 'PATCH');
  const ownsPet = mayWrite && mayActOn(account, ownerId);
  const allowedOrderStatuses =
    order === undefined || !mayWrite
      ? []
      : requestableFrom(order.status).filter((next) => mayChangeOrder(account, order, next));
  const isAllowed: Record<PetOperation, boolean> = {
    changePet: ownsPet,
    removePet: ownsPet && order === undefined,
    placeOrder: mayWrite && mayPlace && pet.status === 'available',
    changeOrder: allowedOrderStatuses.length > 0,
  };
  return {
    pet,
    allowedOperations: OPERATIONS.filter((operation) => isAllowed[operation]),
    allowedPetStatuses: ownsPet && order === undefined ? [...statusesFrom(pet.status)] : [],
    allowedOrderStatuses,
  };
}

const listOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Array(Type.Unsafe<Value>({ type: 'string', enum: [...values] }), { description });

export const PERMISSIONS_EXAMPLE: PetPermissions = {
  pet: PET_EXAMPLE,
  allowedOperations: ['changePet', 'removePet', 'placeOrder'],
  allowedPetStatuses: ['pending', 'sold'],
  allowedOrderStatuses: [],
};

const PetPermissionsSchema = Type.Object(
  {
    pet: Type.Unsafe<Pet>({ $ref: 'Pet#' }),
    allowedOperations: listOf(
      OPERATIONS,
      'The operations on the animal and on its open order that the service accepts from the account now.',
    ),
    allowedPetStatuses: listOf(
      PET_STATUSES,
      'What `changePet` may set as the status. Empty while an order holds the animal.',
    ),
    allowedOrderStatuses: listOf(
      ORDER_STATUSES.filter((status) =>
        ORDER_STATUSES.some((from) => requestableFrom(from).includes(status)),
      ),
      'What `changeOrder` may set as the status of the open order. Empty if no order holds the animal.',
    ),
  },
  {
    $id: 'PetPermissions',
    description: 'An animal, and what the account may do with it now.',
    examples: [PERMISSIONS_EXAMPLE],
  },
);

const PetPermissionsListSchema = Type.Array(Type.Unsafe<PetPermissions>({ $ref: 'PetPermissions#' }), {
  $id: 'PetPermissionsList',
  description: 'Animals, each with what the account may do with it now.',
});

export const PERMISSION_SCHEMAS = [PetPermissionsSchema, PetPermissionsListSchema];
