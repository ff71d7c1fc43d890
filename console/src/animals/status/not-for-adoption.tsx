import type { Listing, Pet } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { cachedListings, listingOf } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { applyAnimal } from '../movements/apply-animal.ts';
import { TogetherNote } from '../together/together-note.tsx';
import { TEXTS } from './status-texts.ts';

interface NotForAdoptionProps {
  pet: Pet;
  onClose(): void;
}

/** Asks why an animal is not for adoption at the moment. It opens when the reason of before is known. */
export function NotForAdoption({ pet, onClose }: NotForAdoptionProps) {
  const { petstore, queries } = useSession();
  const { data } = useQuery({
    ...listingOf(petstore, pet.id),
    initialData: () => cachedListings(queries).find((listing) => listing.pet.id === pet.id),
  });
  return data === undefined ? null : <ReasonDialog pet={pet} listing={data} onClose={onClose} />;
}

function ReasonDialog({ pet, listing, onClose }: NotForAdoptionProps & { listing: Listing }) {
  const session = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const before = listing.profile.notForAdoptionReason ?? '';
  const change = useMutation({
    mutationFn: async (reason: string) => {
      const { listings, pets } = session.petstore;
      // The reason first: it is shown only without a status, so that no one sees a half of the change.
      if (reason !== before) {
        await listings.changeProfile(pet.id, { notForAdoptionReason: reason === '' ? null : reason });
      }
      if (pet.status !== undefined) await pets.change(pet.id, { status: null });
    },
    onSuccess: async () => {
      dialog.current?.close(SAVED);
      await applyAnimal(session, pet.id);
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.notForAdoptionOf(pet.name)}
      draft={`not-for-adoption-${pet.id}`}
      submit={TEXTS.saveSubmit}
      mutation={change}
      onSubmit={(form) => change.mutate(String(form.get('notForAdoptionReason')).trim())}
      onClose={onClose}
    >
      <p>{TEXTS.offPages}</p>
      <TogetherNote pet={pet} />
      <FormField name="notForAdoptionReason" label={TEXTS.reason} hint={TEXTS.reasonHint}>
        {(field) => <input {...field} defaultValue={before} maxLength={200} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
