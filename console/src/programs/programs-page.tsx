import type { Account } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '../administration/admin-page.tsx';
import { itemsOf } from '../queries/list-pages.ts';
import { useSession, useUsage } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { AccountCard } from './account-card.tsx';
import { AddAccount } from './add-account.tsx';
import { accountList } from './program-queries.ts';
import { TEXTS } from './programs-texts.ts';
import './programs.css';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** Who may use the service: accounts with their keys, for admins, and where the changes are sent to, for each account. */
export function ProgramsPage() {
  const [isAdding, setAdding] = useState(false);
  const { data: usage } = useUsage();
  const isAdmin = usage?.role === 'admin';
  const hasWebhooks = usage !== undefined && usage.role !== 'reader' && usage.role !== 'volunteer';
  const addButton = isAdmin && (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {TEXTS.addAccount}
    </button>
  );
  return (
    <AdminPage page="programs" actions={addButton} others={usage === undefined ? 'unknown' : hasWebhooks}>
      {isAdmin && (
        <>
          <p className="hint">{TEXTS.purpose}</p>
          <AccountList />
        </>
      )}
      {hasWebhooks && !isAdmin && <WebhooksSection />}
      {isAdding && <AddAccount onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

/** The accounts. The webhooks follow once these are loaded, so that they do not move. */
function AccountList() {
  const list = useInfiniteQuery(accountList(useSession().petstore));
  const isLoading = list.isPending && list.error === null;
  const accounts = list.data === undefined ? [] : itemsOf<Account>(list.data);
  return (
    <>
      <ListState
        isLoading={isLoading}
        error={list.error}
        isEmpty={accounts.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={4} className="programs" />}
        empty={<p>{TEXTS.noAccounts}</p>}
      >
        <ul className="programs">
          {accounts.map((account) => (
            <AccountCard key={String(account.id)} account={account} />
          ))}
        </ul>
        {list.hasNextPage && <More list={list} isLoading={list.isFetchingNextPage} end="" />}
      </ListState>
      {!isLoading && <WebhooksSection />}
    </>
  );
}
