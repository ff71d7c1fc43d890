import type { Pet, Photo } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS } from './photos-texts.ts';
import { usePhotoChange } from './use-photo-change.ts';
import { usePhotoSave } from './use-photo-save.ts';

export interface PhotoDialogProps {
  pet: Pet;
  photo: Photo;
  onClose(): void;
}

/** The form for what a photo shows, for people who cannot see it. */
export function PhotoDescription({ pet, photo, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const save = usePhotoSave(pet, photo, {
    valuesOf: ({ alt }) => ({ alt }),
    changeIn: (form) => ({ alt: String(form.get('alt')).trim() }),
    onSaved: () => dialog.current?.close(SAVED),
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.describePhoto}
      draft={`photo-${photo.id}`}
      submit={TEXTS.saveSubmit}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <FormField name="alt" label={TEXTS.alt}>
        {(field) => <input {...field} defaultValue={save.opened.alt} maxLength={300} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

export function PhotoRemoval({ pet, photo, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const removal = usePhotoChange(
    pet,
    (petstore) => petstore.photos.remove(pet.id, photo.id),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.removePhoto}
      submit={TEXTS.removeSubmit}
      mutation={removal}
      onSubmit={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{TEXTS.removalIsFinal}</p>
    </FormDialog>
  );
}
