import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { accountOf, actorOf, principalOf } from '../../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../../access/idempotency/idempotent-writes.ts';
import { type SharedTables, tableOf } from '../../../access/quota/shared-tables.ts';
import { type Clock, timeText } from '../../../platform/core/clock.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import { petLock } from '../../../platform/database/locks.ts';
import { type Exchange, type Route, route } from '../../../platform/http/route.ts';
import { lockReadable, requireApplication } from '../access.ts';
import { addMessageLetter } from '../letters/add-letter.ts';
import { MAX_APPLICATION_BYTES } from '../limits.ts';
import { SENT_BY_SITE, SendLimits } from '../pages/send-limits.ts';
import { storeMessage } from '../private-link.ts';
import { privateUrl } from '../private-path.ts';
import { recordEvents } from '../record-event.ts';
import { updateApplication } from '../store/application-queries.ts';
import { authorColumns } from '../store/history-queries.ts';
import { bytesOf, submitApplication } from '../submit.ts';
import { APPLICATION_TAGS, applicationParams, OF_ONE_APPLICATION } from './application-routes.ts';
import {
  ADDED_ENTRY_EXAMPLE,
  type ApplicationRequestBody,
  type EntryRequestBody,
  SENT_EXAMPLE,
} from './application-schemas.ts';

export interface SendDependencies {
  readonly clock: Clock;
  readonly writes: IdempotentWrites;
  readonly publicUrl: string;
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  /** The counters of all threads; undefined if this is the only one. */
  readonly tables: SharedTables | undefined;
}

const IDEMPOTENCY_ERRORS = ['idempotency_key_in_use', 'idempotency_key_reused'] as const;
const tags = APPLICATION_TAGS;

/** The operations that add something. */
export function sendRoutes(dependencies: SendDependencies): Route[] {
  const { clock, writes, publicUrl, addressOf, tables } = dependencies;
  const limits = new SendLimits(SENT_BY_SITE, tableOf(tables, 'sentBySites'));
  return [
    route({
      method: 'POST',
      path: '/v1/applications',
      schema: {
        operationId: 'sendApplication',
        tags,
        summary: 'Send an application',
        description:
          'Sends what a visitor of a web site asks for. It goes to the account that owns the animal; without an animal to the first account that takes such applications. The questions are those of `GET /v1/application-questions`. Of the response only `id` and `state` are stored for repetitions. Needs a key with the scope `applications:create`, which sends and reads nothing, or the role `member`.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<ApplicationRequestBody>({ $ref: 'ApplicationRequest#' }),
        responses: {
          201: {
            ...Type.Unsafe<object>({ $ref: 'SentApplication#' }),
            description: 'The application.',
            examples: [SENT_EXAMPLE],
          },
        },
      },
      body: { limitBytes: MAX_APPLICATION_BYTES },
      stability: 'experimental',
      role: 'member',
      scope: 'applications:create',
      errorMessages: {
        invalid_body: 'name is required. answers is required.',
        pet_not_available: 'Pet 3562 is not for adoption now, so that no one can apply for it.',
      },
      errors: [
        'pet_not_found',
        'pet_not_available',
        'applications_closed',
        'too_many_applications',
        ...IDEMPOTENCY_ERRORS,
      ],
      handle: async (exchange, input) => {
        const { petId, categoryId, name, email, telephone, language = 'en', answers, message } = input.body;
        const change = { actor: actorOf(exchange), at: clock.now() };
        const applicant = { name, email, telephone };
        const sent = { petId, categoryId, applicant, answers, language, message };
        // Everyone who reads a web page has its key.
        const isOfSite = principalOf(exchange).key?.scopes !== undefined;
        if (isOfSite && !(await writes.hasResponse(exchange))) {
          const wait = limits.consume(addressOf(exchange.request), change.at, bytesOf(sent));
          if (wait !== undefined) throw tooManyOfAddress(wait);
        }
        return writes.respond(exchange, input, {
          locks: petId === undefined ? [] : [petLock(petId)],
          apply: async (db) => {
            const { application } = await submitApplication(
              db,
              sent,
              change,
              isOfSite ? undefined : change.actor.accountId,
            );
            const { id, state, secret } = application;
            const body = { id, state };
            return {
              status: 201,
              location: `/v1/applications/${id}`,
              body: stringifyJson({ ...body, url: privateUrl(publicUrl, secret) }),
              bodyOnRepetition: stringifyJson(body),
            };
          },
        });
      },
    }),
    entryRoute(dependencies, 'message', {
      operationId: 'sendApplicationMessage',
      summary: 'Write to the applicant',
      description: 'Adds a message, which the applicant reads on the private page.',
    }),
    entryRoute(dependencies, 'note', {
      operationId: 'addApplicationNote',
      summary: 'Add a note',
      description: 'Adds a note, which only the shelter reads.',
    }),
  ];
}

function tooManyOfAddress(seconds: number): ApiError {
  return new ApiError(
    'too_many_applications',
    `From this address the keys of web sites send ${SENT_BY_SITE.perMinute} applications a minute and ${SENT_BY_SITE.perDay} a day, a long one counted as several. Wait for the seconds in Retry-After.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

function entryRoute(
  { clock, writes }: SendDependencies,
  kind: 'message' | 'note',
  texts: { readonly operationId: string; readonly summary: string; readonly description: string },
): Route {
  return route({
    method: 'POST',
    path: `/v1/applications/:applicationId/${kind}s`,
    schema: {
      ...texts,
      tags,
      params: applicationParams,
      headers: idempotencyHeaders,
      body: Type.Unsafe<EntryRequestBody>({ $ref: 'ApplicationEntryRequest#' }),
      responses: {
        201: {
          ...Type.Unsafe<object>({ $ref: 'AddedApplicationEntry#' }),
          description: 'It was added.',
          examples: [ADDED_ENTRY_EXAMPLE],
        },
      },
    },
    ...OF_ONE_APPLICATION,
    errors: ['application_not_found', 'too_many_messages', ...IDEMPOTENCY_ERRORS],
    handle: (exchange: Exchange, input) => {
      const { applicationId } = input.params;
      const account = accountOf(exchange);
      const change = { actor: actorOf(exchange), at: clock.now() };
      return writes.respond(exchange, input, {
        check: async (db) => {
          await requireApplication(db, applicationId, account);
        },
        apply: async (db) => {
          const application = await lockReadable(db, applicationId, account);
          const author = authorColumns('shelter', change.actor);
          const id = await storeMessage(db, application, { kind, text: input.body.text, author }, change.at);
          if (kind === 'message') await addMessageLetter(db, application, id, change);
          const isAnswer = kind === 'message' && application.answeredAt === undefined;
          const at = BigInt(change.at);
          await updateApplication(db, applicationId, {
            updated_at: at,
            ...(isAnswer && { answered_at: at }),
          });
          await recordEvents(db, 'application.updated', [application], change);
          const body = stringifyJson({ id, at: timeText(change.at) });
          return { status: 201, location: `/v1/applications/${applicationId}`, body };
        },
      });
    },
  });
}
