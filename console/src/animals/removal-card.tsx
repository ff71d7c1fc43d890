import type { Pet } from '@petstore/client';
import { type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../session/use-session.ts';
import { useSecondsUntil } from '../ui/countdown.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useFocusLeftIn } from '../ui/focus-left-in.ts';
import type { Removal } from './removals.ts';

interface RemovalStepsProps {
  pet: Pet;
  removal: Removal;
  /** The card, in which the keyboard stays. */
  place: RefObject<HTMLElement | null>;
}

/** An animal on its way out, in the place where it was. */
export function RemovalSteps({ pet, removal, place }: RemovalStepsProps) {
  switch (removal.state) {
    case 'waiting':
      return <Waiting pet={pet} until={removal.until} place={place} />;
    case 'sending':
      return (
        <p>
          Removing <span className="short-name">{pet.name}</span>…
        </p>
      );
    case 'failed':
      return <Failed pet={pet} error={removal.error} place={place} />;
  }
}

interface WaitingProps extends Pick<RemovalStepsProps, 'pet' | 'place'> {
  until: number;
}

function Waiting({ pet, until, place }: WaitingProps) {
  const { removals } = useSession();
  const takeBack = useRef<HTMLButtonElement>(null);
  const seconds = useSecondsUntil(until);
  useFocusLeftIn(place);
  // The button that was pressed is gone: the keyboard goes on with the one that takes it back.
  useEffect(() => takeBack.current?.focus(), []);
  return (
    <>
      <p>
        <span className="short-name">{pet.name}</span> will be removed.
      </p>
      <div className="animal-actions">
        <button ref={takeBack} type="button" className="keep" onClick={() => removals.takeBack(pet.id)}>
          Keep <span className="short-name">{pet.name}</span> <span aria-hidden="true">({seconds})</span>
        </button>
      </div>
    </>
  );
}

interface FailedProps extends Pick<RemovalStepsProps, 'pet' | 'place'> {
  error: Error;
}

function Failed({ pet, error, place }: FailedProps) {
  const { removals } = useSession();
  useFocusLeftIn(place);
  return (
    <>
      <p>
        <span className="short-name">{pet.name}</span> is still there.
      </p>
      <ErrorNote error={error} />
      <button type="button" onClick={() => removals.takeBack(pet.id)}>
        Understood
      </button>
    </>
  );
}
