import type { Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';

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
