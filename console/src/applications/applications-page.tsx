import { useRef } from 'react';
import { type ApplicationFilters, hrefOf } from '../route.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ApplicationFilter } from './application-filter.tsx';
import { ApplicationList } from './application-list.tsx';
import { TEXTS } from './applications-texts.ts';
import { ComparePage } from './compare/compare-page.tsx';
import { SectionPage } from './section-page.tsx';
import { useListKeys } from './use-list-keys.ts';

/** The applications of visitors: those that wait first, or all for one animal side by side. */
export function ApplicationsPage({ filters }: { filters: ApplicationFilters }) {
  const { pet } = filters;
  if (pet !== undefined) return <ComparePage key={String(pet)} petId={pet} />;
  return <Inbox filters={filters} />;
}

function Inbox({ filters }: { filters: ApplicationFilters }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const { list: view = 'waiting', person, state } = filters;
  return (
    <SectionPage
      page="applications"
      actions={
        <a className="button" href={hrefOf({ page: 'figures', about: 'applications' })}>
          {PAGE_NAMES.figures}
        </a>
      }
    >
      <ApplicationFilter filters={filters} />
      <p className="hint keys-hint">{TEXTS.keys}</p>
      <div ref={list} className="application-inbox">
        <ApplicationList key={`${view} ${person} ${state}`} view={view} person={person} state={state} />
      </div>
    </SectionPage>
  );
}
