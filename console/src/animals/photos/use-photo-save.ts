import type { Pet, Photo, PhotoChange } from '@petstore/client';
import { applyListing } from '../../queries/listing-queries.ts';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';

interface PhotoSaveOptions {
  valuesOf(photo: Photo): FormValues;
  changeIn(form: FormData): PhotoChange;
  onSaved(): void;
}

/** Saves a form about a photo, and reads the listing again. */
export function usePhotoSave(pet: Pet, photo: Photo, { valuesOf, changeIn, onSaved }: PhotoSaveOptions) {
  const { petstore, queries } = useSession();
  return useFormSave({
    item: photo,
    read: async () => {
      const { photos } = await petstore.listings.get(pet.id);
      // If it was removed meanwhile, the service answers that.
      return photos.find(({ id }) => id === photo.id) ?? photo;
    },
    valuesOf,
    send: async (form, _current, changed) => {
      if (changed.size > 0) await petstore.photos.change(pet.id, photo.id, changeIn(form));
      applyListing(queries, await petstore.listings.get(pet.id));
    },
    onSaved,
  });
}
