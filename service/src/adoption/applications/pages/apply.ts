import { ApiError } from '../../../platform/core/errors.ts';
import { petLock } from '../../../platform/database/locks.ts';
import type { FormBody } from '../../../platform/http/requests/form-body.ts';
import type { Answer } from '../../../platform/http/route.ts';
import type { Visit } from '../../public-pages/public-page.ts';
import { privatePath } from '../private-path.ts';
import { formKey } from '../questions/form-queries.ts';
import { findByToken } from '../store/application-queries.ts';
import { bytesOf, faultsOf, type NewApplication, submitApplication } from '../submit.ts';
import { type FormDependencies, formTarget } from './form-target.ts';
import { type FormTokenState, issueFormToken, readFormToken } from './form-token.ts';
import { faultTexts, SentForm } from './form-values.ts';
import { pageAnswer, retryAfter, seeOther, unreadableForm } from './page-answer.ts';
import type { SendLimits } from './send-limits.ts';
import { PAGE_TEXTS } from './texts/languages.ts';
import type { PageTexts } from './texts/page-texts.ts';
import {
  applyPage,
  type FormContent,
  type FormFaults,
  LANGUAGE_FIELD,
  TOKEN_FIELD,
  TRAP_FIELD,
} from './views/apply-page.ts';
import { waitingTime } from './waiting-time.ts';

export interface ApplyDependencies extends FormDependencies {
  readonly limits: SendLimits;
}

const EMPTY = new SentForm(new URLSearchParams());

/** Returns the form for an animal, or for a visitor who looks for any. */
export async function showForm(visit: Visit, dependencies: ApplyDependencies): Promise<Answer> {
  const { site, database } = dependencies;
  const content = await formTarget(visit, dependencies, visit.query.get('categoryId'));
  if ('status' in content) return content;
  const token = issueFormToken(await formKey(database), aboutOf(visit), visit.now);
  return pageAnswer(200, applyPage(visit, site, content, { token, sent: EMPTY, faults: undefined }));
}

/** The token of a form is for the animal in its address. */
function aboutOf({ params: { petId } }: Visit): string {
  return petId === undefined ? 'any animal' : `pet ${petId}`;
}

/** What a visitor has sent with a form. */
interface Sending {
  readonly visit: Visit;
  readonly dependencies: ApplyDependencies;
  readonly key: string;
  readonly token: FormTokenState;
  readonly sent: SentForm;
  readonly content: FormContent;
}

/** Stores what a form has sent, and leads to the private page; or shows the form again, with what was typed, also in another language. */
export async function sendForm(
  visit: Visit,
  { fields, fault }: FormBody,
  address: string | undefined,
  dependencies: ApplyDependencies,
): Promise<Answer> {
  const { site, database } = dependencies;
  if (fault !== undefined) return unreadableForm(visit, site, fault);
  const sent = new SentForm(fields);
  const key = await formKey(database);
  const token = readFormToken(key, aboutOf(visit), sent.text(TOKEN_FIELD), visit.now);
  const earlier = token.state === 'valid' ? await findByToken(database.read, token.tokenId) : undefined;
  if (earlier !== undefined) return toPrivatePage(visit, earlier.secret);
  const content = await formTarget(visit, dependencies, fields.get('categoryId'));
  if ('status' in content) return content;
  const sending = { visit, dependencies, key, token, sent, content };
  if (sent.text(LANGUAGE_FIELD) !== '') return again(sending, 200, undefined);
  return shownAgain(sending) ?? store(sending, address);
}

/** Returns the form with what has to be corrected; undefined if it can be stored. */
function shownAgain(sending: Sending): Answer | undefined {
  const { visit, sent, token, content } = sending;
  const texts = PAGE_TEXTS[visit.language];
  const names = faultsOf(applicationIn(sending), content.questions).flatMap(({ fields }) => fields);
  const fields = faultTexts(names, content.questions, sent, texts);
  // A visitor corrects the fields first, which takes longer than the minimum.
  const general = fields.size > 0 ? undefined : generalFault(sent, token, texts);
  if (fields.size === 0 && general === undefined) return undefined;
  return again(sending, 400, { fields, ...(general !== undefined && { general }) });
}

function generalFault(sent: SentForm, { state }: FormTokenState, { faults }: PageTexts): string | undefined {
  if (sent.text(TRAP_FIELD) !== '') return faults.trap;
  if (state === 'valid') return undefined;
  return state === 'early' ? faults.early : faults.old;
}

/** Returns the form as it was sent. It keeps its token while that can be sent. */
function again(
  { visit, dependencies, key, token, sent, content }: Sending,
  status: number,
  faults: FormFaults | undefined,
  headers: readonly string[] = [],
): Answer {
  const isKept = token.state === 'valid' || token.state === 'early';
  const shown = isKept ? sent.text(TOKEN_FIELD) : issueFormToken(key, aboutOf(visit), visit.now);
  const page = applyPage(visit, dependencies.site, content, { token: shown, sent, faults });
  return pageAnswer(status, page, headers);
}

async function store(sending: Sending, address: string | undefined): Promise<Answer> {
  const { visit, dependencies } = sending;
  const { database, limits } = dependencies;
  const { now } = visit;
  const sent = applicationIn(sending);
  const wait = limits.consume(address, now, bytesOf(sent));
  if (wait !== undefined) return refused(sending, 'flood', wait);
  try {
    const { application } = await database.write(
      (db) => submitApplication(db, sent, { actor: null, at: now }),
      { locks: [sent.petId === undefined ? `form ${sent.tokenId}` : petLock(sent.petId)] },
    );
    return toPrivatePage(visit, application.secret);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.status === 429) return refused(sending, 'full', Number(error.headers['Retry-After']));
    return changedMeanwhile(sending);
  }
}

/** Returns what the visitor reads if the animal or the form has changed since it was read, a moment ago. */
async function changedMeanwhile(sending: Sending): Promise<Answer> {
  const { visit, dependencies, sent } = sending;
  const content = await formTarget(visit, dependencies, sent.text('categoryId'));
  if ('status' in content) return content;
  const refreshed = { ...sending, content };
  const { again: general } = PAGE_TEXTS[visit.language].faults;
  return shownAgain(refreshed) ?? again(refreshed, 400, { fields: new Map(), general });
}

/** Returns the form, which can be sent again later. */
function refused(sending: Sending, why: 'flood' | 'full', seconds: number): Answer {
  const { language } = sending.visit;
  const general = PAGE_TEXTS[language].faults[why](waitingTime(seconds, language));
  return again(sending, 429, { fields: new Map(), general }, retryAfter(seconds));
}

function applicationIn({ visit, sent, token, content }: Sending): NewApplication {
  return {
    petId: content.listing?.pet.id,
    categoryId: content.listing === undefined ? content.categoryId : undefined,
    applicant: sent.applicant,
    answers: sent.answersTo(content.questions),
    language: visit.language,
    message: sent.text('message'),
    tokenId: token.state === 'valid' ? token.tokenId : undefined,
  };
}

function toPrivatePage(visit: Visit, secret: string): Answer {
  return seeOther(`${visit.link(privatePath(secret), 'sent=1')}#sent`);
}
