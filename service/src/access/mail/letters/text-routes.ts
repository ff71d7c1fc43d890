import { Type } from 'typebox';
import type { Clock } from '../../../platform/core/clock.ts';
import { type FieldFault, faultOf, fieldsError } from '../../../platform/core/field-faults.ts';
import { andThen } from '../../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { SETTINGS_LOCK } from '../../../platform/database/locks.ts';
import { taggedAnswer } from '../../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  preconditionsOf,
} from '../../../platform/http/responses/etag.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { recordAudit } from '../../../record/audit/audit-queries.ts';
import type { Change } from '../../../record/events/event.ts';
import { actorOf, waiterOf } from '../../accounts/authenticate.ts';
import type { CurrentSettings } from '../../settings/current-settings.ts';
import { shelterOf } from '../mail-routes.ts';
import { fillLetter } from './fill-letter.ts';
import { ALL_TEXTS, KIND_RULES, type LetterText, textFaults } from './letter-texts.ts';
import { sampleValues } from './sample-values.ts';
import { type ChangedText, readChangedTexts, removeChangedText, writeChangedText } from './text-queries.ts';
import {
  type EmailTextRequest,
  type EmailTextsRequest,
  PREVIEW_EXAMPLE,
  TEXTS_EXAMPLE,
} from './text-schemas.ts';
import { LETTER_TEXTS } from './texts/languages.ts';

export interface TextRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: CurrentSettings;
  readonly publicUrl: string;
}

/** Twenty texts, in a script of which each letter takes several bytes. */
export const MAX_TEXTS_BYTES = 512 * 1024;

const SHARED = { stability: 'experimental', role: 'admin' } as const;
const path = '/v1/settings/email-texts';
const tags = ['Administration'];
const TEXTS = {
  ...Type.Unsafe<object>({ $ref: 'EmailTexts#' }),
  description: 'The texts.',
  examples: [TEXTS_EXAMPLE],
};

/** The texts of the letters to applicants, which an admin can change. */
export function textRoutes({ database, clock, settings, publicUrl }: TextRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path,
      schema: {
        operationId: 'getEmailTexts',
        tags,
        summary: 'Read the texts of letters',
        description:
          'Returns the texts of the letters to applicants, of each kind in each language, with those delivered. Needs the role `admin`.',
        headers: conditionalReadHeaders,
        responses: {
          200: TEXTS,
          304: Type.Null({ description: 'The texts are still those that `If-None-Match` names.' }),
        },
      },
      ...SHARED,
      errors: ['precondition_failed'],
      handle: () =>
        andThen(readChangedTexts(database.read), (changed) => Representation.tagged(textsJson(changed))),
    }),

    route({
      method: 'PUT',
      path,
      schema: {
        operationId: 'changeEmailTexts',
        tags,
        summary: 'Change the texts of letters',
        description:
          'Replaces the changed texts of the letters to applicants. A text that is not in the body is as delivered. Letters that wait are written with the new texts. Needs the role `admin`.',
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<EmailTextsRequest>({ $ref: 'EmailTextsRequest#' }),
        responses: { 200: TEXTS },
      },
      body: { limitBytes: MAX_TEXTS_BYTES },
      ...SHARED,
      errors: ['precondition_failed'],
      handle: async (exchange, { body }) => {
        const preconditions = preconditionsOf(exchange.request);
        const wanted = changedTexts(body.texts);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          async (db) => {
            checkPreconditions(preconditions, textsJson(await readChangedTexts(db)));
            await replaceTexts(db, wanted, change);
          },
          { ...waiterOf(exchange), locks: [SETTINGS_LOCK] },
        );
        return taggedAnswer(200, textsJson(wanted));
      },
    }),

    route({
      method: 'POST',
      path: `${path}/preview`,
      schema: {
        operationId: 'previewEmailText',
        tags,
        summary: 'Preview a letter',
        description:
          'Returns a letter with a text and sample values, without storing or sending anything. Needs the role `admin`.',
        body: Type.Unsafe<EmailTextRequest>({ $ref: 'EmailText#' }),
        responses: {
          200: {
            ...Type.Unsafe<object>({ $ref: 'EmailPreview#' }),
            description: 'The letter.',
            examples: [PREVIEW_EXAMPLE],
          },
        },
      },
      ...SHARED,
      handle: async (_exchange, { body }) => {
        const text = checked(body, '');
        const { shelterName, timeZone } = await settings.refresh();
        const shelter = { name: shelterOf({ shelterName }), timeZone };
        const values = sampleValues(body.kind, body.language, { shelter, publicUrl, now: clock.now() });
        return { status: 200, headers: [], body: JSON.stringify(fillLetter(body.language, text, values)) };
      },
    }),
  ];
}

