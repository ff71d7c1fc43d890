import { type Listing, type Pet, type PetPermissions, PetstoreError } from '@petstore/client';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useObservable, useSelected } from '../observable.ts';
import { cachedAnimals } from '../queries/cached-animals.ts';
import { cachedListings, listingOf } from '../queries/listing-queries.ts';
import { holdOf } from '../queries/order-queries.ts';
import { hrefOf } from '../route.ts';
import { useMayManage, useMayWrite, useRole, useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { AnimalHold } from './animal-hold.tsx';
import { AnimalHistorySection } from './history/animal-history.tsx';
import { historyOf } from './history/animal-history-query.ts';
import { MicrochipFact } from './listing/microchip-fact.tsx';
import { ProfileSection } from './listing/profile-section.tsx';
import { PublicPage } from './listing/public-page.tsx';
import { isPublic } from './listing/public-status.ts';
import './animal-page.css';
import { CategoryName } from '../category-name.tsx';
import { animalOf } from '../queries/animal-queries.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { partWhenOpened } from '../ui/when-opened.tsx';
import { TEXTS } from './animals-texts.ts';
import { AnimalMenu } from './changes/animal-menu.tsx';
import { Checklist } from './checklist/checklist.tsx';
import { MergeDone, MergedInto } from './merging/merge-notes.tsx';
import { MovementSection } from './movements/movement-section.tsx';
import { Neighbours } from './neighbours/neighbours.tsx';
import { ShelterContact } from './shelter-contact.tsx';
import { StatusMenu } from './status/status-menu.tsx';

const AnimalEdit = partWhenOpened(async () => (await import('./animal-edit.tsx')).AnimalEdit);

/** The page of one animal: its data, its hold and its history. */
export function AnimalPage({ id, field }: { id: bigint; field?: string | undefined }) {
  const { petstore, queries, pendingUpdates } = useSession();
  // Read concurrently with the animal.
  usePrefetchQuery(holdOf(petstore, id));
  usePrefetchQuery(historyOf(petstore, id));
  const animal = useQuery({ ...animalOf(petstore, id), initialData: () => cachedAnimals(queries).get(id) });
  // Its height is not known before, so the page is shown when it is.
  const listing = useQuery({
    ...listingOf(petstore, id),
    initialData: () => cachedListings(queries).find(({ pet }) => pet.id === id),
  });
  const { permissions: allPermissions } = usePermissions([id], useMayWrite());
  const permissions = allPermissions.get(id);
  const isRemoved = useObservable(pendingUpdates).removedPets.has(id);
  const pet = animal.data;
  if (isNotFound(animal.error) && !isRemoved) return <NotFound id={id} />;
  return (
    <Page
      title={pet?.name ?? TEXTS.animalNumbered(id)}
      className="card-page"
      actions={
        pet !== undefined &&
        !isRemoved && (
          <>
            <EditButton pet={pet} permissions={permissions} />
            <AnimalMenu pet={pet} permissions={permissions} />
          </>
        )
      }
    >
      <Neighbours id={id}>
        {pet !== undefined && !isRemoved && (
          <a href={hrefOf({ page: 'cards', ids: [id] })}>{TEXTS.printCard}</a>
        )}
      </Neighbours>
      <MergeDone id={id} />
      {isRemoved && <MergedInto id={id} />}
      {pet !== undefined && !listing.isPending && (
        <Animal pet={pet} isRemoved={isRemoved} permissions={permissions} listing={listing.data}>
          <ProfileSection
            listing={listing.data}
            field={field}
            error={listing.error}
            onRetry={listing.refetch}
            permissions={permissions}
          />
        </Animal>
      )}
      {pet === undefined && animal.error !== null && (
        <ErrorNote error={animal.error} onRetry={animal.refetch} />
      )}
      {(pet === undefined || listing.isPending) && animal.error === null && <Loading />}
    </Page>
  );
}

interface PermittedProps {
  pet: Pet;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
}

interface AnimalProps extends PermittedProps {
  isRemoved: boolean;
  /** Undefined if it could not be read. */
  listing: Listing | undefined;
  children: ReactNode;
}

function Animal({ pet, isRemoved, permissions, listing, children }: AnimalProps) {
  const { changes } = useSession();
  const change = useSelected(changes.byPet, (all) => all.get(pet.id));
  const status =
    change?.change.kind === 'status' && change.state !== 'failed' ? change.change.status : pet.status;
  // Undefined if public pages are off.
  const pageUrl = listing?.url;
  const reason = status === undefined ? listing?.profile.notForAdoptionReason : undefined;
  // Until the permissions are known, the places are reserved, so that nothing moves.
  const role = useRole();
  const isAllowed = permissions?.allowedOperations.includes('changePet') !== false;
  const mayChange = role !== 'reader' && isAllowed && !isRemoved;
  return (
    <div className="animal-page">
      <dl className="card animal-facts">
        <dt>{TEXTS.status}</dt>
        <dd className="status-fact">
          {isRemoved ? (
            <span className="status">{TEXTS.removed}</span>
          ) : (
            <StatusMenu pet={pet} permissions={permissions} />
          )}
        </dd>
        {reason !== undefined && (
          <>
            <dt>{TEXTS.notForAdoptionReason}</dt>
            <dd>{reason}</dd>
          </>
        )}
        <dt>{TEXTS.category}</dt>
        <dd className="category-fact">
          <CategoryName id={pet.categoryId} />
        </dd>
        <dt>{TEXTS.number}</dt>
        <dd>{String(pet.id)}</dd>
        {mayChange && <MicrochipFact id={pet.id} />}
        {pageUrl !== undefined && !isRemoved && isPublic(status) && <PublicPage url={pageUrl} />}
      </dl>
      <AnimalHold pet={pet} isRemoved={isRemoved} permissions={permissions} />
      {mayChange && listing !== undefined && status !== 'sold' && <Checklist listing={listing} />}
      {!isRemoved && children}
      {mayChange && role !== 'volunteer' && <MovementSection pet={pet} isKnown={permissions !== undefined} />}
      <AnimalHistorySection id={pet.id} />
      <ShelterContact className="card-contact" />
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
        // Invisible until the permission is known. Its space is reserved, so that a long name does not wrap differently later.
        className={mayEdit === undefined ? 'edit-placeholder' : undefined}
        onClick={() => setEditing(true)}
      >
        {TEXTS.edit}
      </button>
      {isEditing && <AnimalEdit pet={pet} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Placeholders of the final size, so that nothing moves when the data arrives. */
function Loading() {
  return (
    <div className="animal-page" role="status" aria-label={TEXTS.loading}>
      <div className="animal-facts skeleton" />
      <div className="animal-hold animal-hold-open skeleton" />
      <div className="listing skeleton" />
      <div className="animal-page-history skeleton" />
    </div>
  );
}

function NotFound({ id }: { id: bigint }) {
  const mayManage = useMayManage();
  return (
    <Page title={TEXTS.animalNumbered(id)}>
      <div className="empty">
        <p>{TEXTS.doesNotExist(id)}</p>
        <MergedInto id={id} />
        {mayManage && (
          <p>
            <a href={hrefOf({ page: 'bin' })}>{TEXTS.lookInBin}</a>
          </p>
        )}
        <Neighbours id={id} />
      </div>
    </Page>
  );
}

function isNotFound(error: Error | null): boolean {
  return error instanceof PetstoreError && error.code === 'pet_not_found';
}
