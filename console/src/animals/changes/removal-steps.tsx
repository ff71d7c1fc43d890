import type { Pet } from '@petstore/client';
import { type RefObject, useEffect, useRef } from 'react';
import type { UndoableChange } from '../../session/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { useSecondsUntil } from '../../ui/countdown.tsx';
import { useKeepFocusIn } from '../../ui/keep-focus-in.ts';
import { TEXTS } from './changes-texts.ts';

interface RemovalStepsProps {
  removal: UndoableChange;
  /** The card, which keeps the focus. */
  container: RefObject<HTMLElement | null>;
}

/** The content of the card of an animal that is being removed. */
export function RemovalSteps({ removal, container }: RemovalStepsProps) {
  const { pet } = removal;
  if (removal.state === 'waiting') return <Waiting pet={pet} until={removal.until} container={container} />;
  return (
    <p>
      {TEXTS.removing} <span className="short-name">{pet.name}</span>…
    </p>
  );
}

interface WaitingProps extends Pick<RemovalStepsProps, 'container'> {
  pet: Pet;
  until: number;
}

function Waiting({ pet, until, container }: WaitingProps) {
  const { changes } = useSession();
  const undo = useRef<HTMLButtonElement>(null);
  const seconds = useSecondsUntil(until);
  useKeepFocusIn(container);
  // The pressed button no longer exists: move the focus to Undo.
  useEffect(() => undo.current?.focus(), []);
  return (
    <>
      <p>
        <span className="short-name">{pet.name}</span> {TEXTS.willBeRemoved}
      </p>
      <div className="animal-actions">
        <button ref={undo} type="button" onClick={() => changes.undo(pet.id)}>
          {TEXTS.undo}
          <span className="visually-hidden">{TEXTS.theRemovalOf(pet.name)}</span>{' '}
          <span aria-hidden="true">({seconds})</span>
        </button>
      </div>
    </>
  );
}
