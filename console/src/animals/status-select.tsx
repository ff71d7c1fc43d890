import type { Pet, PetStatus } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { applyPet } from '../feed/apply-event.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { statusName } from '../ui/status.tsx';
import { statusChoices } from './status-choices.ts';

interface StatusSelectProps {
  pet: Pet;
  /** What gives its place to the button that sends a choice made by keys. */
  children: ReactNode;
}

/** A choice from the opened list is sent at once; one made by keys, each of which chooses, when the reader says so. */
export function StatusSelect({ pet, children }: StatusSelectProps) {
  const change = useStatusChange(pet);
  const select = useRef<HTMLSelectElement>(null);
  const isByKeys = useRef(false);
  const [chosen, setChosen] = useState<PetStatus>();
  const choices = statusChoices(pet.status);
  // Others may have changed the animal since, so that it can no longer follow.
  const waiting = choices.find((choice) => choice === chosen);
  const send = (status: PetStatus) => {
    setChosen(undefined);
    change.mutate(status);
    select.current?.focus();
  };
  const choose = (value: string) => {
    if (change.isPending) return;
    const status = choices.find((choice) => choice === value);
    if (status === undefined || isByKeys.current) setChosen(status);
    else send(status);
  };
  const press = (event: KeyboardEvent) => {
    isByKeys.current = true;
    if (event.key === 'Escape') setChosen(undefined);
    if (event.key !== 'Enter' || waiting === undefined) return;
    event.preventDefault();
    send(waiting);
  };
  return (
    <>
      <select
        ref={select}
        className={`status-select status-${pet.status ?? 'none'}`}
        aria-label={`Status of ${pet.name}`}
        value={waiting ?? pet.status ?? ''}
        // Not `disabled`, which would take the keyboard away.
        aria-disabled={change.isPending}
        onPointerDown={() => {
          isByKeys.current = false;
        }}
        onKeyDown={press}
        onChange={(event) => choose(event.target.value)}
      >
        {[pet.status, ...choices].map((choice) => (
          <option key={choice ?? ''} value={choice ?? ''}>
            {statusName(choice)}
          </option>
        ))}
      </select>
      {waiting === undefined ? children : <SetButton name={pet.name} onSet={() => send(waiting)} />}
      {change.error !== null && (
        <div role="alert" className="animal-error">
          <ErrorNote error={change.error} />
        </div>
      )}
    </>
  );
}

function SetButton({ name, onSet }: { name: string; onSet(): void }) {
  return (
    <>
      <button type="button" className="primary" onClick={onSet}>
        Set<span className="visually-hidden"> the status of {name}</span>
      </button>
      <span role="status" className="visually-hidden">
        Not set yet. Press Enter to set it, or Escape to leave it.
      </span>
    </>
  );
}

/** Changes the status at once, and back with the service's words if it refuses. */
function useStatusChange(pet: Pet) {
  const session = useSession();
  return useMutation({
    mutationFn: (status: PetStatus) => session.petstore.pets.change(pet.id, { status }),
    onMutate: (status) => {
      applyPet(session, { ...pet, status }, false);
      return pet;
    },
    onSuccess: (changed) => applyPet(session, changed, false),
    onError: (_error, _status, before = pet) => applyPet(session, before, false),
  });
}
