import { Type } from 'typebox';
import { type Clock, timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { accessWrite, actorOf, principalOf } from '../accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../idempotency/idempotent-writes.ts';
import { shelterOf } from '../mail/mail-routes.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { sendInvitation } from './invitation-mail.ts';
import { invitationUrl } from './invitation-queries.ts';
import {
  INVITATION_EXAMPLE,
  type InvitationRequest,
  PERSON_EXAMPLE,
  type Person,
  type PersonChangeBody,
  type PersonRequest,
  personJson,
} from './person.ts';
import {
  addPerson,
  changePerson,
  invitePerson,
  type Manager,
  personNotFound,
  removePerson,
  requireManaged,
  requireVisiblePerson,
} from './person-changes.ts';
import { pageOfPeople } from './person-queries.ts';

export interface PeopleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly writes: IdempotentWrites;
  readonly publicUrl: string;
  readonly mail: MailSender;
  readonly settings: CurrentSettings;
}

export const PEOPLE_TAGS = ['Administration'];
const tags = PEOPLE_TAGS;
/** What the handlers check further: who manages the persons of which account. */
const SHARED = { stability: 'experimental', role: 'volunteer' } as const;
const ALREADY_INVITED =
  'An earlier request with this Idempotency-Key has created an invitation, and its address was sent then. If it is lost, create another one.';
const NOTHING_TO_CHANGE = 'The body must have at least one of name, role and email.';
const MANAGED_BY =
  'Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.';

const PersonRef = Type.Unsafe<Person>({ $ref: 'Person#' });

export const personParams = Type.Object({
  personId: Int64({ description: 'Identifier of the person.', examples: [7n] }),
});
export const OF_ONE_PERSON = { ...SHARED, notFound: personNotFound } as const;

/** Returns the sender of a request as far as it decides about persons. */
export function managerOf(exchange: Exchange): Manager {
  const { account, person } = principalOf(exchange);
  return { account, personId: person?.id };
}

