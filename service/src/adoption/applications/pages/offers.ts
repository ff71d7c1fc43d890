import { findOwnedPet } from '../../../catalogue/pets/pet-queries.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ApplicationOffer, ApplicationOffers } from '../../public-pages/public-page.ts';
import { usualAnswerDays } from '../answer-time.ts';
import type { Form } from '../questions/form.ts';
import { findGeneralAccount, readForm } from '../questions/form-queries.ts';

/** Returns what the pages of animals promise to visitors who apply. */
export function applicationOffers({ read }: Database): ApplicationOffers {
  const ofAccount = (accountId: bigint | null, now: number) =>
    andThen(readForm(read, accountId), (form) =>
      form.isOpen ? offerOf({ read }, form, accountId, now) : undefined,
    );
  return {
    forPet: (id, now) => andThen(findOwnedPet(read, id), (owned) => owned && ofAccount(owned.ownerId, now)),
    general: (now) =>
      andThen(findGeneralAccount(read), (accountId) =>
        accountId === undefined ? undefined : ofAccount(accountId, now),
      ),
  };
}

/** Returns what a form promises: what was measured only if the shelter shows that. */
export function offerOf(
  { read }: Pick<Database, 'read'>,
  { promiseDays, showAnswerTime }: Form,
  accountId: bigint | null,
  now: number,
): MaybePromise<ApplicationOffer> {
  const usual = showAnswerTime ? usualAnswerDays(read, accountId, now) : undefined;
  return andThen(usual, (usualDays) => ({ promiseDays, usualDays }));
}
