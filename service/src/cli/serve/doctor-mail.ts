import { countFailedMail, lastFailedMail, oldestWaitingMail } from '../../access/mail/outbox-queries.ts';
import { type MailState, stateOf } from '../../access/mail/settings/mail-settings.ts';
import { describeMail } from '../../platform/config/mail.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readSealedSetting } from '../../platform/database/sealed-settings.ts';
import { Secrets } from '../../platform/database/secrets.ts';
import { type Check, type Finding, ok, warning } from './finding.ts';

const MAX_COUNT = 100;
const LOCKED =
  'the password of the mail server was encrypted with another key: set SECRETS_KEY to it, restore the file of the key beside the store, or set the password again in the console';

/** Reports e-mails that could not be sent, and those that wait because a server refuses them. */
export const checkMail: Check = (context, config) =>
  context.readDatabase(async ({ read }) => {
    const state = stateOf(await readSealedSetting(read, 'email'), new Secrets(config));
    const mail = config.mail ?? state.config;
    const [failed, oldest] = [await countFailedMail(read, MAX_COUNT), await oldestWaitingMail(read)];
    if (mail === undefined) return explainUnset(state, oldest !== undefined || failed > 0);
    const waiting = oldest?.failure;
    if (waiting !== undefined) return warning(`e-mails wait, and are tried again: ${waiting}`);
    if (failed > 0) return warning(await describeFailed(read, failed));
    const author = config.mail === undefined ? 'an admin' : 'SMTP_URL';
    return ok(`sent by ${describeMail(mail)}, as ${author} has set`);
  });

function explainUnset({ isLocked }: MailState, hasUnsent: boolean): Finding | undefined {
  if (isLocked) return warning(LOCKED);
  return hasUnsent
    ? warning('e-mail is not set up, and the store has e-mails that were not sent')
    : undefined;
}

async function describeFailed(db: Queries, failed: number): Promise<string> {
  const last = await lastFailedMail(db);
  const count = `${failed === MAX_COUNT ? 'at least ' : ''}${failed}`;
  const recipient = last?.recipient ?? 'an applicant';
  return `${count} could not be sent in the last 7 days; the last one to ${recipient}: ${last?.failure}`;
}
