import { Type } from 'typebox';
import { mayActOnAll } from '../../../access/accounts/account.ts';
import { accountOf } from '../../../access/accounts/authenticate.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import { andThen } from '../../../platform/core/maybe-promise.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MICROCHIP_EXAMPLE, PET_EXAMPLE } from '../../../platform/http/openapi/examples.ts';
import { idList } from '../../../platform/http/requests/id-list.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { MICROCHIP_PATTERN, normalMicrochip } from '../profile-fields.ts';
import { findMicrochips } from './microchip-queries.ts';

const EXAMPLE = { petId: PET_EXAMPLE.id, microchip: MICROCHIP_EXAMPLE };

const microchip = {
  format: 'microchip',
  pattern: MICROCHIP_PATTERN,
  examples: [MICROCHIP_EXAMPLE],
};

const MicrochipSchema = Type.Object(
  {
    petId: Int64({ description: 'Identifier of the animal.', examples: [PET_EXAMPLE.id] }),
    microchip: Type.String({ ...microchip, description: 'The number of its microchip.' }),
  },
  { $id: 'Microchip', description: 'The microchip of one animal.', examples: [EXAMPLE] },
);

const MicrochipsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Microchip#' }), {
  $id: 'Microchips',
  description: 'The microchips that were asked for.',
});

export const MICROCHIP_SCHEMAS = [MicrochipSchema, MicrochipsSchema];

/** Listings are the same for everyone, so they have no microchips (docs/adr/0098). */
export function microchipRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/microchips',
      schema: {
        operationId: 'listMicrochips',
        tags: ['Listings'],
        summary: 'Read microchips, or find the animal of one',
        description:
          'Returns the microchips of the animals with the given `ids`, or the animals with the given `microchip`, oldest first and at most 100. Only of animals that the account may change; without either parameter the list is empty. Needs the role `volunteer`.',
        query: Type.Object(
          {
            ids: idList({
              item: 'Identifier of an animal.',
              description:
                'Only these animals, separated by commas. Those without a microchip, and those of others, are left out.',
              example: [3562n, 3563n],
            }),
            microchip: Type.Optional(
              Type.String({
                ...microchip,
                description: 'Only animals with this microchip. Spaces, hyphens and case do not matter.',
              }),
            ),
          },
          { style: 'form', explode: false },
        ),
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Microchips#' }),
            description: 'The microchips, each with its animal.',
            examples: [[EXAMPLE]],
          },
        },
      },
      stability: 'experimental',
      role: 'volunteer',
      handle: (exchange, { query: { ids, microchip: number } }) => {
        if (ids === undefined && number === undefined) return Representation.transient('[]');
        const account = accountOf(exchange);
        const found = findMicrochips(database.read, {
          ids,
          microchip: number === undefined ? undefined : normalMicrochip(number),
          ownerId: mayActOnAll(account) ? undefined : account.id,
        });
        return andThen(found, (microchips) => Representation.transient(stringifyJson(microchips)));
      },
    }),
  ];
}
