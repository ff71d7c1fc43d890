import type { Pet } from '@petstore/client';
import { type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useSecondsUntil } from '../../ui/countdown.tsx';
import { useFocusLeftIn } from '../../ui/focus-left-in.ts';
import type { UndoableChange } from './undoable-changes.ts';

interface RemovalStepsProps {
  removal: UndoableChange;
  /** The card, in which the keyboard stays. */
  place: RefObject<HTMLElement | null>;
}

/** An animal that is being removed, in the place where it was. */
export function RemovalSteps({ removal, place }: RemovalStepsProps) {
  const { pet } = removal;
  if (removal.state === 'waiting') return <Waiting pet={pet} until={removal.until} place={place} />;
  return (
    <p>
      Removing <span className="short-name">{pet.name}</span>…
    </p>
  );
}

interface WaitingProps extends Pick<RemovalStepsProps, 'place'> {
  pet: Pet;
  until: number;
}

function Waiting({ pet, until, place }: WaitingProps) {
  const { changes } = useSession();
  const undo = useRef<HTMLButtonElement>(null);
  const seconds = useSecondsUntil(until);
  useFocusLeftIn(place);
  // The button that was pressed is gone: the focus goes to the one that undoes it.
  useEffect(() => undo.current?.focus(), []);
  return (
    <>
      <p>
        <span className="short-name">{pet.name}</span> will be removed.
      </p>
      <div className="animal-actions">
        <button ref={undo} type="button" className="keep" onClick={() => changes.undo(pet.id)}>
          Keep <span className="short-name">{pet.name}</span> <span aria-hidden="true">({seconds})</span>
        </button>
      </div>
    </>
  );
}
