import type { Pet, Photo } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS } from './listing-texts.ts';

interface PhotoProps {
  pet: Pet;
  photo: Photo;
}

/** The buttons of one photo: describe it, make it the cover, remove it. */
export function PhotoActions({ pet, photo, position }: PhotoProps & { position: number }) {
  const [open, setOpen] = useState<'alt' | 'removal'>();
  const cover = usePhotoChange(pet, (petstore) => petstore.photos.change(pet.id, photo.id, { position: 0 }));
  const which = TEXTS.whichPhoto(position + 1);
  return (
    <div className="photo-actions">
      <button type="button" className="quiet" onClick={() => setOpen('alt')}>
        {TEXTS.describe}
        <span className="visually-hidden">{which}</span>
      </button>
      {position > 0 && (
        <button type="button" className="quiet" disabled={cover.isPending} onClick={() => cover.mutate()}>
          {TEXTS.makeCover}
          <span className="visually-hidden">{which}</span>
        </button>
      )}
      <button type="button" className="quiet" onClick={() => setOpen('removal')}>
        {TEXTS.remove}
        <span className="visually-hidden">{which}</span>
      </button>
      {cover.error !== null && <ErrorNote error={cover.error} />}
      {open === 'alt' && <Description pet={pet} photo={photo} onClose={() => setOpen(undefined)} />}
      {open === 'removal' && <Removal pet={pet} photo={photo} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function Description({ pet, photo, onClose }: PhotoProps & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = usePhotoChange(
    pet,
    (petstore, alt: string) => petstore.photos.change(pet.id, photo.id, { alt }),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.describePhoto}
      draft={`photo-${photo.id}`}
      submit={TEXTS.saveSubmit}
      mutation={change}
      onSubmit={(form) => change.mutate(String(form.get('alt')).trim())}
      onClose={onClose}
    >
      <FormField name="alt" label={TEXTS.alt}>
        {(field) => <input {...field} defaultValue={photo.alt} maxLength={300} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

function Removal({ pet, photo, onClose }: PhotoProps & { onClose(): void }) {
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

type Petstore = ReturnType<typeof useSession>['petstore'];

/** Changes a photo, and reads the listing again, which has all photos in their order. */
function usePhotoChange<Variables = void>(
  pet: Pet,
  change: (petstore: Petstore, variables: Variables) => Promise<unknown>,
  onChanged = () => {},
) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: (variables: Variables) => change(petstore, variables),
    onSuccess: async () => {
      applyListing(queries, await petstore.listings.get(pet.id));
      onChanged();
    },
  });
}
