import type { Listing, Pet } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { cachedListings, listingOf } from '../../queries/listing-queries.ts';
import { useFormSave } from '../../session/changes/use-form-save.ts';
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
  const save = useFormSave({
    item: listing,
    read: () => session.petstore.listings.get(pet.id),
    valuesOf: ({ profile: { notForAdoptionReason = '' } }) => ({ notForAdoptionReason }),
    send: async (form, current, changed) => {
      const { listings, pets } = session.petstore;
      const notForAdoptionReason = String(form.get('notForAdoptionReason')).trim() || null;
      // The reason first: it is shown only without a status, so that no one sees a half of the change.
      if (changed.size > 0) {
        await listings.changeProfile(pet.id, { notForAdoptionReason }, { ifMatch: current.etags.profile });
      }
      if (current.pet.status !== undefined) await pets.change(pet.id, { status: null });
    },
    onSaved: async () => {
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
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <p>{TEXTS.offPages}</p>
      <TogetherNote pet={pet} />
      <FormField name="notForAdoptionReason" label={TEXTS.reason} hint={TEXTS.reasonHint}>
        {(field) => (
          <input
            {...field}
            defaultValue={save.opened.profile.notForAdoptionReason}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </FormField>
    </FormDialog>
  );
}
