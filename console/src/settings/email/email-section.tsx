import { useQuery } from '@tanstack/react-query';
import { emailSettingsOf } from '../../queries/email-query.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { EmailForm } from './email-form.tsx';
import { TEXTS } from './email-texts.ts';
import { TestEmailForm } from './test-email-form.tsx';

/** Which server sends e-mails, with a test. What the operator has set is shown only. */
export function EmailSection() {
  const { data: settings, error, refetch } = useQuery(emailSettingsOf(useSession().petstore));
  return (
    <section className="card settings">
      <h2>{TEXTS.title}</h2>
      <p>{TEXTS.purpose}</p>
      {settings === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {settings?.fixedBy !== undefined && (
        <p>
          {TEXTS.fixed(settings.from ?? '', settings.host ?? '')} <code>{settings.fixedBy}</code>.
        </p>
      )}
      {settings?.problem !== undefined && <p className="error-note">{TEXTS.unreadable}</p>}
      {settings !== undefined && settings.fixedBy === undefined && <EmailForm settings={settings} />}
      {settings?.isSetUp === true && <TestEmailForm />}
    </section>
  );
}
