import { isDeepStrictEqual } from 'node:util';
import { isSameMailbox } from '../../access/mail/letter-budget.ts';
import { redirectLetters } from '../../access/mail/outbox-letters.ts';
import { groupOf, lockGroups } from '../../catalogue/pets/bonds/bonded-pets.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { fieldError, fieldsError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { leave } from './acceptance.ts';
import { applicantFaults, MAX_MESSAGE, trimmed, writtenFault } from './applicant-checks.ts';
import type { Applicant, Application, ApplicationMessage, AuthorNames } from './application.ts';
import { isOpen } from './application.ts';
import { eraseApplication } from './erasure.ts';
import { countStored, MAX_MESSAGES } from './limits.ts';
import { recordEvents } from './record-event.ts';
import {
  findAccepted,
  findBySecret,
  lockApplication,
  updateApplication,
} from './store/application-queries.ts';
import {
  authorColumns,
  countMessages,
  type History,
  insertMessage,
  messagesOf,
  statesOf,
} from './store/history-queries.ts';

// What an applicant does with the private link of an application. Call what changes something in a transaction.

/** What the private page shows: never a note, and no name of a person of the shelter. */
export interface PrivateView {
  readonly application: Application;
  readonly messages: readonly ApplicationMessage[];
  readonly states: History['states'];
  /** True if another application for the same animal was accepted. */
  readonly isSomeoneAhead: boolean;
}

/** Returns what the private page of a link shows; undefined if there is no such application, or not any more. */
export async function readByLink(db: Queries, secret: string): Promise<PrivateView | undefined> {
  const application = await findBySecret(db, secret);
  if (application === undefined) return undefined;
  const messages = await messagesOf(db, application.id, 'message');
  const states = await statesOf(db, application.id);
  return {
    application,
    messages: messages.map(withoutPerson),
    states: states.map(withoutPerson),
    isSomeoneAhead: await isSomeoneAhead(db, application),
  };
}

function withoutPerson<T extends AuthorNames>(one: T): T {
  return { ...one, personId: undefined, person: undefined };
}

/** Returns true if another application was accepted for the animal of an open one, or for one that it goes together with. */
export async function isSomeoneAhead(
  db: Queries,
  { id, petId, state }: Pick<Application, 'id' | 'petId' | 'state'>,
): Promise<boolean> {
  if (petId === undefined || !isOpen(state)) return false;
  const accepted = await findAccepted(db, await groupOf(db, petId));
  return accepted !== undefined && accepted !== id;
}

/**
 * Withdraws an application. That ends the order of an accepted one, so that others can adopt. Does nothing if it was withdrawn.
 *
 * @throws {ApiError} `application_not_found`, or `invalid_transition` if it has ended in another way.
 */
export async function withdraw(db: Queries, secret: string, now: number): Promise<Application> {
  const application = await lockByLink(db, secret);
  if (application.state === 'withdrawn') return application;
  if (!isOpen(application.state))
    throw new ApiError('invalid_transition', 'The application has ended, and cannot be withdrawn.');
  const change = { actor: null, at: now };
  const ended = { state: 'withdrawn', author: 'applicant' } as const;
  return leave(db, application, ended, change);
}

/**
 * Adds a message of the applicant. The same text once more is a second click, and does nothing.
 *
 * @throws {ApiError} `application_not_found`, `invalid_body`, `too_many_messages` or `too_many_applications`.
 */
export async function addMessage(db: Queries, secret: string, text: string, now: number): Promise<void> {
  const application = await lockByLink(db, secret);
  const last = (await messagesOf(db, application.id, 'message')).at(-1);
  if (last?.author === 'applicant' && last.text === text.trim()) return;
  await storeMessage(
    db,
    application,
    { kind: 'message', text, author: authorColumns('applicant', null) },
    now,
  );
  await updateApplication(db, application.id, { updated_at: BigInt(now) });
  await recordEvents(db, 'application.updated', [application], { actor: null, at: now });
}

interface NewMessage {
  readonly kind: 'message' | 'note';
  readonly text: string;
  readonly author: ReturnType<typeof authorColumns>;
}

/** @throws {ApiError} `invalid_body`, `too_many_messages` or `too_many_applications`. */
export async function storeMessage(
  db: Queries,
  { id, accountId }: Pick<Application, 'id' | 'accountId'>,
  { kind, text, author }: NewMessage,
  now: number,
): Promise<bigint> {
  const content = text.trim();
  const fault = content === '' ? 'is required' : writtenFault(content, MAX_MESSAGE);
  if (fault !== undefined) throw fieldError('invalid_body', 'text', fault);
  if ((await countMessages(db, id)) >= MAX_MESSAGES)
    throw new ApiError(
      'too_many_messages',
      `The application has ${MAX_MESSAGES} messages and notes, the maximum.`,
    );
  const added = await insertMessage(db, { application_id: id, kind, at: BigInt(now), ...author, content });
  if (author.author === 'applicant')
    await countStored(db, accountId, { number: 0, bytes: Buffer.byteLength(content) }, now);
  return added;
}

/**
 * Corrects how the applicant can be reached. Does nothing if that is stored already.
 *
 * @throws {ApiError} `application_not_found`, `invalid_body` or `too_many_applications`.
 */
export async function correctAddress(
  db: Queries,
  secret: string,
  applicant: Applicant,
  now: number,
): Promise<void> {
  const corrected = trimmed(applicant);
  const faults = applicantFaults(corrected);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  const application = await lockByLink(db, secret);
  const { id, accountId, applicant: before } = application;
  if (isDeepStrictEqual(trimmed(before), corrected)) return;
  const { name, email = null, telephone = null } = corrected;
  if (email !== null && (before.email === undefined || !isSameMailbox(before.email, email)))
    await redirectLetters(db, { id, accountId, mailbox: email }, now);
  await updateApplication(db, id, { name, email, telephone, updated_at: BigInt(now) });
  await recordEvents(db, 'application.updated', [application], { actor: null, at: now });
  const bytes = Buffer.byteLength(Object.values(corrected).join(''));
  await countStored(db, accountId, { number: 0, bytes }, now);
}

/**
 * Erases all that the applicant has written, at once. An open application is withdrawn first.
 *
 * @throws {ApiError} `application_not_found`.
 */
export async function eraseByLink(db: Queries, secret: string, now: number): Promise<void> {
  const application = await lockByLink(db, secret);
  await eraseApplication(db, application, { actor: null, at: now }, 'applicant');
}

async function lockByLink(db: Queries, secret: string): Promise<Application> {
  const found = await findBySecret(db, secret);
  // Every transaction locks an animal before its applications.
  if (found?.petId !== undefined) await lockGroups(db, [found.petId]);
  const application = found && (await lockApplication(db, found.id));
  if (application === undefined)
    throw new ApiError('application_not_found', 'There is no application with this link, or not any more.');
  return application;
}