export function peopleRoutes(dependencies: PeopleDependencies): Route[] {
  const { database, clock, writes, publicUrl, mail, settings } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/v1/people',
      schema: {
        operationId: 'listPeople',
        tags,
        summary: 'List persons',
        description: `Returns the persons of an account, newest first, without those who were removed. ${MANAGED_BY}`,
        query: Type.Object({
          ...pageParameters,
          accountId: Type.Optional(
            Int64({ description: 'The account; by default that of the request.', examples: [1n] }),
          ),
        }),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Person[]>({ $ref: 'People#' }),
            description: 'A page of persons.',
            examples: [[PERSON_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      role: 'member',
      errors: ['account_not_found'],
      handle: async (exchange, { query }) => {
        const manager = managerOf(exchange);
        const accountId = query.accountId ?? manager.account.id;
        await requireManaged(database.read, accountId, manager);
        const page = pageRequest('/v1/people', query, { accountId: query.accountId });
        const range = {
          accountId,
          after: page.after,
          limit: page.rowLimit,
          descending: page.order === 'newest first',
        };
        return buildPage(page, await pageOfPeople(database.read, range, clock.now()), personJson);
      },
    }),

    route({
      method: 'POST',
      path: '/v1/people',
      schema: {
        operationId: 'addPerson',
        tags,
        summary: 'Add a person',
        description: `Adds a person, who signs in by an invitation: \`POST /v1/people/{personId}/invitations\`. ${MANAGED_BY}`,
        headers: idempotencyHeaders,
        body: Type.Unsafe<PersonRequest>({ $ref: 'PersonRequest#' }),
        responses: { 201: { ...PersonRef, description: 'The person.', examples: [PERSON_EXAMPLE] } },
      },
      ...SHARED,
      role: 'member',
      errors: [
        'account_not_found',
        'email_in_use',
        'limit_reached',
        'idempotency_key_in_use',
        'idempotency_key_reused',
      ],
      handle: (exchange, input) => {
        const manager = managerOf(exchange);
        const { name, role, email, accountId = manager.account.id } = input.body;
        const terms = { name, role, email: email?.toLowerCase(), accountId };
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          locks: [ACCESS_LOCK],
          apply: async (db) => {
            const person = await addPerson(db, terms, manager, change);
            return { status: 201, location: `/v1/people/${person.id}`, body: personJson(person) };
          },
        });
      },
    }),

    route({
      method: 'GET',
      path: '/v1/people/:personId',
      schema: {
        operationId: 'getPerson',
        tags,
        summary: 'Read a person',
        description: `Returns one person. Persons may read themselves. ${MANAGED_BY}`,
        params: personParams,
        responses: { 200: { ...PersonRef, description: 'The person.', examples: [PERSON_EXAMPLE] } },
      },
      ...OF_ONE_PERSON,
      errors: ['person_not_found'],
      handle: async (exchange, { params: { personId } }) =>
        Representation.transient(
          personJson(await requireVisiblePerson(database.read, personId, managerOf(exchange), clock.now())),
        ),
    }),

    route({
      method: 'PATCH',
      path: '/v1/people/:personId',
      schema: {
        operationId: 'updatePerson',
        tags,
        summary: 'Change a person',
        description: `Changes the given members of a person, within one second in all processes. Persons may change their own name and e-mail address. Another address withdraws the open invitations. ${MANAGED_BY}`,
        params: personParams,
        body: Type.Unsafe<PersonChangeBody>({ $ref: 'PersonChange#' }),
        responses: {
          200: { ...PersonRef, description: 'The person after the change.', examples: [PERSON_EXAMPLE] },
        },
      },
      ...OF_ONE_PERSON,
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      errors: ['person_not_found', 'email_in_use', 'last_admin_key'],
      handle: async (exchange, { params: { personId }, body: { name, role, email } }) => {
        if (name === undefined && role === undefined && email === undefined)
          throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
        const asked = { name, role, email: email?.toLowerCase() ?? email };
        const change = { actor: actorOf(exchange), at: clock.now() };
        const person = await database.write(
          (db) => changePerson(db, personId, asked, managerOf(exchange), change),
          accessWrite(exchange),
        );
        return { status: 200, headers: [], body: personJson(person) };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/people/:personId',
      schema: {
        operationId: 'removePerson',
        tags,
        summary: 'Remove a person',
        description: `Signs a person out everywhere within one second, and takes all ways in away. The audit keeps the name. ${MANAGED_BY}`,
        params: personParams,
        responses: { 204: Type.Null({ description: 'The person was removed.' }) },
      },
      ...OF_ONE_PERSON,
      role: 'member',
      errors: ['person_not_found', 'last_admin_key'],
      handle: async (exchange, { params: { personId } }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          (db) => removePerson(db, personId, managerOf(exchange), change),
          accessWrite(exchange),
        );
        return { status: 204, headers: [] };
      },
    }),

    route({
      method: 'POST',
      path: '/v1/people/:personId/invitations',
      schema: {
        operationId: 'invitePerson',
        tags,
        summary: 'Invite a person',
        description: `Creates a link that signs the person in on one device, once, within 7 days. Of a person the ten newest work. Its address is only in this response, and in an e-mail with \`send\`. Persons may invite themselves, to add another device. The link ends when who made it may not invite the person any more. ${MANAGED_BY}`,
        params: personParams,
        headers: idempotencyHeaders,
        body: Type.Unsafe<InvitationRequest>({ $ref: 'InvitationRequest#' }),
        responses: {
          201: {
            ...Type.Unsafe<object>({ $ref: 'Invitation#' }),
            description: 'The link.',
            examples: [INVITATION_EXAMPLE],
          },
        },
      },
      ...OF_ONE_PERSON,
      body: { isOptional: true },
      errorMessages: {
        secret_already_issued: ALREADY_INVITED,
        invalid_body: 'send must be one of email; got "post".',
      },
      errors: [
        'person_not_found',
        'email_not_set_up',
        'person_without_email',
        'idempotency_key_in_use',
        'idempotency_key_reused',
        'secret_already_issued',
      ],
      handle: async (exchange, input) => {
        const { personId } = input.params;
        const { send, language } = input.body;
        const change = { actor: actorOf(exchange), at: clock.now() };
        if (send !== undefined) await mail.requireSetUp();
        const letter = { language, shelter: shelterOf(await settings.refresh()) };
        return writes.respond(exchange, input, {
          locks: [ACCESS_LOCK],
          apply: async (db) => {
            const { person, secret, expiresAt } = await invitePerson(
              db,
              personId,
              managerOf(exchange),
              change,
            );
            const url = invitationUrl(publicUrl, secret);
            const refusal =
              send === undefined ? undefined : await sendInvitation(db, { ...letter, person, url }, change);
            const sending = send && { sent: refusal === undefined, reason: refusal?.reason };
            return {
              status: 201,
              location: `/v1/people/${personId}`,
              body: stringifyJson({ url, expiresAt: timeText(expiresAt), ...sending }),
              messageOnRepetition: ALREADY_INVITED,
            };
          },
        });
      },
    }),
  ];
}
