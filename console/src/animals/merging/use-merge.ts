import type { Listing } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { Observable } from '../../observable.ts';
import { applyMerge, applyPet, applyRemoval } from '../../queries/apply-changes.ts';
import { hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { PageError } from '../../texts/error-text.ts';
import { useFormKey } from '../../ui/forms/form-key.ts';

/** The last merge, for the page of the record that remains. */
export const lastMerge = new Observable<{ into: bigint; id: bigint; name: string } | undefined>(undefined);

interface Merge {
  readonly gone: Listing;
  readonly remaining: Listing;
  /** Why the service would refuse it. */
  readonly obstacle: string | undefined;
}

/** Merges two records once, even if the form is sent again after a lost response, and shows the page of the one that remains. */
export function useMerge(onMerged: () => void) {
  const session = useSession();
  const { petstore } = session;
  const form = useFormKey();
  const mutation = useMutation({
    mutationFn: ({ gone, remaining, obstacle }: Merge) => {
      if (obstacle !== undefined) throw new PageError(obstacle);
      return petstore.pets.merge(gone.pet.id, remaining.pet.id, { idempotencyKey: form.key });
    },
    onSuccess: (pet, { gone: { pet: gone } }) => {
      onMerged();
      lastMerge.set({ into: pet.id, id: gone.id, name: gone.name });
      location.hash = hrefOf({ page: 'animal', id: pet.id });
      applyRemoval(session, gone);
      applyPet(session, pet, false);
      applyMerge(session.queries, pet.id);
    },
  });
  return { ...mutation, renewKey: form.renew };
}
