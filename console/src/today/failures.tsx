import type { Summary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './failure-texts.ts';

/** Shows what did not reach anyone: e-mails, which are deleted after 7 days, and webhooks that were switched off. */
export function Failures({ summary }: { summary: Summary }) {
  const { failedEmails: failed, unsentEmails, webhooksSwitchedOff } = summary;
  // Only admins get the number of e-mails, members the applications.
  const letters = summary.applications.failedEmails;
  return (
    <>
      {(failed.count > 0 || letters.length > 0) && (
        <section className="card today-card">
          {failed.count > 0 && <p>{TEXTS.failedEmails(countText(failed), failed.count === 1)}</p>}
          {letters.length > 0 && (
            <ul>
              {letters.map(({ applicationId: id }) => (
                <li key={String(id)}>
                  <a href={hrefOf({ page: 'application', id })}>{TEXTS.failedLetter(id)}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {unsentEmails > 0 && (
        <section className="card today-card">
          <p>{TEXTS.unsentEmails(unsentEmails)}</p>
        </section>
      )}
      {webhooksSwitchedOff > 0 && (
        <section className="card today-card">
          <p>
            <a href={hrefOf({ page: 'programs' })}>{TEXTS.webhooksOff(webhooksSwitchedOff)}</a>
          </p>
        </section>
      )}
    </>
  );
}
