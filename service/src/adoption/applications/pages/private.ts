import type { Listing } from '../../../catalogue/listings/listing.ts';
import { HOUR } from '../../../platform/core/clock.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { FormBody } from '../../../platform/http/requests/form-body.ts';
import type { Answer } from '../../../platform/http/route.ts';
import { listingOrRemaining } from '../../public-pages/animal.ts';
import { kindsOf } from '../../public-pages/categories.ts';
import type { Visit } from '../../public-pages/public-page.ts';
import { othersLike } from '../../public-pages/similar.ts';
import { noticePage } from '../../public-pages/views/notice-page.ts';
import {
  addMessage,
  correctAddress,
  eraseByLink,
  type PrivateView,
  readByLink,
  withdraw,
} from '../private-link.ts';
import { privatePath } from '../private-path.ts';
import type { FormDependencies } from './form-target.ts';
import { faultTexts, SentForm } from './form-values.ts';
import { pageAnswer, retryAfter, seeOther, unreadableForm } from './page-answer.ts';
import type { SendLimits } from './send-limits.ts';
import { PAGE_TEXTS } from './texts/languages.ts';
import {
  ACTIONS,
  type FailedAction,
  type PrivateAction,
  type PrivateState,
  privatePage,
} from './views/private-page.ts';
import { sentPage } from './views/sent-page.ts';
import { waitingTime } from './waiting-time.ts';

export interface PrivateDependencies extends FormDependencies {
  readonly limits: SendLimits;
  /** Whether applicants get e-mails. */
  readonly hasMail: () => Promise<boolean>;
}

/** A bookmark of the page after the sending shows the state later. */
const SENT_SHOWN_FOR = HOUR;

/** Returns the private page of a link: after the sending, what happens next. */
export async function showPrivatePage(visit: Visit, dependencies: PrivateDependencies): Promise<Answer> {
  const { site, database, hasMail } = dependencies;
  const view = await readByLink(database.read, secretOf(visit));
  if (view === undefined) return unknownLink(visit, dependencies);
  const { application } = view;
  const wasSentNow = application.state === 'received' && visit.now - application.createdAt < SENT_SHOWN_FOR;
  if (visit.query.get('sent') === '1' && wasSentNow)
    return pageAnswer(200, sentPage(visit, site, application, { hasMail: await hasMail() }));
  const done = (['message', 'contact', 'withdraw'] as const).find((one) => one === visit.query.get('done'));
  return pageFor(visit, dependencies, view, { done });
}

function secretOf({ params: { secret = '' } }: Visit): string {
  return secret;
}

function unknownLink(visit: Visit, { site }: PrivateDependencies): Answer {
  return pageAnswer(404, noticePage(visit, site, PAGE_TEXTS[visit.language].unknown));
}

async function pageFor(
  visit: Visit,
  dependencies: PrivateDependencies,
  view: PrivateView,
  state: PrivateState,
  { status, headers }: { status: number; headers: readonly string[] } = { status: 200, headers: [] },
): Promise<Answer> {
  const { site, database, keptDays } = dependencies;
  const { petId, state: reached } = view.application;
  const found = petId === undefined ? undefined : await listingOrRemaining(String(petId), database);
  const listing = found?.pet.status === undefined ? undefined : found;
  const looksOn = reached === 'declined' || reached === 'closed';
  const others =
    site.showsAnimals && looksOn && found !== undefined ? await othersLike(found, visit.today, database) : [];
  const shown: readonly Listing[] = [...(found === undefined ? [] : [found]), ...others];
  const kindOf = await kindsOf(database.read, shown);
  const kind = found === undefined ? 'other' : kindOf(found);
  const content = { view, listing, kind, others, kindOf, keptDays };
  return pageAnswer(status, privatePage(visit, site, content, state), headers);
}

/** Does what a form of the private page asks for, and leads back to the page. */
export async function changePrivatePage(
  visit: Visit,
  { fields, fault }: FormBody,
  address: string | undefined,
  dependencies: PrivateDependencies,
): Promise<Answer> {
  const { site, database, limits } = dependencies;
  if (fault !== undefined) return unreadableForm(visit, site, fault);
  const sent = new SentForm(fields);
  const action = ACTIONS.find((one) => one === sent.text('action'));
  const secret = secretOf(visit);
  if (action === undefined) return seeOther(visit.link(privatePath(secret)));
  // What ends something is never refused, and can be done once.
  if (isRepeatable(action)) {
    const wait = limits.consume(address, visit.now);
    if (wait !== undefined) return refused(action, visit, sent, dependencies, wait);
  }
  try {
    await database.write((db) => act(db, action, secret, sent, visit.now));
  } catch (error) {
    return failure(error, action, visit, sent, dependencies);
  }
  if (action === 'erase') return erased(visit, dependencies);
  return seeOther(`${visit.link(privatePath(secret), `done=${action}`)}#done`);
}

async function act(
  db: Queries,
  action: PrivateAction,
  secret: string,
  sent: SentForm,
  now: number,
): Promise<unknown> {
  switch (action) {
    case 'message':
      return addMessage(db, secret, sent.text('text'), now);
    case 'contact':
      return correctAddress(db, secret, sent.applicant, now);
    case 'withdraw':
      return withdraw(db, secret, now);
    case 'erase':
      return eraseByLink(db, secret, now);
  }
}

function isRepeatable(action: PrivateAction): action is FailedAction['action'] {
  return action === 'message' || action === 'contact';
}

/** Returns the page with what could not be stored, so that it can be sent again. */
async function failure(
  error: unknown,
  action: PrivateAction,
  visit: Visit,
  sent: SentForm,
  dependencies: PrivateDependencies,
): Promise<Answer> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const { status, headers } = error;
  // What cannot be ended has ended meanwhile, which the page shows.
  const failed = isRepeatable(action) ? failedAction(error, action, visit, sent) : undefined;
  const seconds = headers['Retry-After'];
  return pageAgain(
    visit,
    dependencies,
    failed,
    status,
    seconds === undefined ? [] : retryAfter(Number(seconds)),
  );
}

function failedAction(
  error: ApiError,
  action: FailedAction['action'],
  visit: Visit,
  sent: SentForm,
): FailedAction {
  const texts = PAGE_TEXTS[visit.language];
  if (error.code !== 'invalid_body') return { action, sent, faults: new Map(), general: texts.page.full };
  const names = (error.headers['Invalid-Fields'] ?? '').split(', ');
  return { action, sent, faults: faultTexts(names, [], sent, texts) };
}

function refused(
  action: FailedAction['action'],
  visit: Visit,
  sent: SentForm,
  dependencies: PrivateDependencies,
  seconds: number,
): Promise<Answer> {
  const general = PAGE_TEXTS[visit.language].faults.flood(waitingTime(seconds, visit.language));
  const failed = { action, sent, faults: new Map(), general };
  return pageAgain(visit, dependencies, failed, 429, retryAfter(seconds));
}

async function pageAgain(
  visit: Visit,
  dependencies: PrivateDependencies,
  failed: FailedAction | undefined,
  status: number,
  headers: readonly string[],
): Promise<Answer> {
  const view = await readByLink(dependencies.database.read, secretOf(visit));
  if (view === undefined) return unknownLink(visit, dependencies);
  return pageFor(visit, dependencies, view, { failed }, { status, headers });
}

function erased(visit: Visit, { site }: PrivateDependencies): Answer {
  const { title, text } = PAGE_TEXTS[visit.language].erased;
  return pageAnswer(200, noticePage(visit, site, { title, text: text(site.shelterName) }));
}
