import { Type } from 'typebox';
import type { Account } from '../accounts/account.ts';
import { accountOf } from '../accounts/authenticate.ts';
import { stringifyJson } from '../core/json.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database, Queries } from '../database/database.ts';
import { idList, idsIn, olderIdList } from '../http/requests/id-list.ts';
import { Representation } from '../http/responses/representation.ts';
import { type Route, route } from '../http/route.ts';
import { MAX_OPEN_ORDERS } from './order.ts';
import { countOpenOrders, findPetsWithOrders } from './order-queries.ts';
import { PERMISSIONS_EXAMPLE, type PetPermissions, permissionsFor } from './pet-permissions.ts';

const PET_IDS = {
  item: 'Identifier of an animal.',
  description: 'The animals, separated by commas. Without them, the list is empty.',
  example: [3562n, 3563n],
};

/** One request returns the permissions for a whole page of pets or orders. */
export function permissionRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/permissions',
      schema: {
        operationId: 'listPermissions',
        tags: ['Pets'],
        summary: 'List permissions',
        description:
          'Returns the animals with the given ids, newest first, each with the operations and statuses that this account can use now. Unknown ids are omitted.',
        query: Type.Object(
          {
            ids: idList(PET_IDS),
            petIds: olderIdList(PET_IDS),
          },
          { style: 'form', explode: false },
        ),
        responses: {
          200: {
            ...Type.Unsafe<PetPermissions[]>({ $ref: 'PetPermissionsList#' }),
            description: 'The animals with the permissions of the account.',
            examples: [[PERMISSIONS_EXAMPLE]],
          },
        },
      },
      stability: 'experimental',
      cache: 'account',
      handle: (exchange, { query }) => {
        const petIds = idsIn(query, 'petIds');
        if (petIds === undefined) return Representation.transient('[]');
        const account = accountOf(exchange);
        return andThen(findPetsWithOrders(database.read, petIds), (pets) =>
          andThen(mayPlaceAnotherOrder(database.read, account), (mayPlace) =>
            Representation.transient(
              stringifyJson(pets.map((pet) => permissionsFor(account, pet, mayPlace))),
            ),
          ),
        );
      },
    }),
  ];
}

function mayPlaceAnotherOrder(db: Queries, { id, role }: Account): MaybePromise<boolean> {
  if (role !== 'member') return true;
  return andThen(countOpenOrders(db, id), (count) => count < MAX_OPEN_ORDERS);
}
