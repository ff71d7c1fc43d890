import type { ReactNode } from 'react';
import type { APPLICATION_PAGES } from '../route.ts';
import { useSeesApplications, useUsage } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { ApplicationTabs } from './application-tabs.tsx';
import { SECTION_TEXTS } from './applications-texts.ts';
import './applications.css';

interface SectionPageProps {
  /** Undefined for a page that no tab leads to. */
  page?: (typeof APPLICATION_PAGES)[number];
  /** By default the name of the page. */
  title?: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page about applications. Those who may not read them see a sentence instead. */
export function SectionPage({ page, title, actions, className, children }: SectionPageProps) {
  // Requested at once: the first data of these pages depend on the role.
  const { data: usage, error, refetch } = useUsage();
  const isUnknown = usage === undefined && error !== null;
  const isClosed = useSeesApplications() === false;
  const name = page === undefined ? '' : PAGE_NAMES[page];
  return (
    <Page title={title ?? name} actions={!isClosed && actions} className={className}>
      {page !== undefined && !isClosed && <ApplicationTabs current={page} />}
      {isClosed && <NotForRole>{SECTION_TEXTS.forMembers}</NotForRole>}
      {isUnknown && <ErrorNote error={error} onRetry={refetch} />}
      {!isClosed && !isUnknown && children}
    </Page>
  );
}
