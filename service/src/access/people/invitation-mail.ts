import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Actor, Change } from '../../record/events/event.ts';
import { type LetterRefusal, senderOf } from '../mail/letter-budget.ts';
import { writeMessage } from '../mail/message.ts';
import { addToOutbox } from '../mail/outbox-queries.ts';
import { DEFAULT_LANGUAGE, type MailLanguage } from '../mail/texts/languages.ts';
import type { Person } from './person.ts';

interface InvitationLetter {
  readonly person: Person;
  readonly url: string;
  readonly shelter: string;
  readonly language: MailLanguage | undefined;
}

/**
 * Sends an invitation to the e-mail address of its person, in the transaction that has created it.
 *
 * @returns why it is not sent, if a limit of the day is met.
 * @throws {ApiError} `person_without_email`.
 */
export async function sendInvitation(
  db: Queries,
  { person: { id, email }, url, shelter, language = DEFAULT_LANGUAGE }: InvitationLetter,
  { actor, at }: Change & { readonly actor: NonNullable<Actor> },
): Promise<LetterRefusal | undefined> {
  if (email === undefined)
    throw new ApiError(
      'person_without_email',
      'The person has no e-mail address. Set one first, or pass on the link yourself.',
    );
  const message = writeMessage(language, (texts) => texts.invitation({ shelter, url }));
  const origin = { accountId: actor.accountId, sender: await senderOf(db, actor), about: `person ${id}` };
  return addToOutbox(db, { kind: 'invitation', recipient: email, origin, message }, at);
}
