import type { Summary } from '@petstore/client';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './today-texts.ts';

/** Shows that e-mails did not reach anyone. They are deleted after 7 days. */
export function FailedEmails(failed: Summary['failedEmails']) {
  if (failed.count === 0) return null;
  return (
    <section className="card today-card">
      <p>{TEXTS.failedEmails(countText(failed), failed.count === 1)}</p>
    </section>
  );
}
