import type { Order, Pet } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { OrderActions } from '../orders/order-actions.tsx';
import { holdOf } from '../orders/order-queries.ts';
import { useMayWrite, useRole, useSession } from '../session/use-session.ts';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Moment } from '../ui/local-text.tsx';
import { Status } from '../ui/status.tsx';
import { PlaceHold } from './place-hold.tsx';

interface AnimalHoldProps {
  pet: Pet;
  isRemoved: boolean;
}

/** Who holds an animal and until when, or the way to hold it. */
export function AnimalHold({ pet, isRemoved }: AnimalHoldProps) {
  const { petstore } = useSession();
  const role = useRole();
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasBegun, setBegun] = useState(false);
  const [conflict, setConflict] = useState<Error>();
  const hold = useQuery(holdOf(petstore, pet.id));
  const mayAct = useMayWrite();
  const canBeHeld = pet.status === 'available' || pet.status === 'pending';
  const isFree = hold.data === null && pet.status === 'available';
  const showsForm = mayAct && !isRemoved && (isFree || hasBegun);
  const goOn = () => {
    setBegun(false);
    setConflict(undefined);
    heading.current?.focus();
  };
  return (
    <section className={`card animal-hold ${canBeHeld ? 'animal-hold-open' : ''}`} aria-labelledby="hold">
      <h2 id="hold" ref={heading} tabIndex={-1}>
        Hold
      </h2>
      {hold.error !== null && hold.data === undefined && (
        <ErrorNote error={hold.error} onRetry={hold.refetch} />
      )}
      {!isRemoved && hold.data != null && (
        <Held order={hold.data} mayAct={mayAct} onChanged={goOn} onConflict={setConflict} />
      )}
      {hold.data === null && conflict !== undefined && (
        <div role="alert">
          <ErrorNote error={conflict} />
        </div>
      )}
      {(isRemoved || hold.data === null) && <p>{whyFree(pet, isRemoved, role)}</p>}
      {showsForm && <PlaceHold pet={pet} onBegun={() => setBegun(true)} onPlaced={goOn} />}
    </section>
  );
}

/** What is said where the account sees no order that holds the animal. */
function whyFree(pet: Pet, isRemoved: boolean, role: string | undefined): string {
  if (isRemoved) return 'This animal is no longer in the catalogue.';
  switch (pet.status) {
    case 'available':
      return role === 'reader'
        ? 'Nobody holds it. This key only reads, so it cannot place a hold.'
        : 'Nobody holds it.';
    case 'pending':
      return 'It is on hold: by an order that this key may not see, or because its shelter said so.';
    case 'sold':
      return 'It has found a home.';
    default:
      return 'It has no status yet, so it cannot be held.';
  }
}

interface HeldProps {
  order: Order;
  mayAct: boolean;
  onChanged(): void;
  onConflict(error: Error): void;
}

function Held({ order, mayAct, onChanged, onConflict }: HeldProps) {
  const { id, reference, expiresAt, status } = order;
  return (
    <>
      <p className="held-by">
        Held by order {String(id)}
        {reference !== undefined && reference !== '' && ` (${reference})`} <Status status={status} />
      </p>
      {expiresAt === undefined ? (
        <p>It does not end by itself.</p>
      ) : (
        <p>
          Until <Moment at={expiresAt} />, in <Ending order={order} until={Date.parse(expiresAt)} />
        </p>
      )}
      <OrderActions order={order} mayAct={mayAct} onChanged={onChanged} onConflict={onConflict} />
    </>
  );
}

/** Counts down, and asks what became of the animal when it is over. */
function Ending({ order: { petId }, until }: { order: Order; until: number }) {
  const { queries } = useSession();
  const isOver = useSecondsUntil(until) === 0;
  useEffect(() => {
    if (!isOver) return;
    for (const about of ['hold', 'animal', 'history']) {
      queries.invalidateQueries({ queryKey: [about, String(petId)] });
    }
  }, [isOver, queries, petId]);
  return <Countdown until={until} />;
}
