import type { NewPet, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { prependToList } from '../feed/pages.ts';
import { useFormKey } from '../form-key.ts';
import { PET_STATUSES } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { statusName } from '../ui/status.tsx';
import { ANIMAL_LISTS, belongs, filtersOf } from './animal-queries.ts';
import { CategoryField } from './category-field.tsx';

/** A form in front of the page; what was typed stays there until the animal is in the catalogue. */
export function AddAnimal({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const add = useAddition(() => dialog.current?.close());
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.submit(petIn(new FormData(event.currentTarget)));
  };
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={add.end(onClose)}>
      <form onSubmit={submit} onInput={add.changed}>
        <h2 id={`${id}-title`}>Add an animal</h2>
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
        <div role="alert">{add.error !== null && <ErrorNote error={add.error} />}</div>
        <div className="form-actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={add.isPending}>
            {add.isPending ? 'Adding…' : 'Add'}
          </button>
        </div>
      </form>
    </dialog>
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
    end: (then: () => void) => () => {
      closing.abort();
      then();
    },
    /** Another form is another addition. */
    changed: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
  };
}
