import type { RemovedPet } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsOf } from '../queries/list-pages.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { binList } from './bin-list.ts';
import { BinRow } from './bin-row.tsx';
import { TEXTS } from './bin-texts.ts';
import './bin.css';

/** Removed animals, which can be restored. */
export function BinPage() {
  return (
    <Page title={PAGE_NAMES.bin}>
      <p>
        <a href={hrefOf({ page: 'animals' })}>{TEXTS.back}</a>
      </p>
      <p className="hint">{TEXTS.purpose}</p>
      <BinList />
    </Page>
  );
}

function BinList() {
  const list = useInfiniteQuery(binList(useSession().petstore));
  const removed = list.data === undefined ? [] : itemsOf<RemovedPet>(list.data);
  const [restored, setRestored] = useState('');
  return (
    <>
      <p role="status">{restored !== '' && TEXTS.isRestored(restored)}</p>
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={removed.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={4} className="bin" />}
        empty={<p>{TEXTS.none}</p>}
      >
        <ul className="bin">
          {removed.map((one) => (
            <BinRow key={String(one.pet.id)} removed={one} onRestored={setRestored} />
          ))}
        </ul>
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
    </>
  );
}
