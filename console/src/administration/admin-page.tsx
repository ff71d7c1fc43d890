import type { ReactNode } from 'react';
import { ADMIN_PAGES, type AdminPageName } from '../route.ts';
import { useUsage } from '../session/use-session.ts';
import { ROLE_NAMES } from '../texts/account-names.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TEXTS } from './administration-texts.ts';

interface AdminPageProps {
  page: AdminPageName;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Whether someone who is no admin may use this page. */
  others?: boolean | 'unknown';
  children: ReactNode;
}

/** A page for admins, with tabs that lead to the others. Other roles see a sentence instead. */
export function AdminPage({ page, actions, others = false, children }: AdminPageProps) {
  const { data: usage, error, refetch } = useUsage();
  const isAdmin = usage?.role === 'admin';
  const isOpen = isAdmin || others === true;
  return (
    <Page title={PAGE_NAMES[page]} actions={isOpen && actions}>
      {isAdmin && <Tabs label={PAGE_NAMES.manage} pages={ADMIN_PAGES} current={page} />}
      {isOpen && children}
      {usage !== undefined && !isAdmin && others === false && (
        <NotForRole>{TEXTS.onlyForAdmins(ROLE_NAMES[usage.role])}</NotForRole>
      )}
      {usage === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
    </Page>
  );
}
