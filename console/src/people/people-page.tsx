import type { Person } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminPage } from '../administration/admin-page.tsx';
import { itemsOf } from '../queries/list-pages.ts';
import { hrefOf } from '../route.ts';
import { useMayManagePeople, useRole, useSession } from '../session/use-session.ts';
import { PlainHttpNote } from '../sign-in/plain-http-note.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { AddPerson } from './add-person.tsx';
import { personList } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';
import './people.css';
import { PersonCard } from './person-card.tsx';

/** Who signs in. `account` is set for the persons of another account. */
export function PeoplePage({ account }: { account: bigint | undefined }) {
  const [isAdding, setAdding] = useState(false);
  const isAdmin = useRole() === 'admin';
  const addButton = (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {TEXTS.invite}
    </button>
  );
  return (
    <AdminPage page="people" actions={addButton} others={useMayManagePeople() ?? 'unknown'}>
      <p className="hint">{account === undefined ? TEXTS.purpose : TEXTS.ofAccount(String(account))}</p>
      {isAdmin && (
        <p className="hint">
          {TEXTS.programs} <a href={hrefOf({ page: 'programs' })}>{PAGE_NAMES.programs}</a>
        </p>
      )}
      <PlainHttpNote />
      <PersonList account={account} />
      {isAdding && <AddPerson account={account} onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

function PersonList({ account }: { account: bigint | undefined }) {
  const list = useInfiniteQuery(personList(useSession().petstore, account));
  const persons = list.data === undefined ? [] : itemsOf<Person>(list.data);
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={persons.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={4} className="people" />}
      empty={<p>{TEXTS.none}</p>}
    >
      <ul className="people">
        {persons.map((person) => (
          <PersonCard key={String(person.id)} person={person} />
        ))}
      </ul>
      {list.hasNextPage && <More list={list} isLoading={list.isFetchingNextPage} end="" />}
    </ListState>
  );
}
