import type { Pet } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnimalFilters, animalList } from '../queries/animal-queries.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { useMayWrite, useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { AddAnimal } from './add-animal.tsx';
import { AnimalCard } from './animal-card.tsx';
import { AnimalFilter } from './animal-filter.tsx';
import './animals.css';
import { usePermissions } from '../session/use-permissions.ts';
import { useCategoryNames } from './category-name.tsx';
import { NewAnimals } from './new-animals.tsx';

/** The catalogue, newest first, with infinite scrolling. */
export function AnimalsPage(filters: AnimalFilters) {
  const { petstore } = useSession();
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMayWrite();
  const addButton = mayWrite && (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      Add an animal
    </button>
  );
  return (
    <Page title="Animals" actions={addButton}>
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
  return (
    <>
      <NewAnimals filters={filters} shown={animals} />
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={animals.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={12} className="animals" />}
        empty={<EmptyList {...filters} mayWrite={mayWrite} />}
      >
        <ul className="animals">
          {list.data?.pages.map(({ items }) => (
            // New animals are added in front, so the last one identifies the page.
            <AnimalCards key={String(items.at(-1)?.id)} animals={items} nameOf={nameOf} mayWrite={mayWrite} />
          ))}
        </ul>
        <More list={list} isLoading={list.isFetchingNextPage} end="End of list." />
      </ListState>
    </>
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
  return animals.map((pet) => (
    <AnimalCard
      key={String(pet.id)}
      pet={pet}
      category={nameOf(pet.categoryId)}
      permissions={permissions.get(pet.id)}
    />
  ));
}

function EmptyList({ status, categoryId, mayWrite }: AnimalFilters & { mayWrite: boolean }) {
  const isFiltered = status !== undefined || categoryId !== undefined;
  if (isFiltered) return <p>No animals match these filters. Choose another status or category.</p>;
  return (
    <p>
      The catalogue is empty.
      {mayWrite && ' Add the first animal, or import a file with “petstore pets import”.'}
    </p>
  );
}
