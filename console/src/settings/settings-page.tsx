import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../administration/admin-page.tsx';
import { settingsOf } from '../queries/settings-query.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { EmailSections } from './email/email-sections.tsx';
import { OwnWebSite } from './own-web-site.tsx';
import { SettingsForm } from './settings-form.tsx';
import './settings.css';

/** The name and the contact of the shelter, its public pages, what its own web site needs, and its e-mails. */
export function SettingsPage() {
  return (
    <AdminPage page="settings">
      <Content />
    </AdminPage>
  );
}

function Content() {
  const { data: settings, error, refetch } = useQuery(settingsOf(useSession().petstore));
  if (settings === undefined) return error !== null && <ErrorNote error={error} onRetry={refetch} />;
  return (
    <>
      <SettingsForm settings={settings} />
      <OwnWebSite isPublic={settings.publicPages} isFixed={settings.fixedBy.publicPages !== undefined} />
      <EmailSections />
    </>
  );
}
