import type { Listing } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { historyKey } from '../../queries/animal-queries.ts';
import { applyListing } from '../../queries/listing-queries.ts';
import { foundListings } from '../../search/found-listings.ts';
import { useSearchWords } from '../../search/use-search-words.ts';
import { sendCurrent } from '../../session/changes/guarded-change.ts';
import { useSession } from '../../session/use-session.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { Cover } from '../listing/cover.tsx';
import './together.css';
import { TEXTS } from './together-texts.ts';

/** Besides the animal itself. */
const MAX_OTHERS = 4;

interface BondDialogProps {
  listing: Listing;
  companions: readonly Listing[];
  onClose(): void;
}

/** Chooses the animals that an animal goes together with, by their names. */
export function BondDialog({ listing, companions, onClose }: BondDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { petstore } = useSession();
  const { words, field } = useSearchWords();
  // What was chosen once stays in the list, so that it can be chosen again.
  const [known, setKnown] = useState(companions);
  const [chosen, setChosen] = useState(companions);
  const found = useQuery({ ...foundListings(petstore, words), enabled: words !== '' });
  const others = (found.data ?? []).filter((one) => canJoin(one, listing) && !includes(known, one));
  const change = useBondChange(listing, companions, () => dialog.current?.close(SAVED));
  const toggle = (one: Listing) => {
    if (!includes(known, one)) setKnown([...known, one]);
    setChosen(includes(chosen, one) ? chosen.filter(({ pet }) => pet.id !== one.pet.id) : [...chosen, one]);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.groupOf(listing.pet.name)}
      submit={TEXTS.save}
      mutation={change}
      onSubmit={() => change.mutate(chosen)}
      onClose={onClose}
    >
      <p className="hint">{TEXTS.explanation}</p>
      <Choices listings={known} chosen={chosen} onToggle={toggle} />
      <label htmlFor={id}>{TEXTS.find}</label>
      <input id={id} {...field} />
      <p role="status" className="hint">
        {found.isSuccess && others.length === 0 && TEXTS.none}
      </p>
      <Choices listings={others} chosen={chosen} onToggle={toggle} />
    </FormDialog>
  );
}

function includes(listings: readonly Listing[], { pet }: Listing): boolean {
  return has(listings, pet.id);
}

/** The service checks the rest, such as holds. */
function canJoin({ pet }: Listing, listing: Listing): boolean {
  return pet.id !== listing.pet.id && pet.status !== 'sold';
}

interface ChoicesProps {
  listings: readonly Listing[];
  chosen: readonly Listing[];
  onToggle(listing: Listing): void;
}

function Choices({ listings, chosen, onToggle }: ChoicesProps) {
  if (listings.length === 0) return null;
  return (
    <ul className="bond-choices">
      {listings.map((listing) => (
        <li key={String(listing.pet.id)}>
          <label>
            <input
              type="checkbox"
              checked={includes(chosen, listing)}
              disabled={chosen.length >= MAX_OTHERS && !includes(chosen, listing)}
              onChange={() => onToggle(listing)}
            />
            <Cover photo={listing.photos[0]} name={listing.pet.name} />
            <span>{listing.pet.name}</span> <span className="detail">{String(listing.pet.id)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Saves who joins and who leaves the group, and reads all animals again whose profile that changes. */
function useBondChange(listing: Listing, before: readonly Listing[], onSaved: () => void) {
  const { petstore, queries } = useSession();
  const { id } = listing.pet;
  return useMutation({
    mutationFn: (chosen: readonly Listing[]) =>
      sendCurrent(async () => {
        const { profile, etags } = await petstore.listings.get(id);
        const others = profile.bondedWith ?? [];
        // Others may have changed the group meanwhile.
        const stays = others.filter((other) => has(chosen, other) || !has(before, other));
        const joins = chosen.map(({ pet }) => pet.id).filter((one) => !has(before, one));
        const group = [...new Set([...stays, ...joins])];
        const bondedWith = group.length === 0 ? null : group;
        await petstore.listings.changeProfile(id, { bondedWith }, { ifMatch: etags.profile });
        return [...others, ...group];
      }),
    onSuccess: async (changed) => {
      for (const petId of new Set([id, ...changed])) {
        applyListing(queries, await petstore.listings.get(petId));
        queries.invalidateQueries({ queryKey: historyKey(petId) });
      }
      onSaved();
    },
  });
}

function has(listings: readonly Listing[], petId: bigint): boolean {
  return listings.some(({ pet }) => pet.id === petId);
}
