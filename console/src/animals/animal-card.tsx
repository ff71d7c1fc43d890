import type { Pet, PetPermissions } from '@petstore/client';
import { memo, type RefObject, useRef } from 'react';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { useSelected } from '../store.ts';
import { useFocusLeftIn } from '../ui/focus-left-in.ts';
import { Status } from '../ui/status.tsx';
import { RemovalSteps } from './changes/removal-card.tsx';
import { StatusSelect } from './changes/status-select.tsx';
import type { UndoableChange } from './changes/undoable-changes.ts';

interface AnimalCardProps {
  pet: Pet;
  /** Its category's name. */
  category: string;
  /** What the account may do with it; undefined while it is not known. */
  permissions: PetPermissions | undefined;
}

/** One animal in the list, and what can be done with it at once. Of thousands only those that changed are made again. */
export const AnimalCard = memo((props: AnimalCardProps) => {
  const { pet } = props;
  const { changes, news } = useSession();
  const place = useRef<HTMLLIElement>(null);
  const change = useSelected(changes.store, (all) => all.get(pet.id));
  const isRemoval = change?.change.kind === 'removal' && change.state !== 'failed';
  const isGone = useSelected(news, ({ removedPets }) => removedPets.has(pet.id));
  const isThere = !isGone && !isRemoval;
  return (
    <li
      ref={place}
      tabIndex={-1}
      className={isGone ? 'card animal gone' : 'card animal'}
      aria-live={isThere ? undefined : 'polite'}
    >
      {isGone && (
        <p>
          <span className="short-name">{pet.name}</span> is no longer in the catalogue.
        </p>
      )}
      {!isGone && isRemoval && <RemovalSteps removal={change} place={place} />}
      {isThere && <Animal {...props} change={change} place={place} />}
    </li>
  );
});

interface AnimalProps extends AnimalCardProps {
  change: UndoableChange | undefined;
  place: RefObject<HTMLElement | null>;
}

function Animal({ pet, category, permissions, change, place }: AnimalProps) {
  useFocusLeftIn(place);
  return (
    <>
      <h2>
        <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
      </h2>
      <p className="kind">
        {category} · no. {String(pet.id)}
      </p>
      <div className="animal-actions">
        <AnimalActions pet={pet} permissions={permissions} change={change} />
      </div>
    </>
  );
}

function AnimalActions({ pet, permissions, change }: Pick<AnimalProps, 'pet' | 'permissions' | 'change'>) {
  const { changes } = useSession();
  const { allowedOperations = [], allowedPetStatuses = [] } = permissions ?? {};
  if (allowedPetStatuses.length === 0) return <Status status={pet.status} />;
  // What was allowed with another status is being read again.
  const choices = permissions?.pet.status === pet.status ? allowedPetStatuses : [];
  return (
    <>
      <StatusSelect pet={pet} choices={choices} change={change} />
      {allowedOperations.includes('removePet') && (
        <button type="button" className="quiet" onClick={() => changes.begin(pet, { kind: 'removal' })}>
          Remove<span className="visually-hidden"> {pet.name}</span>
        </button>
      )}
    </>
  );
}
