import { newSecret } from '../../access/people/secret.ts';
import { groupOf, lockGroup } from '../../catalogue/pets/bonds/bonded-pets.ts';
import { countOpenOf, MAX_OPEN_OF_ANIMAL } from '../../catalogue/pets/bonds/open-applications.ts';
import { type Pet, petNotFound } from '../../catalogue/pets/pet.ts';
import { DAY } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';
import type { Language } from '../../platform/core/languages.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { remainingPets } from '../../platform/database/merged-pets.ts';
import type { Change } from '../../record/events/event.ts';
import { applicantFaults, MAX_MESSAGE, trimmed, writtenFault } from './applicant-checks.ts';
import type { Applicant, Application } from './application.ts';
import { addConfirmation } from './letters/add-letter.ts';
import { countSent, countStored, MAX_IN_FIRST_QUEUE, requireRoom } from './limits.ts';
import { type Answer, checkAnswers } from './questions/answers.ts';
import type { Form } from './questions/form.ts';
import { findGeneralAccount, readForm, storeAsked } from './questions/form-queries.ts';
import { type Question, questionsOf } from './questions/question.ts';
import { recordEvents } from './record-event.ts';
import { findApplication, findByToken, insertApplication } from './store/application-queries.ts';
import { authorColumns, insertMessage, insertState } from './store/history-queries.ts';

/** What a visitor sends. */
export interface NewApplication {
  /** The animal; undefined for one who looks for any. */
  readonly petId: bigint | undefined;
  /** Of an application without an animal: what the applicant looks for. */
  readonly categoryId: bigint | undefined;
  readonly applicant: Applicant;
  readonly answers: readonly Answer[];
  readonly language: Language;
  /** What else the applicant writes. */
  readonly message?: string | undefined;
  /** The form that sends it: it is stored once, and a repetition returns the first one. */
  readonly tokenId?: string | undefined;
}

/** The account that an application goes to, and its questions. */
interface Target {
  readonly accountId: bigint | null;
  readonly petId: bigint | undefined;
  /** The category that decides about the questions. */
  readonly categoryId: bigint | undefined;
  readonly form: Form;
}

/**
 * Finds the account that an application goes to, and locks its animal. A merged animal leads to the one that remains, and an application
 * for one animal is for all that it goes together with.
 *
 * @throws {ApiError} `pet_not_found`, `pet_not_available` or `applications_closed`.
 */
async function lockTarget(
  db: Queries,
  { petId, categoryId }: Pick<NewApplication, 'petId' | 'categoryId'>,
): Promise<Target> {
  if (petId === undefined) {
    const accountId = await findGeneralAccount(db);
    if (accountId === undefined) throw applicationsClosed();
    return { accountId, petId, categoryId, form: await readForm(db, accountId) };
  }
  const id = (await remainingPets(db, [petId])).get(petId) ?? petId;
  const { owned, others } = await lockGroup(db, id);
  if (owned === undefined) throw petNotFound(String(petId));
  for (const { pet } of [owned, ...others]) requireAdoptable(pet);
  const form = await readForm(db, owned.ownerId);
  if (!form.isOpen || (await isFull(db, id))) throw applicationsClosed();
  return { accountId: owned.ownerId, petId: id, categoryId: owned.pet.categoryId, form };
}

/** @throws {ApiError} `pet_not_available`. */
export function requireAdoptable({ id, status }: Pick<Pet, 'id' | 'status'>): void {
  if (status === 'available' || status === 'pending') return;
  throw new ApiError(
    'pet_not_available',
    `Pet ${id} is not for adoption now, so that no one can apply for it.`,
  );
}

/**
 * Stores an application, or returns the one that the same form has sent already. Call it in a transaction.
 *
 * @param senderId the account that sends it; undefined for what visitors send, which is limited by address.
 * @throws {ApiError} as `lockTarget`; `invalid_body` with a fault for each field and question (`answers.ID`); `too_many_applications`.
 */
