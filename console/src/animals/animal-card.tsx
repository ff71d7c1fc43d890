import type { Listing, Pet, PetPermissions } from '@petstore/client';
import { memo, type RefObject, useRef } from 'react';
import { useSelected } from '../observable.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { useKeepFocusIn } from '../ui/keep-focus-in.ts';
import { TEXTS } from './animals-texts.ts';
import { TEXTS as CHANGES } from './changes/changes-texts.ts';
import { Cover } from './listing/cover.tsx';
import { shortProfile } from './listing/profile-words.ts';
import { SelectBox } from './selection/select-box.tsx';
import { selectedOf, useSelection } from './selection/selection.ts';
import { StatusMenu } from './status/status-menu.tsx';

export interface AnimalCardProps {
  pet: Pet;
  /** The name of its category; empty until it is known. */
  category: string;
  /** Undefined until it is known. */
  listing: Listing | undefined;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
}

/** One animal in the list, with its actions. In a list of thousands only changed cards render again. */
export const AnimalCard = memo((props: AnimalCardProps) => {
  const card = useRef<HTMLLIElement>(null);
  const { gone, className } = useListedAnimal(props.pet);
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={`card animal ${className}`}
      aria-live={gone === undefined ? undefined : 'polite'}
    >
      {gone === undefined ? (
        <Animal {...props} container={card} />
      ) : (
        <p>
          <GoneNote pet={props.pet} gone={gone} />
        </p>
      )}
    </li>
  );
});

/** Why an animal stays in its place without its data: it was removed, or it is being removed and that can be undone. */
type Gone = 'removed' | 'leaving';

interface ListedAnimal {
  gone: Gone | undefined;
  /** The class of its card or row. */
  className: string;
}

/** Returns what happens to an animal of the list. */
export function useListedAnimal({ id }: Pet): ListedAnimal {
  const { changes, pendingUpdates } = useSession();
  const change = useSelected(changes.byPet, (all) => all.get(id));
  const isRemoval = change?.change.kind === 'removal' && change.state !== 'failed';
  const isRemoved = useSelected(pendingUpdates, ({ removedPets }) => removedPets.has(id));
  // A class, because `:has` would let the browser look for the box in every animal.
  const isSelected = useSelected(useSelection().chosen, (all) => all.has(id));
  const className = isRemoved ? 'removed' : isSelected ? 'selected' : '';
  return { className, gone: isRemoved ? 'removed' : isRemoval ? 'leaving' : undefined };
}

export function GoneNote({ pet, gone }: { pet: Pet; gone: Gone }) {
  return (
    <>
      <span className="short-name">{pet.name}</span>{' '}
      {gone === 'removed' ? TEXTS.isGone : CHANGES.goesToTheBin(1)}
    </>
  );
}

interface AnimalProps extends AnimalCardProps {
  container: RefObject<HTMLElement | null>;
}

function Animal({ pet, category, listing, permissions, container }: AnimalProps) {
  useKeepFocusIn(container);
  const selectable = selectedOf(pet, permissions);
  return (
    <>
      {selectable && <SelectBox {...selectable} />}
      <Cover photo={listing?.photos[0]} name={pet.name} />
      <h2>
        {/* It covers the card, so that the picture leads to the animal, too. */}
        <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
      </h2>
      <p className="kind">
        {category === '' ? TEXTS.numbered(pet.id) : `${TEXTS.numbered(pet.id)} · ${category}`}
      </p>
      <p className="kind">{listing === undefined ? '' : shortProfile(listing.profile, Date.now())}</p>
      <div className="animal-actions">
        <StatusMenu pet={pet} permissions={permissions} />
      </div>
    </>
  );
}
