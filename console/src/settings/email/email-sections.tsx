import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { EmailForm } from './email-form.tsx';
import { emailSettingsOf, emailTextsOf } from './email-queries.ts';
import { TEXTS } from './email-texts.ts';
import { LETTER_TEXTS } from './letter-texts.ts';
import { Letters } from './letters.tsx';
import { TestEmailForm } from './test-email-form.tsx';

/** Which server sends e-mails, with a test, and the texts of the letters. What the operator has set is only shown. */
export function EmailSections() {
  const { petstore } = useSession();
  const { data: settings, ...reading } = useQuery(emailSettingsOf(petstore));
  const { data: letters, ...readingLetters } = useQuery(emailTextsOf(petstore));
  // Together, so that the first does not move the second.
  if (reading.isPending || readingLetters.isPending) return null;
  return (
    <>
      <section className="card settings">
        <h2>{TEXTS.title}</h2>
        <p>{TEXTS.purpose}</p>
        {settings === undefined && reading.error !== null && (
          <ErrorNote error={reading.error} onRetry={reading.refetch} />
        )}
        {settings?.fixedBy !== undefined && (
          <p>
            {TEXTS.fixed(settings.from ?? '', settings.host ?? '')} <code>{settings.fixedBy}</code>.
          </p>
        )}
        {settings?.problem !== undefined && <p className="error-note">{TEXTS.unreadable}</p>}
        {settings !== undefined && settings.fixedBy === undefined && <EmailForm settings={settings} />}
        {settings?.isSetUp === true && <TestEmailForm />}
      </section>
      <section className="card settings">
        <h2>{LETTER_TEXTS.title}</h2>
        <p>{LETTER_TEXTS.purpose}</p>
        {letters === undefined && readingLetters.error !== null && (
          <ErrorNote error={readingLetters.error} onRetry={readingLetters.refetch} />
        )}
        {letters !== undefined && <Letters letters={letters} />}
      </section>
    </>
  );
}
