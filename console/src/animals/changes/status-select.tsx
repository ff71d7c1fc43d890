import type { Pet, PetStatus } from '@petstore/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { UndoableChange } from '../../session/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { TEXTS } from './changes-texts.ts';

interface StatusSelectProps {
  pet: Pet;
  /** The statuses that the account may set now. */
  choices: readonly PetStatus[];
  /** A change that is not finished. */
  change: UndoableChange | undefined;
}

/**
 * Sets the status. Choosing with the pointer confirms the choice. With the keyboard each arrow key chooses another option, so Enter
 * or leaving the control confirms the choice. Escape drops the choice, or undoes the change.
 */
export function StatusSelect({ pet, choices, change }: StatusSelectProps) {
  const { changes } = useSession();
  const usesKeyboard = useRef(false);
  const [chosen, setChosen] = useState<PetStatus>();
  const set =
    change?.change.kind === 'status' && change.state !== 'failed' ? change.change.status : undefined;
  const isSending = change?.state === 'sending';
  const options = [pet.status, ...choices];
  // Another user may have changed the animal, so that the choice is no longer allowed.
  const unconfirmed = options.includes(chosen) ? chosen : undefined;
  const confirm = (status: PetStatus | undefined) => {
    setChosen(undefined);
    if (status === pet.status) changes.undo(pet.id);
    else if (status !== undefined && status !== set) changes.begin([pet], { kind: 'status', status });
  };
  const choose = (value: string) => {
    if (isSending) return;
    const status = options.find((choice) => (choice ?? '') === value);
    if (usesKeyboard.current) setChosen(status);
    else confirm(status);
  };
  const press = (event: KeyboardEvent) => {
    usesKeyboard.current = true;
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
        aria-label={TEXTS.statusOf(pet.name)}
        value={shown ?? ''}
        // `disabled` would remove the focus.
        aria-disabled={isSending}
        onPointerDown={() => {
          usesKeyboard.current = false;
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
          {TEXTS.notSetYet}
        </span>
      )}
    </>
  );
}
