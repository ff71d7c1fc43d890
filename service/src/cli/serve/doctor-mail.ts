import { describeMail } from '../../config/mail.ts';
import { countFailedMail, lastFailedMail, oldestWaitingMail } from '../../mail/outbox-queries.ts';
import { type Check, ok, warning } from './finding.ts';

const MAX_COUNT = 100;

/** Reports e-mails that could not be sent, and those that wait because a server refuses them. */
export const checkMail: Check = (context, { mail }) =>
  context.withDatabase(async ({ read }) => {
    const [failed, last, oldest] = [
      await countFailedMail(read, MAX_COUNT),
      await lastFailedMail(read),
      await oldestWaitingMail(read),
    ];
    if (mail === undefined) {
      if (oldest === undefined && failed === 0) return undefined;
      return warning('SMTP_URL is not set, and the store has e-mails that were not sent');
    }
    const waiting = oldest?.failure;
    if (waiting !== undefined) return warning(`e-mails wait, and are tried again: ${waiting}`);
    if (failed > 0)
      return warning(
        `${failed === MAX_COUNT ? 'at least ' : ''}${failed} could not be sent in the last 7 days; the last one to ${last?.recipient}: ${last?.failure}`,
      );
    return ok(`sent by ${describeMail(mail)}`);
  });