export async function submitApplication(
  db: Queries,
  sent: NewApplication,
  change: Change,
  senderId?: bigint,
): Promise<{ application: Application; isNew: boolean }> {
  const earlier = await earlierOf(db, sent);
  if (earlier !== undefined) return { application: earlier, isNew: false };
  const target = await lockTarget(db, sent);
  await requireRoom(db, target.accountId, change.at);
  const asked = questionsOf(target.form.questions, target.categoryId);
  const faults = faultsOf(sent, asked);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  const applicant = trimmed(sent.applicant);
  const { values } = checkAnswers(asked, sent.answers);
  const message = sent.message?.trim() ?? '';
  const answers = JSON.stringify(values);
  const at = BigInt(change.at);
  const id = await insertApplication(db, {
    account_id: target.accountId,
    pet_id: target.petId ?? null,
    category_id: target.petId === undefined ? (target.categoryId ?? null) : null,
    state: 'received',
    queue: await queueFor(db, target.petId),
    created_at: at,
    updated_at: at,
    due_at: at + BigInt(target.form.promiseDays * DAY),
    language: sent.language,
    name: applicant.name,
    email: applicant.email ?? null,
    telephone: applicant.telephone ?? null,
    answers,
    asked_id: await storeAsked(db, asked),
    secret: newSecret(),
    token_id: sent.tokenId ?? null,
  });
  // A second click has waited for the transaction of the first one.
  if (id === undefined) return { application: await requireEarlier(db, sent), isNew: false };
  const author = authorColumns('applicant', null);
  await insertState(db, { application_id: id, state: 'received', at, ...author });
  if (message !== '')
    await insertMessage(db, { application_id: id, kind: 'message', at, ...author, content: message });
  const application = await findApplication(db, id);
  if (application === undefined) throw new Error(`The new application ${id} is missing`);
  await recordEvents(db, 'application.created', [application], change);
  await addConfirmation(db, application, change);
  if (senderId !== undefined && senderId !== target.accountId)
    await countSent(db, senderId, bytesOf(sent), change.at);
  await countStored(db, target.accountId, { number: 1, bytes: bytesOf(sent) }, change.at);
  return { application, isNew: true };
}

/** Returns how much of the disk the texts take. */
export function bytesOf({ answers, message = '' }: Pick<NewApplication, 'answers' | 'message'>): number {
  return Buffer.byteLength(JSON.stringify(answers)) + Buffer.byteLength(message);
}

/** Returns the application that the same form has sent. */
function earlierOf(db: Queries, { tokenId }: NewApplication): MaybePromise<Application | undefined> {
  return tokenId === undefined ? undefined : findByToken(db, tokenId);
}

async function requireEarlier(db: Queries, sent: NewApplication): Promise<Application> {
  const earlier = await earlierOf(db, sent);
  if (earlier === undefined) throw new Error('The application that the form has sent is missing');
  return earlier;
}

/** Returns what is wrong with what a visitor sends, with a fault for each field and question (`answers.ID`). */
export function faultsOf(sent: NewApplication, asked: readonly Question[]): FieldFault[] {
  return [
    ...applicantFaults(trimmed(sent.applicant)),
    ...checkAnswers(asked, sent.answers).faults,
    ...messageFaults(sent.message?.trim() ?? ''),
  ];
}

/** Returns true if an animal, with those that it goes together with, has as many open applications as it may. */
export async function isFull(db: Queries, petId: bigint): Promise<boolean> {
  const open = await countOpenOf(db, await groupOf(db, petId), MAX_OPEN_OF_ANIMAL);
  return open === MAX_OPEN_OF_ANIMAL;
}

async function queueFor(db: Queries, petId: bigint | undefined): Promise<1n | 2n> {
  if (petId === undefined) return 1n;
  const open = await countOpenOf(db, await groupOf(db, petId), MAX_IN_FIRST_QUEUE);
  return open < MAX_IN_FIRST_QUEUE ? 1n : 2n;
}

function messageFaults(message: string): FieldFault[] {
  const fault = writtenFault(message, MAX_MESSAGE);
  return fault === undefined ? [] : [faultOf('message', fault)];
}

function applicationsClosed(): ApiError {
  return new ApiError(
    'applications_closed',
    'The shelter takes no applications here now. Ask it by its telephone or e-mail.',
  );
}
