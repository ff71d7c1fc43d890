import { Type } from 'typebox';
import { type Account, mayActOn } from '../../access/accounts/account.ts';
import { isAtLeast } from '../../platform/core/role.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { PET_STATUSES, type Pet, type PetStatus, statusesFrom } from '../pets/pet.ts';
import { type OrderStatus, REQUESTABLE_STATUSES, requestableFrom } from './order.ts';
import { mayChangeOrder } from './order-changes.ts';
import type { PetWithOrder } from './order-queries.ts';

/** The operations on a pet and its order that depend on the account, by their ids in openapi.json. */
const OPERATIONS = ['changePet', 'removePet', 'placeOrder', 'changeOrder'] as const;
type PetOperation = (typeof OPERATIONS)[number];

/** The current permissions of one account for one pet. */
export interface PetPermissions {
  pet: Pet;
  allowedOperations: PetOperation[];
  allowedPetStatuses: PetStatus[];
  allowedOrderStatuses: OrderStatus[];
}

/**
 * Returns what the service would accept from the account. It applies the same rules as the operations.
 *
 * @param mayPlace true if the account has fewer open orders than the maximum, and those that the pet goes together with are available.
 */
export function permissionsFor(
  account: Account,
  { pet, ownerId, order }: PetWithOrder,
  mayPlace: boolean,
): PetPermissions {
  const mayWrite = isAtLeast(account.role, 'member');
  const ownsPet = mayWrite && mayActOn(account, ownerId);
  const mayEdit = isAtLeast(account.role, 'volunteer') && mayActOn(account, ownerId);
  const allowedOrderStatuses =
    order === undefined || !mayWrite
      ? []
      : requestableFrom(order.status).filter((next) => mayChangeOrder(account, order, next));
  const isAllowed: Record<PetOperation, boolean> = {
    changePet: mayEdit,
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
      'The operations on the animal and on its open order that the account can use now.',
    ),
    allowedPetStatuses: listOf(
      PET_STATUSES,
      'The statuses that `changePet` can set. Empty while an order holds the animal.',
    ),
    allowedOrderStatuses: listOf(
      REQUESTABLE_STATUSES,
      'The statuses that `changeOrder` can set on the open order. Empty if no order holds the animal.',
    ),
  },
  {
    $id: 'PetPermissions',
    description: 'An animal with the current permissions of the account.',
    examples: [PERMISSIONS_EXAMPLE],
  },
);

const PetPermissionsListSchema = Type.Array(Type.Unsafe<PetPermissions>({ $ref: 'PetPermissions#' }), {
  $id: 'PetPermissionsList',
  description: 'Animals with the current permissions of the account.',
});

export const PERMISSION_SCHEMAS = [PetPermissionsSchema, PetPermissionsListSchema];
