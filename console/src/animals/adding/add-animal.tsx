import type { NewPet, Pet } from '@petstore/client';
import { useEffect, useId, useRef, useState } from 'react';
import { PET_STATUSES } from '../../route.ts';
import { statusName } from '../../texts/status-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS } from '../animals-texts.ts';
import { CategoryField, categoryIdIn } from '../category-field.tsx';
import { OFFERED_FILES } from '../photo-files/prepare-photo.ts';
import { useAddition } from './use-addition.ts';

/** The form to add an animal with its photos, or several animals one after the other. */
export function AddAnimal({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isLast = useRef(true);
  const [before, setBefore] = useState<Pet>();
  const add = useAddition((pet) => {
    if (isLast.current) dialog.current?.close(SAVED);
    else setBefore(pet);
  });
  const submit = (form: FormData) => {
    isLast.current = form.get('another') === null;
    add.submit({ pet: add.created ?? petIn(form), photos: photosIn(form) });
  };
  const close = () => {
    add.cancel();
    onClose();
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.add}
      draft="new-animal"
      submit={TEXTS.addSubmit}
      mutation={add}
      onSubmit={submit}
      onInput={add.renewKey}
      onClose={close}
    >
      {add.created === undefined && <Fields key={String(before?.id)} before={before} />}
      <Photos key={`photos ${before?.id}`} />
      <label className="check">
        <input type="checkbox" name="another" /> {TEXTS.addAnother}
      </label>
      <p role="status" className="hint">
        {add.created !== undefined && TEXTS.isAddedWithoutPhotos(add.created.name)}
        {add.created === undefined && before !== undefined && TEXTS.isAdded(before.name)}
      </p>
    </FormDialog>
  );
}

/** The name is empty for each animal; the category and the status stay as in the one before. */
function Fields({ before }: { before: Pet | undefined }) {
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  return (
    <>
      <FormField name="name" label={TEXTS.name}>
        {(field) => <input ref={name} {...field} required maxLength={100} autoComplete="off" />}
      </FormField>
      <CategoryField categoryId={before?.categoryId} />
      <FormField name="status" label={TEXTS.status}>
        {(field) => (
          <select {...field} defaultValue={before?.status ?? 'available'}>
            {PET_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusName(status)}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}

function Photos() {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{TEXTS.photos}</label>
      <input id={id} name="photos" type="file" multiple accept={OFFERED_FILES} />
    </>
  );
}

function petIn(form: FormData): NewPet {
  return {
    name: String(form.get('name')),
    categoryId: categoryIdIn(form),
    status: PET_STATUSES.find((status) => status === form.get('status')),
  };
}

/** A field without a file has one without a name. */
function photosIn(form: FormData): File[] {
  return form.getAll('photos').filter((photo) => photo instanceof File && photo.name !== '') as File[]; // checked here
}
