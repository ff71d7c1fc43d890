import type { Listing, Pet } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useCategoryNames } from '../../category-name.tsx';
import { foundListings } from '../../search/found-listings.ts';
import { MAX_WORDS, useSearchWords } from '../../search/use-search-words.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Status } from '../../ui/status.tsx';
import { TEXTS as ANIMALS } from '../animals-texts.ts';
import { Cover } from '../listing/cover.tsx';
import { likelyFirst } from './likely-duplicates.ts';
import { TEXTS } from './merging-texts.ts';

interface FindOtherProps {
  pet: Pet;
  chosen: Listing | undefined;
  onChoose(listing: Listing): void;
}

/** Finds the other record of an animal: those with its name at first, then what is searched for. */
export function FindOther({ pet, chosen, onChoose }: FindOtherProps) {
  const { petstore } = useSession();
  const id = useId();
  const { words, field } = useSearchWords();
  const isSearch = words !== '';
  const found = useQuery(
    foundListings(petstore, isSearch ? words : [...pet.name].slice(0, MAX_WORDS).join('')),
  );
  const ids = (found.data ?? []).map((listing) => listing.pet.id);
  const { permissions, isComplete } = usePermissions(ids);
  const mayChange = ({ pet: { id: petId } }: Listing) =>
    permissions.get(petId)?.allowedOperations.includes('changePet') === true;
  const records = likelyFirst(found.data ?? [], pet).filter(mayChange);
  const isLoading = found.isPending || (ids.length > 0 && !isComplete);
  return (
    <>
      <p className="hint">{TEXTS.purpose}</p>
      <label htmlFor={id}>{TEXTS.find}</label>
      <input id={id} {...field} />
      {found.error !== null && isSearch && <ErrorNote error={found.error} onRetry={found.refetch} />}
      <p role="status" className="hint">
        {isLoading && TEXTS.searching}
        {!isLoading && records.length === 0 && (isSearch ? TEXTS.noneFound : TEXTS.noneLikely)}
      </p>
      {!isLoading && records.length > 0 && (
        <Records records={records} isSearch={isSearch} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}

interface RecordsProps extends Omit<FindOtherProps, 'pet'> {
  records: readonly Listing[];
  isSearch: boolean;
}

function Records({ records, isSearch, chosen, onChoose }: RecordsProps) {
  const category = useCategoryNames(records.map(({ pet }) => pet.categoryId));
  return (
    <fieldset className="merge-records">
      <legend>{isSearch ? TEXTS.found : TEXTS.likely}</legend>
      {records.map((listing) => {
        const { pet, photos } = listing;
        return (
          <label key={String(pet.id)} className="merge-record">
            <input
              type="radio"
              name="other"
              value={String(pet.id)}
              required
              checked={chosen?.pet.id === pet.id}
              onChange={() => onChoose(listing)}
            />
            <Cover photo={photos[0]} name={pet.name} />
            <span className="merge-words">
              <strong>{pet.name}</strong>
              <span className="detail">
                {ANIMALS.numbered(pet.id)} · {category(pet.categoryId)} · {TEXTS.photos(photos.length)}
              </span>
              <Status status={pet.status} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
