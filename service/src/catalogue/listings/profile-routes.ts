import { Type } from 'typebox';
import { accountOf, actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import type { Database } from '../../platform/database/database.ts';
import { bondsLock, petLock } from '../../platform/database/locks.ts';
import { MICROCHIP_EXAMPLE, PROFILE_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { conditionalWriteHeaders, entityTag, preconditionsOf } from '../../platform/http/responses/etag.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { petNotFound } from '../pets/pet.ts';
import { changeOwnProfile } from './own-profile-changes.ts';
import {
  dateFaults,
  NOTHING_TO_CHANGE,
  type ProfileChange,
  profileJson,
  shownJson,
  type WholeProfile,
} from './profile.ts';

export interface ProfileRouteDependencies {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

export function profileRoutes({ database, clock, publicUrl }: ProfileRouteDependencies): Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/v1/pets/:petId/profile',
      isForVolunteers: true,
      schema: {
        operationId: 'changeProfile',
        tags: ['Listings'],
        summary: 'Change a profile',
        description:
          'Changes the given fields of the profile by a JSON merge patch (RFC 7396): `null` removes a field. Every animal has a profile, which is empty at first.',
        params: Type.Object({
          petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
        }),
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<ProfileChange>({ $ref: 'ProfileChange#' }),
        responses: {
          200: {
            ...Type.Unsafe<WholeProfile>({ $ref: 'WholeProfile#' }),
            description:
              'The whole profile after the change, with its microchip. `ETag` is that of the profile in the listing, which a change of the microchip alone keeps.',
            examples: [{ ...PROFILE_EXAMPLE, microchip: MICROCHIP_EXAMPLE }],
          },
        },
      },
      stability: 'experimental',
      notFound: petNotFound,
      bodyFaults: dateFaults,
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      errors: ['insufficient_role', 'not_owner', 'pet_not_found', 'precondition_failed'],
      handle: async (exchange, { params: { petId }, body }) => {
        const preconditions = preconditionsOf(exchange.request);
        const asked = { petId, preconditions, account: accountOf(exchange) };
        const change = { actor: actorOf(exchange), at: clock.now() };
        const bonds = body.bondedWith === undefined ? [] : [bondsLock(asked.account.id)];
        const changed = await database.write((db) => changeOwnProfile(db, asked, body, change, publicUrl), {
          ...waiterOf(exchange),
          locks: [...bonds, petLock(petId)],
        });
        return { status: 200, headers: [], etag: entityTag(shownJson(changed)), body: profileJson(changed) };
      },
    }),
  ];
}
