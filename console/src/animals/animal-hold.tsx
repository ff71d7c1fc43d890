import type { Order, OrderStatus, Pet, PetPermissions } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSelected } from '../observable.ts';
import { OrderActions } from '../orders/order-actions.tsx';
import { OrderReference } from '../orders/order-application.tsx';
import { invalidateAnimal } from '../queries/animal-queries.ts';
import { holdOf } from '../queries/order-queries.ts';
import { Moment } from '../session/moment.tsx';
import { useRole, useSession } from '../session/use-session.ts';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Status } from '../ui/status.tsx';
import { partWhenOpened } from '../ui/when-opened.tsx';
import { TEXTS } from './hold-texts.ts';
import { PlaceHold } from './place-hold.tsx';

const AnimalApplications = partWhenOpened(
  async () => (await import('./animal-applications.tsx')).AnimalApplications,
  <p className="animal-applications" />,
);

interface AnimalHoldProps {
  pet: Pet;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
  isRemoved: boolean;
}

/** Shows which order holds an animal and until when, or the form to place a hold. */
export function AnimalHold({ pet, permissions, isRemoved }: AnimalHoldProps) {
  const { petstore } = useSession();
  const role = useRole();
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasInput, setHasInput] = useState(false);
  const [conflict, setConflict] = useState<Error>();
  const hold = useQuery(holdOf(petstore, pet.id));
  const mayShowOrderOrForm = pet.status === 'available' || pet.status === 'pending';
  const isFree = hold.data === null && pet.status === 'available';
  const mayPlace = permissions?.allowedOperations.includes('placeOrder') ?? false;
  const showsForm = !isRemoved && ((isFree && mayPlace) || hasInput);
  // Someone set the status to pending without an order. No order can end this hold, so the page shows a button.
  const mayRelease =
    hold.data === null &&
    pet.status === 'pending' &&
    permissions?.pet.status === 'pending' &&
    permissions.allowedPetStatuses.includes('available');
  const reset = () => {
    setHasInput(false);
    setConflict(undefined);
    heading.current?.focus();
  };
  return (
    <section
      className={`card animal-hold ${mayShowOrderOrForm ? 'animal-hold-open' : ''}`}
      aria-labelledby="hold"
    >
      <h2 id="hold" ref={heading} tabIndex={-1}>
        {TEXTS.hold}
      </h2>
      {hold.error !== null && hold.data === undefined && (
        <ErrorNote error={hold.error} onRetry={hold.refetch} />
      )}
      {!isRemoved && hold.data != null && (
        <Held
          order={hold.data}
          animalName={pet.name}
          allowed={permissions?.allowedOrderStatuses}
          onChanged={reset}
          onConflict={setConflict}
        />
      )}
      {hold.data === null && conflict !== undefined && (
        <div role="alert">
          <ErrorNote error={conflict} />
        </div>
      )}
      {(isRemoved || hold.data === null) && <p>{textWithoutOrder(pet, isRemoved, role, mayRelease)}</p>}
      {!isRemoved && mayRelease && <ReleaseButton pet={pet} />}
      {showsForm && <PlaceHold pet={pet} onInput={() => setHasInput(true)} onPlaced={reset} />}
      <AnimalApplications pet={pet} isRemoved={isRemoved} />
    </section>
  );
}

/** Returns the text that is shown if the account can see no order that holds the animal. */
function textWithoutOrder(
  pet: Pet,
  isRemoved: boolean,
  role: string | undefined,
  mayRelease: boolean,
): string {
  if (isRemoved) return TEXTS.isRemoved;
  switch (pet.status) {
    case 'available':
      return role === 'reader' || role === 'volunteer' ? TEXTS.isFreeForReader : TEXTS.isFree;
    case 'pending':
      return mayRelease ? TEXTS.isSetByHand : TEXTS.isHeld;
    case 'sold':
      return TEXTS.isAdopted;
    default:
      return TEXTS.hasNoStatus;
  }
}

/** The button that ends a hold without an order. It sets the status to available. */
function ReleaseButton({ pet }: { pet: Pet }) {
  const { changes } = useSession();
  const isChanging = useSelected(changes.byPet, (all) => all.has(pet.id));
  return (
    <p>
      <button
        type="button"
        aria-disabled={isChanging}
        onClick={() => !isChanging && changes.begin([pet], { kind: 'status', status: 'available' })}
      >
        {TEXTS.release}
      </button>
    </p>
  );
}

interface HeldProps {
  order: Order;
  animalName: string;
  /** The statuses that the account may set; undefined until they are known. */
  allowed: readonly OrderStatus[] | undefined;
  onChanged(): void;
  onConflict(error: Error): void;
}

function Held({ order, animalName, allowed, onChanged, onConflict }: HeldProps) {
  const { id, reference, expiresAt, status } = order;
  return (
    <>
      <p className="held-by">
        {TEXTS.heldBy(id)}
        <ReferenceNote reference={reference} /> <Status status={status} />
      </p>
      {expiresAt === undefined ? (
        <p>{TEXTS.doesNotExpire}</p>
      ) : (
        <p>
          {TEXTS.until} <Moment at={expiresAt} />
          {TEXTS.in} <ExpiryCountdown order={order} until={Date.parse(expiresAt)} />
        </p>
      )}
      <OrderActions
        order={order}
        animalName={animalName}
        allowed={allowed}
        onChanged={onChanged}
        onConflict={onConflict}
      />
    </>
  );
}

/** Counts down, then reads the animal again. */
function ExpiryCountdown({ order: { petId }, until }: { order: Order; until: number }) {
  const { queries } = useSession();
  const isOver = useSecondsUntil(until) === 0;
  useEffect(() => {
    if (isOver) invalidateAnimal(queries, petId);
  }, [isOver, queries, petId]);
  return <Countdown until={until} />;
}

function ReferenceNote({ reference }: Pick<Order, 'reference'>) {
  if (reference === undefined || reference === '') return null;
  return (
    <>
      {' ('}
      <OrderReference reference={reference} />)
    </>
  );
}
