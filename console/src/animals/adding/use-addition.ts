import type { NewPet, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ANIMAL_LISTS, addToList, filtersOf, matchesFilters } from '../../queries/animal-queries.ts';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { useFormKey } from '../../ui/forms/form-key.ts';
import { preparePhoto } from '../photo-files/prepare-photo.ts';

interface Addition {
  /** The animal itself if it was added and a photo was rejected. */
  pet: NewPet | Pet;
  photos: readonly File[];
}

/** Adds one animal, even if the same form is sent again after a lost response, and then each of its photos once. */
export function useAddition(onAdded: (pet: Pet) => void) {
  const { petstore, queries } = useSession();
  const form = useFormKey();
  const [closing] = useState(() => new AbortController());
  const [created, setCreated] = useState<Pet>();
  const added = useRef(new Set<string>());
  const show = (pet: Pet) => {
    for (const [list] of queries.getQueriesData({ queryKey: ANIMAL_LISTS })) {
      if (matchesFilters(pet, filtersOf(list))) addToList(queries, list as readonly string[], [pet]); // written by `animalList`
    }
  };
  const addPhotos = async (pet: Pet, photos: readonly File[]) => {
    for (const photo of photos) {
      const identity = [photo.name, photo.size, photo.lastModified].join();
      if (added.current.has(identity)) continue;
      await petstore.photos.add(pet.id, await preparePhoto(photo), { signal: closing.signal });
      added.current.add(identity);
    }
    if (photos.length > 0) applyListing(queries, await petstore.listings.get(pet.id));
  };
  const create = async (pet: NewPet) => {
    const response = await petstore.pets.create(pet, { idempotencyKey: form.key, signal: closing.signal });
    show(response);
    return response;
  };
  const mutation = useMutation({
    mutationFn: async ({ pet, photos }: Addition) => {
      const animal = 'id' in pet ? pet : await create(pet);
      try {
        await addPhotos(animal, photos);
      } catch (error) {
        setCreated(animal);
        throw error;
      }
      return animal;
    },
    onSuccess: (pet: Pet) => {
      setCreated(undefined);
      added.current.clear();
      form.renew();
      onAdded(pet);
    },
  });
  return {
    submit: mutation.mutate,
    /** Closing the form cancels the request. */
    cancel: () => closing.abort(),
    renewKey: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    /** The animal whose photos were not all added yet. */
    created,
  };
}
