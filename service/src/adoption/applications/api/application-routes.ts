import { Type } from 'typebox';
import { mayActOnAll } from '../../../access/accounts/account.ts';
import { accountOf, actorOf, waiterOf } from '../../../access/accounts/authenticate.ts';
import { groupOf } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { datedChange } from '../../../catalogue/pets/movements/dated-change.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { APPLICATION_STATES, type ApplicationState } from '../../../platform/database/column-values.ts';
import type { Database } from '../../../platform/database/database.ts';
import { taggedAnswer } from '../../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalWriteHeaders,
  preconditionsOf,
  versionedReadHeaders,
} from '../../../platform/http/responses/etag.ts';
import { buildPage, pageParameters, pageRequest } from '../../../platform/http/responses/pagination.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { applicationNotFound, lockReadable, requireApplication } from '../access.ts';
import { changeApplication } from '../application-changes.ts';
import { eraseApplication } from '../erasure.ts';
import { applicationJson, applicationSummaryJson, applicationVersion } from './application-json.ts';
import { completeApplication, listApplications } from './application-list.ts';
import {
  APPLICATION_EXAMPLE,
  APPLICATION_SUMMARY_EXAMPLE,
  type ApplicationChangeBody,
} from './application-schemas.ts';

export interface ApplicationRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Returns the zone whose days the shelter counts. */
  readonly timeZone: () => MaybePromise<string>;
}

const NOTHING_TO_CHANGE = 'Send at least one of state, assignedTo and petId; reason only with state.';
export const APPLICATION_TAGS = ['Applications'];
const tags = APPLICATION_TAGS;
/** For the account that owns the animal only: every other one gets 404. */
const FOR_MEMBERS = { stability: 'experimental', role: 'member' } as const;
export const OF_ONE_APPLICATION = { ...FOR_MEMBERS, notFound: applicationNotFound } as const;
export const applicationParams = Type.Object({
  applicationId: Int64({ description: 'Identifier of the application.', examples: [12n] }),
});
const ApplicationRef = Type.Unsafe<object>({ $ref: 'Application#' });
const WHO =
  'Only for persons and keys of the account that owns the animal, with the role `member` or above; for animals without an owner for managers.';

