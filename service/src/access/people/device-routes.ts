import { Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { accessWrite, actorOf, principalOf } from '../accounts/authenticate.ts';
import { withdrawOwnInvitations } from './invitation-queries.ts';
import {
  managerOf,
  OF_ONE_PERSON,
  PEOPLE_TAGS,
  type PeopleDependencies,
  personParams,
} from './people-routes.ts';
import { DEVICE_EXAMPLE } from './person.ts';
import { requireVisiblePerson } from './person-changes.ts';
import { endSession, endSessions, type Session, sessionsOf } from './session-queries.ts';

const tags = PEOPLE_TAGS;

const deviceParams = Type.Object({
  ...personParams.properties,
  deviceId: Int64({ description: 'Identifier of the device.', examples: [12n] }),
});

/** The operations on the browsers in which a person is signed in. */
export function deviceRoutes({ database, clock }: Pick<PeopleDependencies, 'database' | 'clock'>): Route[] {
  /** Ends sessions of a person, and records that. */
  const signOut = (exchange: Exchange, personId: bigint, end: (db: Queries) => Promise<void>) => {
    const change = { actor: actorOf(exchange), at: clock.now() };
    return database.write(async (db) => {
      const { id, name } = await requireVisiblePerson(db, personId, managerOf(exchange), change.at);
      await end(db);
      await withdrawOwnInvitations(db, id);
      await recordAudit(db, { ...change, action: 'person.signed_out', subject: { id, name } });
    }, accessWrite(exchange));
  };
  return [
    route({
      method: 'GET',
      path: '/v1/people/:personId/devices',
      schema: {
        operationId: 'listDevices',
        tags,
        summary: 'List the devices of a person',
        description:
          'Returns the browsers in which the person is signed in, the last used first. Persons see their own; those who manage a person see them, too.',
        params: personParams,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Devices#' }),
            description: 'The devices.',
            examples: [[DEVICE_EXAMPLE]],
          },
        },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found'],
      handle: async (exchange, { params: { personId } }) => {
        const now = clock.now();
        await requireVisiblePerson(database.read, personId, managerOf(exchange), now);
        const current = principalOf(exchange).person?.sessionId;
        const devices = await sessionsOf(database.read, personId, now);
        return Representation.transient(stringifyJson(devices.map((device) => toDevice(device, current))));
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/people/:personId/devices',
      schema: {
        operationId: 'signOutEverywhere',
        tags,
        summary: 'Sign a person out everywhere',
        description:
          'Signs the person out on all devices within one second. Passkeys and invitations by others stay; those that the person has made for another device end.',
        params: personParams,
        responses: { 204: Type.Null({ description: 'The person is signed out.' }) },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found'],
      handle: async (exchange, { params: { personId } }) => {
        await signOut(exchange, personId, (db) => endSessions(db, personId));
        return { status: 204, headers: [] };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/people/:personId/devices/:deviceId',
      schema: {
        operationId: 'signOutDevice',
        tags,
        summary: 'Sign a person out on one device',
        description:
          'Signs the person out on one device within one second. Invitations that the person has made for another device end.',
        params: deviceParams,
        responses: { 204: Type.Null({ description: 'The device is signed out.' }) },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found', 'device_not_found'],
      handle: async (exchange, { params: { personId, deviceId } }) => {
        await signOut(exchange, personId, async (db) => {
          if (!(await endSession(db, deviceId, personId))) throw deviceNotFound(deviceId);
        });
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function toDevice({ id, device, createdAt, usedAt }: Session, current: bigint | undefined) {
  return {
    id,
    name: device,
    createdAt: timeText(createdAt),
    lastUsedAt: timeText(usedAt),
    current: id === current,
  };
}

function deviceNotFound(id: bigint): ApiError {
  return new ApiError('device_not_found', `The person is not signed in on a device with the id ${id}.`);
}
