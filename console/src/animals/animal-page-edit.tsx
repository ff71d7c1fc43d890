import type { Pet, PetChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { applyPet } from '../feed/apply-event.ts';
import { useSession } from '../session/use-session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { CategoryField } from './category-field.tsx';

interface AnimalEditProps {
  pet: Pet;
  onClose(): void;
}

/** Changes an animal's name or category. */
export function AnimalEdit({ pet, onClose }: AnimalEditProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // As it was when the form came: what others change meanwhile is not undone.
  const [before] = useState(pet);
  const close = () => dialog.current?.close();
  const change = useChange(pet.id, close);
  const save = (form: FormData) => {
    const members = changedMembers(before, form);
    if (members === undefined) close();
    else change.mutate(members);
  };
  return (
    <FormDialog
      dialog={dialog}
      title="Edit"
      submit={{ name: 'Save', doing: 'Saving…' }}
      isPending={change.isPending}
      error={change.error}
      onSubmit={save}
      onClose={onClose}
    >
      <label htmlFor={id}>Name</label>
      <input id={id} name="name" defaultValue={before.name} required autoComplete="off" />
      <CategoryField categoryId={before.categoryId} />
    </FormDialog>
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
