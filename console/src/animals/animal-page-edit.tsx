import type { Pet, PetChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { applyPet } from '../feed/apply-event.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { CategoryField } from './category-field.tsx';

interface AnimalEditProps {
  pet: Pet;
  onClose(): void;
}

/** A form in front of the page; what was typed stays there until the animal has it. */
export function AnimalEdit({ pet, onClose }: AnimalEditProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // As it was when the form came: what others change meanwhile is not undone.
  const [before] = useState(pet);
  const close = () => dialog.current?.close();
  const change = useChange(pet.id, close);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const members = changedMembers(before, new FormData(event.currentTarget));
    if (members === undefined) close();
    else change.mutate(members);
  };
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={`${id}-title`}>Edit</h2>
        <label htmlFor={`${id}-name`}>Name</label>
        <input id={`${id}-name`} name="name" defaultValue={before.name} required autoComplete="off" />
        <CategoryField categoryId={before.categoryId} />
        <div role="alert">{change.error !== null && <ErrorNote error={change.error} />}</div>
        <div className="form-actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={change.isPending}>
            {change.isPending ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function useChange(id: bigint, onChanged: () => void) {
  const session = useSession();
  return useMutation({
    mutationFn: (change: PetChange) => session.petstore.pets.change(id, change),
    onSuccess: (changed) => {
      applyPet(session, changed, false);
      session.queries.invalidateQueries({ queryKey: ['history', String(id)] });
      onChanged();
    },
  });
}

/** What the form has changed; undefined if it is nothing. */
function changedMembers(before: Pet, form: FormData): PetChange | undefined {
  const name = String(form.get('name'));
  const categoryId = BigInt(String(form.get('categoryId')));
  const change: PetChange = {};
  if (name !== before.name) change.name = name;
  if (categoryId !== before.categoryId) change.categoryId = categoryId;
  return Object.keys(change).length === 0 ? undefined : change;
}
