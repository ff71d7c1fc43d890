import { Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { ApiError, quote } from '../../platform/core/errors.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { accessWrite, actorOf } from '../accounts/authenticate.ts';
import { keepAnAdmin } from '../administration/last-admin.ts';
import { type Passkey, passkeysOf, removePasskey } from './passkey-queries.ts';
import {
  managerOf,
  OF_ONE_PERSON,
  PEOPLE_TAGS,
  type PeopleDependencies,
  personParams,
} from './people-routes.ts';
import { PASSKEY_EXAMPLE } from './person.ts';
import { requireVisiblePerson } from './person-changes.ts';

const tags = PEOPLE_TAGS;

const passkeyParams = Type.Object({
  ...personParams.properties,
  passkeyId: Type.String({ description: 'Identifier of the passkey.', examples: [PASSKEY_EXAMPLE.id] }),
});

/** The operations on the passkeys of a person. `access/sessions/passkey-sign-in-routes.ts` adds and uses them. */
export function passkeyRoutes({ database, clock }: Pick<PeopleDependencies, 'database' | 'clock'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/people/:personId/passkeys',
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'List the passkeys of a person',
        description:
          'Returns the passkeys with which the person signs in, newest first. Persons see their own; those who manage a person see them, too. Only the console adds them.',
        params: personParams,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Passkeys#' }),
            description: 'The passkeys.',
            examples: [[PASSKEY_EXAMPLE]],
          },
        },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found'],
      handle: async (exchange, { params: { personId } }) => {
        await requireVisiblePerson(database.read, personId, managerOf(exchange), clock.now());
        const passkeys = await passkeysOf(database.read, personId);
        return Representation.transient(stringifyJson(passkeys.map(toResource)));
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/people/:personId/passkeys/:passkeyId',
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        description:
          'Removes a passkey, with which no one signs in any more. Browsers that are signed in stay so: see `DELETE /v1/people/{personId}/devices`.',
        params: passkeyParams,
        responses: { 204: Type.Null({ description: 'The passkey is removed.' }) },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found', 'passkey_not_found', 'last_admin_key'],
      handle: async (exchange, { params: { personId, passkeyId } }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          (db) =>
            keepAnAdmin(db, change.at, async () => {
              const { id, name } = await requireVisiblePerson(db, personId, managerOf(exchange), change.at);
              const passkey = await removePasskey(db, passkeyId, personId);
              if (passkey === undefined) throw passkeyNotFound(passkeyId);
              const action = 'person.passkey_removed';
              await recordAudit(db, { ...change, action, subject: { id, name }, details: { passkey } });
            }),
          accessWrite(exchange),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function toResource({ id, name, createdAt, usedAt }: Passkey) {
  return {
    id,
    name,
    createdAt: timeText(createdAt),
    lastUsedAt: usedAt === undefined ? undefined : timeText(usedAt),
  };
}

function passkeyNotFound(id: string): ApiError {
  return new ApiError('passkey_not_found', `The person has no passkey with the id ${quote(id)}.`);
}