export function applicationRoutes(dependencies: ApplicationRouteDependencies): Route[] {
  const { database, clock } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/v1/applications',
      schema: {
        operationId: 'listApplications',
        tags,
        summary: 'List applications',
        description: `Returns the applications for the animals of the account, newest first. ${WHO}`,
        query: Type.Object({
          ...pageParameters,
          state: Type.Optional(
            Type.Unsafe<ApplicationState>({
              type: 'string',
              enum: [...APPLICATION_STATES],
              description: 'Filter by state.',
            }),
          ),
          petId: Type.Optional(
            Int64({
              description:
                'Filter by animal, with those that it goes together with: an application for one is for all.',
              examples: [3562n],
            }),
          ),
          assignedTo: Type.Optional(
            Int64({ description: 'Filter by the person who looks after it.', examples: [7n] }),
          ),
          waiting: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              description:
                '`true` for those that wait for the shelter: `received` and `in_review`; `false` for the others.',
            }),
          ),
          late: Type.Optional(
            Type.Unsafe<'true'>({
              type: 'string',
              enum: ['true'],
              description: '`true` for those that wait without an answer past the promise.',
            }),
          ),
          ended: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              description:
                '`true` for `adopted`, `declined`, `withdrawn` and `closed`; `false` for the others.',
            }),
          ),
          queue: Type.Optional(
            Type.Unsafe<'1' | '2'>({
              type: 'string',
              enum: ['1', '2'],
              description: 'Filter by queue: `2` for those beyond the first 50 for an animal.',
            }),
          ),
        }),
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Applications#' }),
            description: 'A page of applications.',
            examples: [[APPLICATION_SUMMARY_EXAMPLE]],
          },
        },
      },
      ...FOR_MEMBERS,
      handle: async (exchange, { query }) => {
        const { state, petId, assignedTo, waiting, late, ended, queue } = query;
        const filters = { state, petId, assignedTo, waiting, late, ended, queue };
        const page = pageRequest('/v1/applications', query, filters);
        const { order, after, rowLimit: limit } = page;
        const account = accountOf(exchange);
        const found = await listApplications(database.read, {
          accountId: account.id,
          seesUnowned: mayActOnAll(account),
          state,
          petIds: petId === undefined ? undefined : await groupOf(database.read, petId),
          assignedTo,
          // What is past the promise still waits.
          waiting: late === 'true' || flag(waiting),
          ended: flag(ended),
          lateAt: late === 'true' ? BigInt(clock.now()) : undefined,
          queue: queue === undefined ? undefined : BigInt(queue),
          order,
          after,
          limit,
        });
        return buildPage(page, found, applicationSummaryJson, Representation.transient);
      },
    }),

    route({
      method: 'GET',
      path: '/v1/applications/:applicationId',
      schema: {
        operationId: 'getApplication',
        tags,
        summary: 'Read an application',
        description: `Returns an application with its answers, messages and notes. Clients must not store it. Its \`ETag\` leaves \`failedEmail\` out: a letter that could not be sent does not refuse a change. ${WHO}`,
        params: applicationParams,
        headers: versionedReadHeaders,
        responses: {
          200: { ...ApplicationRef, description: 'The application.', examples: [APPLICATION_EXAMPLE] },
        },
      },
      ...OF_ONE_APPLICATION,
      errors: ['application_not_found', 'precondition_failed'],
      handle: async (exchange, { params: { applicationId } }) => {
        const found = await requireApplication(database.read, applicationId, accountOf(exchange));
        const application = await completeApplication(database.read, found);
        return Representation.versioned(applicationJson(application), applicationVersion(application));
      },
    }),

    route({
      method: 'PATCH',
      path: '/v1/applications/:applicationId',
      schema: {
        operationId: 'changeApplication',
        tags,
        summary: 'Decide about an application',
        description: `Changes the state, or who looks after it. An acceptance places the order that holds the animal, in the same transaction; the order has no end. When it is completed, here or in any other way, the application is \`adopted\`, and the others for the animal are \`closed\`; when it ends otherwise, the application is \`in_review\` again. ${WHO}`,
        params: applicationParams,
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<ApplicationChangeBody>({ $ref: 'ApplicationChange#' }),
        responses: {
          200: { ...ApplicationRef, description: 'The application.', examples: [APPLICATION_EXAMPLE] },
        },
      },
      ...OF_ONE_APPLICATION,
      errorMessages: {
        invalid_body: NOTHING_TO_CHANGE,
        invalid_transition:
          'Application 12 is accepted and cannot change to received; allowed: in_review, adopted, declined.',
      },
      errors: [
        'application_not_found',
        'pet_not_found',
        'precondition_failed',
        'invalid_transition',
        'limit_reached',
        'pet_not_available',
      ],
      handle: async (exchange, { params: { applicationId }, body }) => {
        const { state, reason, assignedTo, petId } = body;
        const isEmpty = state === undefined && assignedTo === undefined && petId === undefined;
        if (isEmpty || (reason !== undefined && state === undefined))
          throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
        const preconditions = preconditionsOf(exchange.request);
        const account = accountOf(exchange);
        const change = await datedChange(exchange, dependencies);
        const changed = await database.write(async (db) => {
          const current = await lockReadable(db, applicationId, account);
          checkPreconditions(preconditions, applicationVersion(await completeApplication(db, current)));
          const asked = { state, reason, assignedTo, petId };
          return completeApplication(db, await changeApplication(db, current, asked, { account, change }));
        }, waiterOf(exchange));
        return taggedAnswer(200, applicationJson(changed), {}, applicationVersion(changed));
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/applications/:applicationId',
      schema: {
        operationId: 'eraseApplication',
        tags,
        summary: 'Erase an application',
        description: `Erases at once all that the applicant and the shelter have written, on request of the applicant. An open application ends before, with the order of its acceptance. Its dates and its state stay for the figures. ${WHO}`,
        params: applicationParams,
        headers: conditionalWriteHeaders,
        responses: { 204: Type.Null({ description: 'The application was erased.' }) },
      },
      ...OF_ONE_APPLICATION,
      errors: ['application_not_found', 'precondition_failed'],
      handle: async (exchange, { params: { applicationId } }) => {
        const preconditions = preconditionsOf(exchange.request);
        const account = accountOf(exchange);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(async (db) => {
          const current = await lockReadable(db, applicationId, account);
          checkPreconditions(preconditions, applicationVersion(await completeApplication(db, current)));
          await eraseApplication(db, current, change, 'shelter');
        }, waiterOf(exchange));
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function flag(value: 'true' | 'false' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true';
}
