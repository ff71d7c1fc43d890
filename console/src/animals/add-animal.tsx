import type { NewPet, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ANIMAL_LISTS, filtersOf, matchesFilters } from '../queries/animal-queries.ts';
import { prependToList } from '../queries/list-pages.ts';
import { PET_STATUSES } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { statusName } from '../texts/status-names.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useFormKey } from '../ui/form-key.ts';
import { TEXTS } from './animals-texts.ts';
import { CategoryField } from './category-field.tsx';

/** The form to add an animal. */
export function AddAnimal({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const add = useAddition(() => dialog.current?.close());
  const close = () => {
    add.cancel();
    onClose();
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.add}
      submit={TEXTS.addSubmit}
      isPending={add.isPending}
      error={add.error}
      onSubmit={(form) => add.submit(petIn(form))}
      onInput={add.renewKey}
      onClose={close}
    >
      <label htmlFor={`${id}-name`}>{TEXTS.name}</label>
      <input id={`${id}-name`} name="name" required autoComplete="off" />
      <CategoryField />
      <label htmlFor={`${id}-status`}>{TEXTS.status}</label>
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

/** Adds one animal, even if the same form is sent again after a lost response. */
function useAddition(onAdded: () => void) {
  const { petstore, queries } = useSession();
  const form = useFormKey();
  const [closing] = useState(() => new AbortController());
  const mutation = useMutation({
    mutationFn: (pet: NewPet) =>
      petstore.pets.create(pet, { idempotencyKey: form.key, signal: closing.signal }),
    onSuccess: (pet: Pet) => {
      for (const [list] of queries.getQueriesData({ queryKey: ANIMAL_LISTS })) {
        if (matchesFilters(pet, filtersOf(list))) prependToList(queries, list as readonly string[], [pet]); // written by `animalList`
      }
      onAdded();
    },
  });
  return {
    submit: mutation.mutate,
    /** Closing the form cancels the request. */
    cancel: () => closing.abort(),
    renewKey: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
  };
}
