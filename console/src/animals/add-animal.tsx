import type { NewPet, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { prependToList } from '../feed/pages.ts';
import { useFormKey } from '../form-key.ts';
import { PET_STATUSES } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { statusName } from '../ui/status.tsx';
import { ANIMAL_LISTS, belongs, filtersOf } from './animal-queries.ts';
import { CategoryField } from './category-field.tsx';

/** Adds an animal. */
export function AddAnimal({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const add = useAddition(() => dialog.current?.close());
  const close = () => {
    add.end();
    onClose();
  };
  return (
    <FormDialog
      dialog={dialog}
      title="Add an animal"
      submit={{ name: 'Add', doing: 'Adding…' }}
      isPending={add.isPending}
      error={add.error}
      onSubmit={(form) => add.submit(petIn(form))}
      onInput={add.changed}
      onClose={close}
    >
      <label htmlFor={`${id}-name`}>Name</label>
      <input id={`${id}-name`} name="name" required autoComplete="off" />
      <CategoryField />
      <label htmlFor={`${id}-status`}>Status</label>
      <select id={`${id}-status`} name="status" defaultValue="available">
        {PET_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </select>
    </FormDialog>
  );
}

function petIn(form: FormData): NewPet {
  return {
    name: String(form.get('name')),
    categoryId: BigInt(String(form.get('categoryId'))),
    status: PET_STATUSES.find((status) => status === form.get('status')),
  };
}

/** Adds once, however often the same form is sent: an answer may have been lost. */
function useAddition(onAdded: () => void) {
  const { petstore, queries } = useSession();
  const form = useFormKey();
  const [closing] = useState(() => new AbortController());
  const mutation = useMutation({
    mutationFn: (pet: NewPet) =>
      petstore.pets.create(pet, { idempotencyKey: form.key, signal: closing.signal }),
    onSuccess: (pet: Pet) => {
      for (const [list] of queries.getQueriesData({ queryKey: ANIMAL_LISTS })) {
        if (belongs(pet, filtersOf(list))) prependToList(queries, list as readonly string[], [pet]); // as `firstAnimals` made it
      }
      onAdded();
    },
  });
  return {
    submit: mutation.mutate,
    /** Whoever closes the form before it is done does not want it any more. */
    end: () => closing.abort(),
    /** Another form is another addition. */
    changed: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
  };
}
