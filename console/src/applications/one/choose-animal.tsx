import type { Application } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useCategoryNames } from '../../category-name.tsx';
import { foundListings } from '../../search/found-listings.ts';
import { useSearchWords } from '../../search/use-search-words.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useFault } from '../../ui/forms/form-field.tsx';
import { TEXTS as APPLICATIONS } from '../applications-texts.ts';
import { CHOICE_TEXTS as TEXTS } from './decision-texts.ts';

/** Chooses the animal for an applicant who named none: the newest that are available at first, then what is searched for. */
export function ChooseAnimal({ categoryId }: Pick<Application, 'categoryId'>) {
  const { petstore } = useSession();
  const id = useId();
  const { words, field } = useSearchWords();
  const filters = { status: 'available', ...(words === '' && { categoryId }) } as const;
  const found = useQuery(foundListings(petstore, words, filters));
  const pets = (found.data ?? []).map(({ pet }) => pet).filter(({ status }) => status === 'available');
  const { permissions, isComplete } = usePermissions(pets.map((pet) => pet.id));
  const category = useCategoryNames(pets.map((pet) => pet.categoryId));
  const own = pets.filter((pet) => permissions.get(pet.id)?.allowedOperations.includes('changePet') === true);
  const isLoading = found.isPending || (pets.length > 0 && !isComplete);
  const fault = useFault('petId');
  return (
    <>
      <p>{TEXTS.noAnimal}</p>
      <label htmlFor={id}>{TEXTS.find}</label>
      <input
        id={id}
        {...field}
        // Enter searches, and does not accept yet.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.error !== null && <ErrorNote error={found.error} onRetry={found.refetch} />}
      <p role="status" className="hint">
        {isLoading && TEXTS.searching}
        {!isLoading && found.data !== undefined && own.length === 0 && TEXTS.noneFound}
      </p>
      <fieldset className="animal-choices">
        <legend>{TEXTS.animal}</legend>
        {own.map((pet) => (
          <label key={String(pet.id)} className="switch">
            <input type="radio" name="petId" value={String(pet.id)} required />
            <span>
              {pet.name}{' '}
              <span className="detail">
                {category(pet.categoryId)}, {APPLICATIONS.number(pet.id)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {fault !== undefined && <p className="field-fault">{fault}</p>}
    </>
  );
}
