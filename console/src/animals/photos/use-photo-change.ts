import type { Pet, Photo, PhotoChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { applyListing } from '../../queries/listing-queries.ts';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';

type Petstore = ReturnType<typeof useSession>['petstore'];

/** Changes a photo, and reads the listing again, which has all photos in their order. */
export function usePhotoChange<Variables = void>(
  pet: Pet,
  change: (petstore: Petstore, variables: Variables) => Promise<unknown>,
  onChanged = () => {},
) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: async (variables: Variables) => {
      await change(petstore, variables);
      applyListing(queries, await petstore.listings.get(pet.id));
    },
    onSuccess: onChanged,
  });
}

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
