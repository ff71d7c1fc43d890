import { type Pet, type PetPermissions, PetstoreError } from '@petstore/client';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knownAnimals } from '../orders/known-animals.ts';
import { holdOf } from '../orders/order-queries.ts';
import { hrefOf } from '../route.ts';
import { useMayWrite, useRole, useSession } from '../session/use-session.ts';
import { useSelected, useStore } from '../store.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { AnimalHold } from './animal-hold.tsx';
import { AnimalHistorySection } from './history/animal-history.tsx';
import { historyOf } from './history/animal-history-query.ts';
import './animal-page.css';
import { AnimalEdit } from './animal-page-edit.tsx';
import { oneAnimal } from './animal-queries.ts';
import { CategoryName } from './category-name.tsx';
import { usePermissions } from './changes/permissions.ts';

/** One animal: what it is, who holds it, and what happened to it. */
export function AnimalPage({ id }: { id: bigint }) {
  const { petstore, queries, news } = useSession();
  // Beside the animal and not after it.
  usePrefetchQuery(holdOf(petstore, id));
  usePrefetchQuery(historyOf(petstore, id));
  const animal = useQuery({ ...oneAnimal(petstore, id), initialData: () => knownAnimals(queries).get(id) });
  const { permissions: allPermissions } = usePermissions([id], useMayWrite());
  const permissions = allPermissions.get(id);
  const isRemoved = useStore(news).removedPets.has(id);
  const pet = animal.data;
  if (isNotThere(animal.error) && !isRemoved) return <NotThere id={id} />;
  return (
    <Page
      title={pet?.name ?? `Animal ${id}`}
      actions={pet !== undefined && !isRemoved && <EditButton pet={pet} permissions={permissions} />}
    >
      <BackLink />
      {pet !== undefined && <Animal pet={pet} isRemoved={isRemoved} permissions={permissions} />}
      {pet === undefined && animal.error !== null && (
        <ErrorNote error={animal.error} onRetry={animal.refetch} />
      )}
      {pet === undefined && animal.error === null && <Loading />}
    </Page>
  );
}

interface PermittedProps {
  pet: Pet;
  /** What the account may do with it; undefined while it is not known. */
  permissions: PetPermissions | undefined;
}

function Animal({ pet, isRemoved, permissions }: PermittedProps & { isRemoved: boolean }) {
  const { changes } = useSession();
  const change = useSelected(changes.store, (all) => all.get(pet.id));
  const set =
    change?.change.kind === 'status' && change.state !== 'failed' ? change.change.status : pet.status;
  return (
    <div className="animal-page">
      <dl className="card animal-facts">
        <dt>Status</dt>
        <dd>{isRemoved ? <span className="status">Removed</span> : <Status status={set} />}</dd>
        <dt>Category</dt>
        <dd>
          <CategoryName id={pet.categoryId} />
        </dd>
        <dt>Number</dt>
        <dd>{String(pet.id)}</dd>
      </dl>
      <AnimalHold pet={pet} isRemoved={isRemoved} permissions={permissions} />
      <AnimalHistorySection id={pet.id} />
    </div>
  );
}

function EditButton({ pet, permissions }: PermittedProps) {
  const role = useRole();
  const [isEditing, setEditing] = useState(false);
  const mayEdit = permissions?.allowedOperations.includes('changePet');
  if (role === 'reader' || mayEdit === false) return null;
  return (
    <>
      <button
        type="button"
        // Until that is known it only keeps its place: beside a long name it would move the page.
        className={mayEdit === undefined ? 'animal-page-edit-place' : undefined}
        onClick={() => setEditing(true)}
      >
        Edit
      </button>
      {isEditing && <AnimalEdit pet={pet} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Of the size of what is to come, so that nothing moves when it does. */
function Loading() {
  return (
    <div className="animal-page" role="status" aria-label="Loading">
      <div className="animal-facts skeleton" />
      <div className="animal-hold animal-hold-open skeleton" />
      <div className="animal-page-history skeleton" />
    </div>
  );
}

function NotThere({ id }: { id: bigint }) {
  return (
    <Page title={`Animal ${id}`}>
      <div className="empty">
        <p>There is no animal with the number {String(id)}. It may have been removed from the catalogue.</p>
        <BackLink />
      </div>
    </Page>
  );
}

function BackLink() {
  return (
    <p>
      <a href={hrefOf({ page: 'animals' })}>Back to the animals</a>
    </p>
  );
}

function isNotThere(error: Error | null): boolean {
  return error instanceof PetstoreError && error.code === 'pet_not_found';
}
