import { senderOf } from '../../../access/mail/letter-budget.ts';
import { addLettersToOutbox, type NewLetter } from '../../../access/mail/outbox-letters.ts';
import { isMailSetUp } from '../../../access/mail/settings/mail-in-use.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Change } from '../../../record/events/event.ts';
import type { Application, ApplicationState } from '../application.ts';

// Letters are added in the transaction of the change that they are about, and only while e-mail is set up.

type Addressee = Pick<Application, 'id' | 'accountId' | 'applicant'>;

/** The letter about a state that the shelter, or the end of an adoption, leads to. */
const LETTER_OF: Readonly<Partial<Record<ApplicationState, LetterKind>>> = {
  accepted: 'accepted',
  declined: 'declined',
  closed: 'closed',
};

/** Adds the letter that confirms an application. The applicant has the private link anyway. */
export async function addConfirmation(db: Queries, application: Addressee, change: Change): Promise<void> {
  await addLetters(db, [{ kind: 'received', application }], change);
}

/** Adds the letters about the states that some applications have reached. */
export async function addStateLetters(
  db: Queries,
  applications: ReadonlyArray<Addressee & Pick<Application, 'state'>>,
  change: Change,
): Promise<void> {
  const letters = applications.flatMap((application) => {
    const kind = LETTER_OF[application.state];
    return kind === undefined ? [] : [{ kind, application }];
  });
  await addLetters(db, letters, change);
}

/** Adds the letter that brings a message of the shelter. */
export async function addMessageLetter(
  db: Queries,
  application: Addressee,
  messageId: bigint,
  change: Change,
): Promise<void> {
  await addLetters(db, [{ kind: 'asked', application, messageId }], change);
}

interface LetterAbout {
  readonly kind: LetterKind;
  readonly application: Addressee;
  readonly messageId?: bigint;
}

async function addLetters(
  db: Queries,
  letters: readonly LetterAbout[],
  { actor, at }: Change,
): Promise<void> {
  const addressed = letters.flatMap(({ kind, application: { id, accountId, applicant }, messageId }) => {
    const { email: recipient } = applicant;
    return recipient === undefined ? [] : [{ kind, applicationId: id, messageId, accountId, recipient }];
  });
  if (addressed.length === 0 || !(await isMailSetUp(db))) return;
  const by = await senderOf(db, actor);
  const added = addressed.map((letter): NewLetter => {
    // An animal that is gone closes many applications at once: no one writes to them.
    return { ...letter, sender: letter.kind === 'closed' ? undefined : by };
  });
  await addLettersToOutbox(db, added, at);
}
