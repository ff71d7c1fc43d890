import type { Pet, PetChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { applyPet } from '../feed/apply-event.ts';
import { ChangedByOthers, changeUnlessConflict } from '../session/guarded-change.ts';
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
  const [before, setBefore] = useState(pet);
  const close = () => dialog.current?.close();
  const change = useChange(before, { onChanged: close, onConflict: setBefore });
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

interface Outcomes {
  onChanged(): void;
  /** Gets the newer version. A second Save may replace it, since the person has seen it. */
  onConflict(current: Pet): void;
}

function useChange(before: Pet, { onChanged, onConflict }: Outcomes) {
  const session = useSession();
  const { petstore, queries } = session;
  return useMutation({
    mutationFn: (change: PetChange) =>
      changeUnlessConflict({
        read: () => petstore.pets.get(before.id),
        conflictWith: (current) => conflictOf(before, change, current),
        send: (ifMatch) => petstore.pets.change(before.id, change, { ifMatch }),
      }),
    onSuccess: (changed) => {
      applyPet(session, changed, false);
      queries.invalidateQueries({ queryKey: ['history', String(before.id)] });
      onChanged();
    },
    onError: (error) => {
      if (!(error instanceof ChangedByOthers)) return;
      applyPet(session, error.current, false);
      queries.invalidateQueries({ queryKey: ['history', String(before.id)] });
      onConflict(error.current);
    },
  });
}

/** Says what others have changed to something else than the form does; undefined if that is nothing. */
function conflictOf(before: Pet, change: PetChange, current: Pet): string | undefined {
  const isOverwritten = (member: 'name' | 'categoryId') =>
    change[member] !== undefined && ![before[member], change[member]].includes(current[member]);
  const now: string[] = [];
  if (isOverwritten('name')) now.push(`its name is now “${current.name}”`);
  if (isOverwritten('categoryId')) now.push(`its category is now number ${current.categoryId}`);
  if (now.length === 0) return undefined;
  return `Somebody else has changed this animal: ${now.join(', and ')}. Nothing was saved. Save again to replace that with what you typed.`;
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
