import type { Listing, Pet } from '@petstore/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { useCategoryNames } from '../category-name.tsx';
import { type AnimalFilters, animalList } from '../queries/animal-queries.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { cachedListings, listingsOf } from '../queries/listing-queries.ts';
import { type AnimalsRoute, hrefOf } from '../route.ts';
import { SearchMatchNote } from '../search/search-match-note.tsx';
import { usePermissions } from '../session/use-permissions.ts';
import { useMayManage, useMayWrite, useRole, useSession } from '../session/use-session.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { partWhenOpened } from '../ui/when-opened.tsx';
import { AnimalCard } from './animal-card.tsx';
import { TEXTS } from './animals-texts.ts';
import { AnimalFilter } from './filters/animal-filter.tsx';
import { PhotoFilter } from './filters/photo-filter.tsx';
import { TagFilter } from './filters/tag-filter.tsx';
import { useRememberedList } from './neighbours/last-list.ts';
import { NewAnimals } from './new-animals.tsx';
import { SelectAll } from './selection/all/select-all.tsx';
import { Selection, SelectionContext, useSelection } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { AnimalRow } from './table/animal-row.tsx';
import { AnimalsTable, ROLES } from './table/animals-table.tsx';
import { SavedViews } from './view/saved/saved-views.tsx';
import { SortSelect } from './view/sort-select.tsx';
import { useView } from './view/view.ts';
import './animals.css';
import './listing/listing.css';

const AddAnimal = partWhenOpened(async () => (await import('./adding/add-animal.tsx')).AddAnimal);

/** The catalogue with infinite scrolling, newest first unless the address has another order. */
export function AnimalsPage(route: AnimalsRoute) {
  const { petstore } = useSession();
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMayWrite();
  const mayManage = useMayManage();
  const { page: _page, view: _view, ...filters } = route;
  // Together when the role is known, so that none moves the others.
  const actions = useRole() !== undefined && (
    <>
      <a className="button menu-link" href={hrefOf({ ...filters, page: 'export' })}>
        {PAGE_NAMES.export}
      </a>
      {mayManage && (
        <a className="button menu-link" href={hrefOf({ page: 'bin' })}>
          {PAGE_NAMES.bin}
        </a>
      )}
      {mayWrite && (
        <button type="button" className="primary" onClick={() => setAdding(true)}>
          {TEXTS.add}
        </button>
      )}
    </>
  );
  return (
    <Page title={PAGE_NAMES.animals} actions={actions} className="wide">
      <AnimalFilter {...route} />
      {/* Another order keeps the selection, other filters do not. */}
      <Selecting key={String(animalList(petstore, { ...filters, sort: undefined }).queryKey)}>
        <Animals
          route={route}
          filters={filters}
          mayWrite={mayWrite}
          key={String(animalList(petstore, filters).queryKey)}
        />
        <SelectionBar />
      </Selecting>
      {isAdding && <AddAnimal onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Selecting({ children }: { children: ReactNode }) {
  const [selection] = useState(() => new Selection());
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

interface AnimalsProps {
  route: AnimalsRoute;
  filters: AnimalFilters;
  mayWrite: boolean;
}

function Animals({ route, filters, mayWrite }: AnimalsProps) {
  const mayManage = useMayManage();
  const { petstore } = useSession();
  const list = useInfiniteQuery(animalList(petstore, filters));
  const animals = useMemo(() => (list.data === undefined ? [] : itemsOf<Pet>(list.data)), [list.data]);
  const selection = useSelection();
  useLayoutEffect(() => {
    selection.order = () => animals.map(({ id }) => id);
  }, [selection, animals]);
  useRememberedList(filters, animals);
  const isTable = useView(route) === 'table';
  return (
    <>
      <div className="filters list-tools">
        <SavedViews {...route} />
        <SortSelect {...route} />
        <PhotoFilter {...route} />
        <TagFilter {...route} />
        <SelectAll filters={filters} data={list.data} mayWrite={mayManage} />
      </div>
      <NewAnimals filters={filters} shown={animals} />
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        // A page of a search may be empty although others follow.
        isEmpty={animals.length === 0 && !list.hasNextPage}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={12} className={isTable ? 'animals-skeleton-table' : 'animals'} />}
        empty={<EmptyList {...filters} mayWrite={mayWrite} />}
      >
        <SearchMatchNote q={filters.q} match={list.data?.pages[0]?.match} />
        <AnimalPages
          route={route}
          isTable={isTable}
          animals={animals}
          pages={list.data?.pages ?? []}
          mayWrite={mayWrite}
        />
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
    </>
  );
}

interface AnimalPagesProps {
  route: AnimalsRoute;
  isTable: boolean;
  animals: readonly Pet[];
  pages: ReadonlyArray<{ readonly items: readonly Pet[] }>;
  mayWrite: boolean;
}

function AnimalPages({ route, isTable, animals, pages, mayWrite }: AnimalPagesProps) {
  const nameOf = useCategoryNames(animals.map(({ categoryId }) => categoryId));
  const timeZone = useTimeZone();
  const Items = isTable ? AnimalRows : AnimalCards;
  const items = pages.map(({ items }) => (
    // New animals are added in front, so the last one identifies the page.
    <Items
      key={String(items.at(-1)?.id)}
      animals={items}
      nameOf={nameOf}
      mayWrite={mayWrite}
      timeZone={timeZone}
    />
  ));
  return isTable ? <AnimalsTable {...route}>{items}</AnimalsTable> : <ul className="animals">{items}</ul>;
}

interface ItemsProps {
  /** One page of the list. */
  animals: readonly Pet[];
  nameOf(categoryId: bigint): string;
  mayWrite: boolean;
  timeZone: string;
}

const AnimalCards = memo((props: ItemsProps) => {
  const dataOf = useAnimals(props);
  return props.animals.map((pet) => <AnimalCard key={String(pet.id)} {...dataOf(pet)} />);
});

const AnimalRows = memo((props: ItemsProps) => {
  const dataOf = useAnimals(props);
  return (
    <tbody {...ROLES.group}>
      {props.animals.map((pet) => (
        <AnimalRow key={String(pet.id)} timeZone={props.timeZone} {...dataOf(pet)} />
      ))}
    </tbody>
  );
});

/** Returns what is shown of the animals of one page of the list. One request reads the permissions for all of them. */
function useAnimals({ animals, nameOf, mayWrite }: ItemsProps) {
  const ids = animals.map(({ id }) => id);
  const { permissions } = usePermissions(ids, mayWrite);
  const listings = useListings(ids);
  return (pet: Pet) => ({
    pet,
    category: nameOf(pet.categoryId),
    listing: listings.get(pet.id),
    permissions: permissions.get(pet.id),
  });
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

function EmptyList({ status, categoryId, q, photos, tag, mayWrite }: AnimalFilters & { mayWrite: boolean }) {
  const isAdmin = useRole() === 'admin';
  if (q !== undefined) return <p>{TEXTS.nothingFound}</p>;
  const isFiltered = [status, categoryId, photos, tag].some((filter) => filter !== undefined);
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