/** @throws {ApiError} `invalid_body`. */
function checked(text: ChangedText, prefix: string): ChangedText {
  const cleaned = withoutReturns(text);
  const faults = faultsOf(cleaned, prefix);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  return cleaned;
}

/** A form sends the end of a line as two characters. */
function withoutReturns({ body, ...text }: ChangedText): ChangedText {
  return { ...text, body: body.replaceAll(/\r\n?/g, '\n') };
}

function faultsOf(text: ChangedText, prefix: string): FieldFault[] {
  const faults = textFaults(text.kind, text);
  return (['subject', 'body'] as const).flatMap((member) => {
    const fault = faults[member];
    return fault === undefined ? [] : [faultOf(prefix + member, fault)];
  });
}

/**
 * Returns the texts that differ from those delivered.
 *
 * @throws {ApiError} `invalid_body`.
 */
function changedTexts(sent: readonly ChangedText[]): ChangedText[] {
  const texts = sent.map(withoutReturns);
  const faults = texts.flatMap((text, index) => {
    const first = texts.findIndex((other) => isSameLetter(other, text));
    if (first < index) return [faultOf(`texts.${index}`, `is for the same letter as texts.${first}`)];
    return faultsOf(text, `texts.${index}.`);
  });
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  return texts.filter((text) => !isSameText(text, LETTER_TEXTS[text.language].kinds[text.kind]));
}

function isSameLetter(one: Pick<ChangedText, 'kind' | 'language'>, other: typeof one): boolean {
  return one.kind === other.kind && one.language === other.language;
}

function isSameText(one: LetterText, other: LetterText): boolean {
  return one.subject === other.subject && one.body === other.body;
}

async function replaceTexts(db: Queries, wanted: readonly ChangedText[], change: Change): Promise<void> {
  const stored = await readChangedTexts(db);
  const removed = stored.filter((text) => !wanted.some((other) => isSameLetter(other, text)));
  const changed = wanted.filter(
    (text) => !stored.some((other) => isSameLetter(other, text) && isSameText(other, text)),
  );
  for (const text of removed) await removeChangedText(db, text);
  for (const text of changed) await writeChangedText(db, text);
  const names = [...removed, ...changed].map(({ kind, language }) => `${kind} (${language})`).sort();
  if (names.length === 0) return;
  // The texts are long, and are read in the settings.
  const details = { emailTexts: names.join(', ') };
  await recordAudit(db, { action: 'settings.updated', ...change, subject: {}, details });
}

function textsJson(changed: readonly ChangedText[]): string {
  const texts = ALL_TEXTS.map((letter) => {
    const delivered = LETTER_TEXTS[letter.language].kinds[letter.kind];
    const found = changed.find((text) => isSameLetter(text, letter));
    const { subject, body } = found ?? delivered;
    const { allowed, required } = KIND_RULES[letter.kind];
    return {
      ...letter,
      subject,
      body,
      isChanged: found !== undefined,
      delivered,
      placeholders: allowed,
      required,
    };
  });
  return JSON.stringify({ texts });
}
