import type { Pet, PetStatus } from '@petstore/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../ui/status.tsx';
import type { UndoableChange } from './undoable-changes.ts';

interface StatusSelectProps {
  pet: Pet;
  /** The statuses that may follow now. */
  choices: readonly PetStatus[];
  /** The change that is under way. */
  change: UndoableChange | undefined;
}

/**
 * Sets the status. An option that is chosen from the opened list is confirmed by that; one that is chosen by keys, each of
 * which chooses, is confirmed by Enter or by leaving the control. Escape drops the choice, or undoes the change.
 */
export function StatusSelect({ pet, choices, change }: StatusSelectProps) {
  const { changes } = useSession();
  const isByKeys = useRef(false);
  const [chosen, setChosen] = useState<PetStatus>();
  const set =
    change?.change.kind === 'status' && change.state !== 'failed' ? change.change.status : undefined;
  const isSending = change?.state === 'sending';
  const options = [pet.status, ...choices];
  // Others may have changed the animal meanwhile, so that the choice can no longer follow.
  const unconfirmed = options.includes(chosen) ? chosen : undefined;
  const confirm = (status: PetStatus | undefined) => {
    setChosen(undefined);
    if (status === pet.status) changes.undo(pet.id);
    else if (status !== undefined && status !== set) changes.begin(pet, { kind: 'status', status });
  };
  const choose = (value: string) => {
    if (isSending) return;
    const status = options.find((choice) => (choice ?? '') === value);
    if (isByKeys.current) setChosen(status);
    else confirm(status);
  };
  const press = (event: KeyboardEvent) => {
    isByKeys.current = true;
    if (event.key === 'Escape') {
      if (unconfirmed === undefined) changes.undo(pet.id);
      setChosen(undefined);
    }
    if (event.key !== 'Enter' || unconfirmed === undefined) return;
    event.preventDefault();
    confirm(unconfirmed);
  };
  const shown = unconfirmed ?? set ?? pet.status;
  return (
    <>
      <select
        className={`status-select status-${shown ?? 'none'}`}
        aria-label={`Status of ${pet.name}`}
        value={shown ?? ''}
        // Not `disabled`, which would take the keyboard away.
        aria-disabled={isSending}
        onPointerDown={() => {
          isByKeys.current = false;
        }}
        onKeyDown={press}
        onChange={(event) => choose(event.target.value)}
        onBlur={() => unconfirmed !== undefined && confirm(unconfirmed)}
      >
        {options.map((choice) => (
          <option key={choice ?? ''} value={choice ?? ''}>
            {statusName(choice)}
          </option>
        ))}
      </select>
      {unconfirmed !== undefined && (
        <span role="status" className="visually-hidden">
          Not set yet. Press Enter or leave the control to set it. Press Escape to keep the status.
        </span>
      )}
    </>
  );
}
