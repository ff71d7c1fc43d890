import type { ReactNode } from 'react';
import { type APPLICATION_PAGES, hrefOf } from '../route.ts';
import { useRoleAtOnce } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
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
  const role = useRoleAtOnce();
  const isClosed = role === 'reader' || role === 'volunteer';
  const name = page === undefined ? '' : PAGE_NAMES[page];
  return (
    <Page title={title ?? name} actions={!isClosed && actions} className={className}>
      {page !== undefined && !isClosed && <ApplicationTabs current={page} />}
      {isClosed ? <ForMembers /> : children}
    </Page>
  );
}

function ForMembers() {
  return (
    <div className="empty">
      <p>{SECTION_TEXTS.forMembers}</p>
      <p>
        <a href={hrefOf({ page: 'animals' })}>{SECTION_TEXTS.toAnimals}</a>
      </p>
    </div>
  );
}
