import type { Listing, Pet } from '@petstore/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useObservable } from '../observable.ts';
import { type AnimalFilters, animalList } from '../queries/animal-queries.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { cachedListings, listingsOf } from '../queries/listing-queries.ts';
import { hrefOf } from '../route.ts';
import { SearchMatchNote } from '../search/search-match-note.tsx';
import { useMayWrite, useRole, useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { AddAnimal } from './adding/add-animal.tsx';
import { AnimalCard } from './animal-card.tsx';
import { AnimalFilter } from './filters/animal-filter.tsx';
import { newSelection, SelectionContext } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { listClass, view } from './view/view.ts';
import './animals.css';
import './listing/listing.css';
import './view/animals-table.css';
import { usePermissions } from '../session/use-permissions.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { TEXTS } from './animals-texts.ts';
import { useCategoryNames } from './category-name.tsx';
import { NewAnimals } from './new-animals.tsx';

/** The catalogue, newest first, with infinite scrolling. */
export function AnimalsPage(filters: AnimalFilters) {
  const { petstore } = useSession();
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMayWrite();
  // Together when the role is known, so that none moves the others.
  const actions = useRole() !== undefined && (
    <>
      <a className="button menu-link" href={hrefOf({ ...filters, page: 'export' })}>
        {PAGE_NAMES.export}
      </a>
      {mayWrite && (
        <>
          <a className="button menu-link" href={hrefOf({ page: 'bin' })}>
            {PAGE_NAMES.bin}
          </a>
          <button type="button" className="primary" onClick={() => setAdding(true)}>
            {TEXTS.add}
          </button>
        </>
      )}
    </>
  );
  return (
    <Page title={PAGE_NAMES.animals} actions={actions}>
      <AnimalFilter {...filters} />
      <Animals {...filters} mayWrite={mayWrite} key={String(animalList(petstore, filters).queryKey)} />
      {isAdding && <AddAnimal onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Animals({ mayWrite, ...filters }: AnimalFilters & { mayWrite: boolean }) {
  const { petstore } = useSession();
  const list = useInfiniteQuery(animalList(petstore, filters));
  const animals = list.data === undefined ? [] : itemsOf<Pet>(list.data);
  const nameOf = useCategoryNames(animals.map(({ categoryId }) => categoryId));
  const className = listClass(useObservable(view));
  const [selection] = useState(newSelection);
  return (
    <SelectionContext value={selection}>
      <NewAnimals filters={filters} shown={animals} />
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        // A page of a search may be empty although others follow.
        isEmpty={animals.length === 0 && !list.hasNextPage}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={12} className={className} />}
        empty={<EmptyList {...filters} mayWrite={mayWrite} />}
      >
        <SearchMatchNote q={filters.q} match={list.data?.pages[0]?.match} />
        <ul className={className}>
          {list.data?.pages.map(({ items }) => (
            // New animals are added in front, so the last one identifies the page.
            <AnimalCards key={String(items.at(-1)?.id)} animals={items} nameOf={nameOf} mayWrite={mayWrite} />
          ))}
        </ul>
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
      <SelectionBar />
    </SelectionContext>
  );
}

interface AnimalCardsProps {
  /** One page of the list. */
  animals: readonly Pet[];
  nameOf(categoryId: bigint): string;
  mayWrite: boolean;
}

/** The animals of one page of the list. One request reads the permissions for all of them. */
function AnimalCards({ animals, nameOf, mayWrite }: AnimalCardsProps) {
  const ids = animals.map(({ id }) => id);
  const { permissions } = usePermissions(ids, mayWrite);
  const listings = useListings(ids);
  return animals.map((pet) => (
    <AnimalCard
      key={String(pet.id)}
      pet={pet}
      category={nameOf(pet.categoryId)}
      listing={listings.get(pet.id)}
      permissions={permissions.get(pet.id)}
    />
  ));
}

/** Returns the listings of one page of animals. While a page that has changed is read, or if that fails, they are those from before. */
function useListings(ids: readonly bigint[]): ReadonlyMap<bigint, Listing> {
  const { petstore, queries } = useSession();
  const { data } = useQuery({ ...listingsOf(petstore, ids), enabled: ids.length > 0 });
  return useMemo(() => {
    const listings = data ?? cachedListings(queries);
    return new Map(listings.map((listing) => [listing.pet.id, listing]));
  }, [data, queries]);
}

function EmptyList({ status, categoryId, q, mayWrite }: AnimalFilters & { mayWrite: boolean }) {
  const isAdmin = useRole() === 'admin';
  if (q !== undefined) return <p>{TEXTS.nothingFound}</p>;
  const isFiltered = status !== undefined || categoryId !== undefined;
  if (isFiltered) return <p>{TEXTS.nothingMatches}</p>;
  return (
    <p>
      {TEXTS.emptyCatalogue}
      {mayWrite && ` ${TEXTS.addTheFirst}`}
      {isAdmin && (
        <>
          {' '}
          {TEXTS.ifSpreadsheet} <a href={hrefOf({ page: 'import' })}>{TEXTS.importIt}</a>.
        </>
      )}
    </p>
  );
}
