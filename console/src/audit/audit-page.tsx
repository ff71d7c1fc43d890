import type { AuditEntry } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AdminPage } from '../administration/admin-page.tsx';
import { itemsOf } from '../queries/list-pages.ts';
import { type AuditFilters, hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { AuditFilter } from './audit-filters.tsx';
import { auditList } from './audit-list.ts';
import { AuditRow } from './audit-row.tsx';
import { TEXTS } from './audit-texts.ts';
import { authorName } from './audit-words.ts';
import './audit.css';

/** Who changed what, newest first. */
export function AuditPage({ filters }: { filters: AuditFilters }) {
  return (
    <AdminPage page="audit">
      <p className="hint">{TEXTS.purpose}</p>
      <AuditList filters={filters} key={hrefOf({ page: 'audit', ...filters })} />
    </AdminPage>
  );
}

function AuditList({ filters }: { filters: AuditFilters }) {
  const list = useInfiniteQuery(auditList(useSession().petstore, filters));
  const entries = list.data === undefined ? [] : itemsOf<AuditEntry>(list.data);
  return (
    <>
      <AuditFilter filters={filters} names={namesIn(entries)} />
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={entries.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={10} className="audit" />}
        empty={
          <p>{Object.values(filters).some((value) => value !== undefined) ? TEXTS.noneHere : TEXTS.none}</p>
        }
      >
        <ul className="audit">
          {entries.map((entry) => (
            <AuditRow key={`${entry.id} ${entry.action}`} entry={entry} filters={filters} />
          ))}
        </ul>
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
    </>
  );
}

/** Returns the names of the animal and the author that all entries of a filtered list have. */
function namesIn([first, ...rest]: readonly AuditEntry[]) {
  const named = [first, ...rest].find((entry) => entry?.subject.type === 'pet');
  return {
    animal: named?.subject.name,
    account: first?.account?.name,
    key: first === undefined ? undefined : authorName(first),
  };
}
