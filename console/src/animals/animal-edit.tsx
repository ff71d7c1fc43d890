import type { Pet, PetChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { historyKey } from '../queries/animal-queries.ts';
import { applyPet } from '../queries/apply-changes.ts';
import { ConflictError, changeUnlessConflict } from '../session/changes/guarded-change.ts';
import { useSession } from '../session/use-session.ts';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './animals-texts.ts';
import { CategoryField, categoryIdIn } from './category-field.tsx';

interface AnimalEditProps {
  pet: Pet;
  onClose(): void;
}

/** The form to change the name or the category of an animal. */
export function AnimalEdit({ pet, onClose }: AnimalEditProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The version that the user saw when the form opened. Only members that differ from it are sent.
  const [before, setBefore] = useState(pet);
  const close = () => dialog.current?.close(SAVED);
  const change = usePetChange(before, { onChanged: close, onConflict: setBefore });
  const save = (form: FormData) => {
    const members = changedMembers(before, form);
    if (members === undefined) close();
    else change.mutate(members);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.edit}
      draft={`animal-${pet.id}`}
      submit={TEXTS.saveSubmit}
      mutation={change}
      onSubmit={save}
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name}>
        {(field) => <input {...field} defaultValue={before.name} required autoComplete="off" />}
      </FormField>
      <CategoryField categoryId={before.categoryId} />
    </FormDialog>
  );
}

interface ChangeListeners {
  onChanged(): void;
  /** Receives the newer version. A second Save may overwrite it, because the user has seen it. */
  onConflict(current: Pet): void;
}

/** Changes the name and the category of an animal, unless someone else has changed them. */
export function usePetChange(before: Pet, { onChanged, onConflict }: ChangeListeners) {
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
      queries.invalidateQueries({ queryKey: historyKey(before.id) });
      onChanged();
    },
    onError: (error) => {
      if (!(error instanceof ConflictError)) return;
      applyPet(session, error.current, false);
      queries.invalidateQueries({ queryKey: historyKey(before.id) });
      onConflict(error.current);
    },
  });
}

/** Describes the changes by others that the form would overwrite; undefined if there are none. */
function conflictOf(before: Pet, change: PetChange, current: Pet): string | undefined {
  const isOverwritten = (member: 'name' | 'categoryId') =>
    change[member] !== undefined && ![before[member], change[member]].includes(current[member]);
  const now: string[] = [];
  if (isOverwritten('name')) now.push(TEXTS.nameIsNow(current.name));
  if (isOverwritten('categoryId')) now.push(TEXTS.categoryIsNow(current.categoryId));
  if (now.length === 0) return undefined;
  return TEXTS.changedByOther(now.join(TEXTS.and));
}

/** Returns the members that the form has changed; undefined if there are none. */
export function changedMembers(before: Pet, form: FormData): PetChange | undefined {
  const name = String(form.get('name'));
  const categoryId = categoryIdIn(form);
  const change: PetChange = {};
  if (name !== before.name) change.name = name;
  if (categoryId !== before.categoryId) change.categoryId = categoryId;
  return Object.keys(change).length === 0 ? undefined : change;
}
