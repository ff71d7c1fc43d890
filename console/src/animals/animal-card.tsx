import type { Pet } from '@petstore/client';
import { memo, type RefObject, useRef } from 'react';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { useSelected } from '../store.ts';
import { useFocusLeftIn } from '../ui/focus-left-in.ts';
import { Status } from '../ui/status.tsx';
import { RemovalSteps } from './removal-card.tsx';
import { StatusSelect } from './status-select.tsx';

interface AnimalCardProps {
  pet: Pet;
  /** Its category's name. */
  category: string;
  mayWrite: boolean;
}

/** One animal in the list, and what can be done with it at once. Of thousands only those that changed are made again. */
export const AnimalCard = memo((props: AnimalCardProps) => {
  const { pet } = props;
  const { removals, news } = useSession();
  const place = useRef<HTMLLIElement>(null);
  const removal = useSelected(removals.store, (all) => all.get(pet.id));
  const isGone = useSelected(news, ({ removedPets }) => removedPets.has(pet.id));
  const isThere = !isGone && removal === undefined;
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
      {!isGone && removal !== undefined && <RemovalSteps pet={pet} removal={removal} place={place} />}
      {isThere && <Animal {...props} place={place} />}
    </li>
  );
});

interface AnimalProps extends AnimalCardProps {
  place: RefObject<HTMLElement | null>;
}

function Animal({ pet, category, mayWrite, place }: AnimalProps) {
  const { removals } = useSession();
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
        {mayWrite ? (
          <StatusSelect pet={pet}>
            <button type="button" className="quiet" onClick={() => removals.begin(pet)}>
              Remove<span className="visually-hidden"> {pet.name}</span>
            </button>
          </StatusSelect>
        ) : (
          <Status status={pet.status} />
        )}
      </div>
    </>
  );
}
