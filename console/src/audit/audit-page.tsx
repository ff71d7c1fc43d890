import type { AuditEntry } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AdminPage } from '../administration/admin-page.tsx';
import { itemsOf } from '../queries/list-pages.ts';
import { useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { auditList } from './audit-list.ts';
import { AuditRow } from './audit-row.tsx';
import { TEXTS } from './audit-texts.ts';
import './audit.css';

/** Who changed what, newest first. */
export function AuditPage() {
  return (
    <AdminPage page="audit">
      <p className="hint">{TEXTS.purpose}</p>
      <AuditList />
    </AdminPage>
  );
}

function AuditList() {
  const list = useInfiniteQuery(auditList(useSession().petstore));
  const entries = list.data === undefined ? [] : itemsOf<AuditEntry>(list.data);
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={entries.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={10} className="audit" />}
      empty={<p>{TEXTS.none}</p>}
    >
      <ul className="audit">
        {entries.map((entry) => (
          <AuditRow key={`${entry.id} ${entry.action}`} entry={entry} />
        ))}
      </ul>
      <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
    </ListState>
  );
}
