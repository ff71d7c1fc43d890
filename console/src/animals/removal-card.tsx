import type { Pet } from '@petstore/client';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/use-session.ts';
import { useSecondsUntil } from '../ui/countdown.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import type { Removal } from './removals.ts';

interface RemovalCardProps {
  pet: Pet;
  removal: Removal;
}

/** An animal on its way out, in the place where it was. */
export function RemovalCard({ pet, removal }: RemovalCardProps) {
  const { removals } = useSession();
  return (
    <li className="card animal" aria-live="polite">
      {removal.state === 'waiting' && <Waiting pet={pet} until={removal.until} />}
      {removal.state === 'sending' && <p>Removing {pet.name}…</p>}
      {removal.state === 'failed' && (
        <>
          <p>{pet.name} is still there.</p>
          <ErrorNote error={removal.error} />
          <button type="button" onClick={() => removals.takeBack(pet.id)}>
            Understood
          </button>
        </>
      )}
    </li>
  );
}

function Waiting({ pet, until }: { pet: Pet; until: number }) {
  const { removals } = useSession();
  const takeBack = useRef<HTMLButtonElement>(null);
  const seconds = useSecondsUntil(until);
  // The button that was pressed is gone: the keyboard goes on with the one that takes it back.
  useEffect(() => takeBack.current?.focus(), []);
  return (
    <>
      <p>{pet.name} will be removed.</p>
      <div className="animal-actions">
        <button ref={takeBack} type="button" onClick={() => removals.takeBack(pet.id)}>
          Keep {pet.name} <span aria-hidden="true">({seconds})</span>
        </button>
      </div>
    </>
  );
}
