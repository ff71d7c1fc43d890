import { hash } from 'node:crypto';
import { DAY } from '../../core/clock.ts';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery } from '../../database/prepared-query.ts';

/** Confirmations of all applicants together on a UTC day, so that no one can use this service to send e-mails to many. */
export const MAX_CONFIRMATIONS_A_DAY = 300;
const OF_ALL = 'all';

const count = new PreparedQuery((db, { digest, day }: { digest: string; day: bigint }) =>
  db
    .insertInto('letter_counts')
    .values({ digest, day, used: 1n })
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet(({ eb }) => ({
        day,
        used: eb
          .case()
          .when('letter_counts.day', '=', day)
          .then(eb('letter_counts.used', '+', 1n))
          .else(1n)
          .end(),
      })),
    )
    .returning('used'),
);

/**
 * Counts a confirmation, which anyone can cause for any address: one a day to an address, and `MAX_CONFIRMATIONS_A_DAY` in all.
 *
 * @returns false if it must not be sent.
 */
export async function countConfirmation(db: Queries, email: string, now: number): Promise<boolean> {
  const day = BigInt(Math.floor(now / DAY));
  const digest = hash('sha256', `${day} ${mailboxOf(email)}`);
  const { used: ofAddress = 1n } = (await count.first(db, { digest, day })) ?? {};
  if (ofAddress > 1n) return false;
  const { used = 1n } = (await count.first(db, { digest: OF_ALL, day })) ?? {};
  return used <= BigInt(MAX_CONFIRMATIONS_A_DAY);
}

const ofOtherDays = new PreparedQuery((db, { before }: { before: bigint }) =>
  db.deleteFrom('letter_counts').where('day', '<', before),
);

/** Deletes the counts of the days before today. */
export async function deleteLetterCounts(db: Queries, now: number): Promise<void> {
  await ofOtherDays.all(db, { before: BigInt(Math.floor(now / DAY)) });
}

/** Returns what addresses of one mailbox have in common: `Ana.Rivera+1@x.example` is that of `anarivera@x.example`, at many providers. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+', 1);
  return `${local.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
