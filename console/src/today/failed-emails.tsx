import type { Summary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './today-texts.ts';

interface FailedEmailsProps {
  failed: Summary['failedEmails'];
  applications: Summary['applications']['failedEmails'];
}

/** Shows that e-mails did not reach anyone. They are deleted after 7 days. Only admins get their number, members those of their applications. */
export function FailedEmails({ failed, applications }: FailedEmailsProps) {
  if (failed.count === 0 && applications.length === 0) return null;
  return (
    <section className="card today-card">
      {failed.count > 0 && <p>{TEXTS.failedEmails(countText(failed), failed.count === 1)}</p>}
      {applications.length > 0 && (
        <ul>
          {applications.map(({ applicationId: id }) => (
            <li key={String(id)}>
              <a href={hrefOf({ page: 'application', id })}>{TEXTS.failedLetter(id)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shows that e-mails of the account were not sent, because a limit of a day was met. */
export function UnsentEmails({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <section className="card today-card">
      <p>{TEXTS.unsentEmails(count)}</p>
    </section>
  );
}
