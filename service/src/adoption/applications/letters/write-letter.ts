import { LETTER_RULES } from '../../../access/mail/letter-budget.ts';
import { dayText } from '../../../access/mail/letters/day-text.ts';
import { fillLetter, type LetterValues } from '../../../access/mail/letters/fill-letter.ts';
import { readLetterText } from '../../../access/mail/letters/text-queries.ts';
import { LETTER_TEXTS } from '../../../access/mail/letters/texts/languages.ts';
import { shelterOf } from '../../../access/mail/mail-routes.ts';
import type { WrittenLetter } from '../../../access/mail/mail-sender.ts';
import type { LetterReference } from '../../../access/mail/outbox-queries.ts';
import type { CurrentSettings } from '../../../access/settings/current-settings.ts';
import { timeZoneOf } from '../../../access/settings/settings.ts';
import type { Listing } from '../../../catalogue/listings/listing.ts';
import { findListing } from '../../../catalogue/listings/listing-queries.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { LIST_PATH } from '../../public-pages/addresses.ts';
import { othersLike } from '../../public-pages/similar.ts';
import { type Application, type ApplicationState, isOpen } from '../application.ts';
import { privateUrl } from '../private-path.ts';
import { findApplication } from '../store/application-queries.ts';
import { messagesOf, statesOf } from '../store/history-queries.ts';

interface LetterDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: CurrentSettings;
  readonly publicUrl: string;
}

/** Whether a letter is still true. A decision may have changed while it waited. */
const IS_TRUE: Readonly<Record<LetterKind, (state: ApplicationState) => boolean>> = {
  received: isOpen,
  asked: () => true,
  accepted: (state) => state === 'accepted' || state === 'adopted',
  declined: (state) => state === 'declined',
  closed: (state) => state === 'closed',
};

/** Returns what writes the letters about applications at the moment they are sent. */
export function letterWriter({ database, clock, settings, publicUrl }: LetterDependencies) {
  return async (db: Queries, { kind, ...reference }: LetterReference): Promise<WrittenLetter | undefined> => {
    const application = await findApplication(db, reference.applicationId);
    const recipient = application?.applicant.email;
    if (application === undefined || recipient === undefined || !IS_TRUE[kind](application.state))
      return undefined;
    const { language, petId } = application;
    const current = await settings.refresh();
    const listing = petId === undefined ? undefined : await findListing(db, petId);
    // The other letters go to an address that may be anyone's, so that they have no words of a key.
    const isAnswer = LETTER_RULES[kind].cause === 'shelter';
    const values: LetterValues = {
      animal: (isAnswer ? listing?.pet.name : undefined) ?? LETTER_TEXTS[language].anyAnimal,
      shelter: shelterOf(current),
      date: dayText(application.dueAt, language, timeZoneOf(current)),
      message: (await messageOf(db, application, kind, reference.messageId)) ?? '',
      ...(kind === 'closed' && current.publicPages && { animals: await similarTo(listing) }),
      link: [privateUrl(publicUrl, application.secret)],
    };
    return { recipient, message: fillLetter(language, await readLetterText(db, kind, language), values) };
  };

  /** The addresses have no names, which a key has typed. */
  async function similarTo(listing: Listing | undefined): Promise<readonly string[]> {
    if (listing === undefined) return [];
    const found = await othersLike(listing, clock.now(), database);
    return found.map(({ pet }) => `${publicUrl}${LIST_PATH}/${pet.id}`);
  }
}

/** Returns what the shelter has written with a letter: a message, or the reason of a decision. */
async function messageOf(
  db: Queries,
  { id }: Application,
  kind: LetterKind,
  messageId: bigint | undefined,
): Promise<string | undefined> {
  if (kind === 'asked')
    return (await messagesOf(db, id, 'message')).find((message) => message.id === messageId)?.text;
  if (kind !== 'accepted' && kind !== 'declined') return undefined;
  return (await statesOf(db, id)).findLast(({ state }) => state === kind)?.reason;
}
