import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Account } from '../accounts/account.ts';
import { accountOf } from '../accounts/authenticate.ts';
import { Int64 } from '../core/int64.ts';
import type { Database, Queries } from '../database/database.ts';
import { MAX_PAGE_SIZE } from '../http/responses/pagination.ts';
import { MAX_OPEN_ORDERS } from './order.ts';
import { countOpenOrders, findPetsWithOrders } from './order-store.ts';
import {
  PERMISSION_SCHEMAS,
  PERMISSIONS_EXAMPLE,
  type PetPermissions,
  permissionsFor,
} from './pet-permissions.ts';

/** What an account may do: one request for a whole page of pets or orders. */
export function permissionRoutes({ database }: { database: Database }): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of PERMISSION_SCHEMAS) app.addSchema(schema);

    app.get(
      '/permissions',
      {
        schema: {
          operationId: 'listPermissions',
          tags: ['Pets'],
          summary: 'See what the account may do',
          description:
            'Returns the animals with the given ids, newest first, each with what this account may do with it now. Ids that name no animal are left out.',
          querystring: Type.Object(
            {
              petIds: Type.Array(Int64({ description: 'Identifier of an animal.' }), {
                minItems: 1,
                maxItems: MAX_PAGE_SIZE,
                description: 'Identifiers of the animals, separated by commas.',
                examples: [[3562n, 3563n]],
              }),
            },
            { style: 'form', explode: false },
          ),
          response: {
            200: {
              ...Type.Unsafe<PetPermissions[]>({ $ref: 'PetPermissionsList#' }),
              description: 'The animals and what the account may do with each.',
              examples: [[PERMISSIONS_EXAMPLE]],
            },
          },
        },
        config: { stability: 'experimental' },
      },
      async (request, reply) => {
        const account = accountOf(request);
        const situations = await findPetsWithOrders(database.read, request.query.petIds);
        const mayPlace = await mayPlaceOrder(database.read, account);
        reply.header('Cache-Control', 'no-store');
        return situations.map((situation) => permissionsFor(account, situation, mayPlace));
      },
    );
  };
}

async function mayPlaceOrder(db: Queries, { id, role }: Account): Promise<boolean> {
  return role !== 'member' || (await countOpenOrders(db, id)) < MAX_OPEN_ORDERS;
}
