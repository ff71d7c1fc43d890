import { Type } from 'typebox';
import { accountOf, actorOf, waiterOf } from '../../../access/accounts/authenticate.ts';
import { petNotFound } from '../../../catalogue/pets/pet.ts';
import { findOwnedPet } from '../../../catalogue/pets/pet-queries.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { lockAccount } from '../../../platform/database/locks.ts';
import { taggedAnswer } from '../../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  preconditionsOf,
} from '../../../platform/http/responses/etag.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Answer, type Exchange, type Route, route } from '../../../platform/http/route.ts';
import { recordAudit } from '../../../record/audit/audit-queries.ts';
import { DEFAULT_SETTINGS, type Form, type FormSettings } from './form.ts';
import { readForm, settingsOf, writeForm } from './form-queries.ts';
import { QUESTIONS_EXAMPLE, type Question, questionFaults, questionsOf } from './question.ts';

export interface QuestionRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const tags = ['Applications'];
const stability = 'experimental';
/** A form with all texts in four languages. */
export const MAX_FORM_BYTES = 512 * 1024;
const QuestionsRef = Type.Unsafe<{ questions: readonly Question[] }>({ $ref: 'ApplicationQuestions#' });
const QuestionsRequestRef = Type.Unsafe<{ questions: readonly Question[] }>({
  $ref: 'ApplicationQuestionsRequest#',
});
const SettingsRef = Type.Unsafe<FormSettings>({ $ref: 'ApplicationSettings#' });
const SettingsRequestRef = Type.Unsafe<FormSettings>({ $ref: 'ApplicationSettingsRequest#' });

export function questionRoutes(dependencies: QuestionRouteDependencies): Route[] {
  const { database } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/v1/application-questions',
      schema: {
        operationId: 'getApplicationQuestions',
        tags,
        summary: 'Read the questions',
        description:
          'Returns the questions of the account, or with `petId` those that are asked for an animal, by the account that owns it. Until an account sets its own, it has those as delivered, in every language of the product.',
        query: Type.Object({
          petId: Type.Optional(Int64({ description: 'The animal.', examples: [3562n] })),
        }),
        headers: conditionalReadHeaders,
        responses: {
          200: { ...QuestionsRef, description: 'The questions.', examples: [QUESTIONS_EXAMPLE] },
          304: Type.Null({ description: 'The questions are still those that `If-None-Match` names.' }),
        },
      },
      stability,
      scope: 'applications:create',
      errors: ['pet_not_found', 'precondition_failed'],
      handle: async (exchange, { query: { petId } }) => {
        const questions = await questionsFor(database.read, petId, accountOf(exchange).id);
        return Representation.tagged(questionsJson({ questions }));
      },
    }),

    route({
      method: 'PUT',
      path: '/v1/application-questions',
      schema: {
        operationId: 'changeApplicationQuestions',
        tags,
        summary: 'Change the questions',
        description:
          'Replaces the questions of the account. Applications keep those that they were asked. What another service has returned can be sent. Needs the role `manager`.',
        headers: conditionalWriteHeaders,
        body: QuestionsRequestRef,
        responses: {
          200: { ...QuestionsRef, description: 'The questions.', examples: [QUESTIONS_EXAMPLE] },
        },
      },
      body: { limitBytes: MAX_FORM_BYTES, hasNestedInt64: true },
      stability,
      role: 'manager',
      errors: ['precondition_failed'],
      bodyFaults: ({ questions = [] }) => questionFaults(questions),
      handle: (exchange, { body: { questions } }) =>
        changeForm(dependencies, exchange, { questions }, questionsJson),
    }),

    route({
      method: 'GET',
      path: '/v1/application-settings',
      schema: {
        operationId: 'getApplicationSettings',
        tags,
        summary: 'Read how applications are taken',
        description: 'Returns how the account takes applications.',
        headers: conditionalReadHeaders,
        responses: {
          200: { ...SettingsRef, description: 'The settings.', examples: [DEFAULT_SETTINGS] },
          304: Type.Null({ description: 'The settings are still those that `If-None-Match` names.' }),
        },
      },
      stability,
      errors: ['precondition_failed'],
      handle: async (exchange) =>
        Representation.tagged(settingsJson(await readForm(database.read, accountOf(exchange).id))),
    }),

    route({
      method: 'PUT',
      path: '/v1/application-settings',
      schema: {
        operationId: 'changeApplicationSettings',
        tags,
        summary: 'Change how applications are taken',
        description:
          'Replaces the settings of the account. A new promise counts for applications that arrive from now on. Needs the role `manager`.',
        headers: conditionalWriteHeaders,
        body: SettingsRequestRef,
        responses: {
          200: { ...SettingsRef, description: 'The settings.', examples: [DEFAULT_SETTINGS] },
        },
      },
      stability,
      role: 'manager',
      errors: ['precondition_failed'],
      handle: (exchange, { body }) =>
        changeForm(dependencies, exchange, settingsOf({ ...body, questions: [] }), settingsJson),
    }),
  ];
}

/** Returns the questions for an animal, or all those of an account. */
async function questionsFor(
  db: Queries,
  petId: bigint | undefined,
  accountId: bigint,
): Promise<readonly Question[]> {
  if (petId === undefined) return (await readForm(db, accountId)).questions;
  const owned = await findOwnedPet(db, petId);
  if (owned === undefined) throw petNotFound(String(petId));
  return questionsOf((await readForm(db, owned.ownerId)).questions, owned.pet.categoryId);
}

function questionsJson({ questions }: Pick<Form, 'questions'>): string {
  return stringifyJson({ questions });
}

function settingsJson(form: Form): string {
  return JSON.stringify(settingsOf(form));
}

/** @param jsonOf returns the representation that the request replaces. */
async function changeForm(
  { database, clock }: QuestionRouteDependencies,
  exchange: Exchange,
  change: Partial<Form>,
  jsonOf: (form: Form) => string,
): Promise<Answer> {
  const { id } = accountOf(exchange);
  const preconditions = preconditionsOf(exchange.request);
  const body = await database.write(
    async (db) => {
      await lockAccount(db, id);
      const before = await readForm(db, id);
      checkPreconditions(preconditions, jsonOf(before));
      const form = { ...before, ...change };
      await writeForm(db, id, form);
      await recordAudit(db, {
        action: 'form.updated',
        at: clock.now(),
        actor: actorOf(exchange),
        subject: {},
        details: { ...settingsOf(form), questions: form.questions.length },
      });
      return jsonOf(form);
    },
    { ...waiterOf(exchange), locks: [`form ${id}`] },
  );
  return taggedAnswer(200, body);
}
