import type { LetterKind } from '../../database/column-values.ts';
import type { Queries } from '../../database/database.ts';
import { addLettersToOutbox } from '../../mail/outbox-queries.ts';
import { isMailSetUp } from '../../mail/settings/mail-in-use.ts';
import type { Application, ApplicationState } from '../application.ts';
import { countConfirmation } from './letter-limits.ts';

// Letters are added in the transaction of the change that they are about, and only while e-mail is set up.

type Addressee = Pick<Application, 'id' | 'applicant'>;

/** The letter about a state that the shelter, or the end of an adoption, leads to. */
const LETTER_OF: Readonly<Partial<Record<ApplicationState, LetterKind>>> = {
  accepted: 'accepted',
  declined: 'declined',
  closed: 'closed',
};

/** Adds the letter that confirms an application, unless the limits of confirmations are reached. The applicant has the private link anyway. */
export async function addConfirmation(db: Queries, { id, applicant }: Addressee, now: number): Promise<void> {
  const { email } = applicant;
  if (email === undefined || !(await isMailSetUp(db)) || !(await countConfirmation(db, email, now))) return;
  await addLettersToOutbox(db, [{ kind: 'received', applicationId: id, messageId: undefined }], now);
}

/** Adds the letters about the states that some applications have reached. */
export async function addStateLetters(
  db: Queries,
  applications: ReadonlyArray<Addressee & Pick<Application, 'state'>>,
  now: number,
): Promise<void> {
  const letters = applications.flatMap(({ id, applicant, state }) => {
    const kind = LETTER_OF[state];
    return kind === undefined || applicant.email === undefined
      ? []
      : [{ kind, applicationId: id, messageId: undefined }];
  });
  if (letters.length > 0 && (await isMailSetUp(db))) await addLettersToOutbox(db, letters, now);
}

/** Adds the letter that brings a message of the shelter. */
export async function addMessageLetter(
  db: Queries,
  { id, applicant }: Addressee,
  messageId: bigint,
  now: number,
): Promise<void> {
  if (applicant.email === undefined || !(await isMailSetUp(db))) return;
  await addLettersToOutbox(db, [{ kind: 'asked', applicationId: id, messageId }], now);
}
