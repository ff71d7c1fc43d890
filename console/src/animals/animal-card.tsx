import type { Pet, PetStatus } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { memo } from 'react';
import { applyPet } from '../feed/apply-event.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Status, statusName } from '../ui/status.tsx';
import { RemovalCard } from './removal-card.tsx';
import { statusChoices } from './status-choices.ts';

interface AnimalCardProps {
  pet: Pet;
  /** Its category's name. */
  category: string;
  mayWrite: boolean;
}

/** One animal in the list, and what can be done with it at once. Of thousands only those that changed are made again. */
export const AnimalCard = memo(({ pet, category, mayWrite }: AnimalCardProps) => {
  const { removals, news } = useSession();
  const removal = useStore(removals.store).get(pet.id);
  const isGone = useStore(news).removedPets.has(pet.id);
  if (isGone) return <li className="card animal gone">{pet.name} is no longer in the catalogue.</li>;
  if (removal !== undefined) return <RemovalCard pet={pet} removal={removal} />;
  return (
    <li className="card animal">
      <h2>
        <a href={hrefOf({ page: 'animal', id: pet.id })}>{pet.name}</a>
      </h2>
      <p className="kind">
        {category} · no. {String(pet.id)}
      </p>
      <div className="animal-actions">
        {mayWrite ? (
          <>
            <StatusSelect pet={pet} />
            <button type="button" className="quiet" onClick={() => removals.begin(pet)}>
              Remove<span className="visually-hidden"> {pet.name}</span>
            </button>
          </>
        ) : (
          <Status status={pet.status} />
        )}
      </div>
    </li>
  );
});

/** Changes the status at once, and back with the service's words if it refuses. */
function StatusSelect({ pet }: { pet: Pet }) {
  const session = useSession();
  const change = useMutation({
    mutationFn: (status: PetStatus) => session.petstore.pets.change(pet.id, { status }),
    onMutate: (status) => {
      applyPet(session, { ...pet, status }, false);
      return pet;
    },
    onSuccess: (changed) => applyPet(session, changed, false),
    onError: (_error, _status, before = pet) => applyPet(session, before, false),
  });
  const choose = (chosen: string) => {
    const status = statusChoices(pet.status).find((choice) => choice === chosen);
    if (status !== undefined) change.mutate(status);
  };
  return (
    <>
      <select
        className={`status-select status-${pet.status ?? 'none'}`}
        aria-label={`Status of ${pet.name}`}
        value={pet.status ?? ''}
        disabled={change.isPending}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={pet.status ?? ''}>{statusName(pet.status)}</option>
        {statusChoices(pet.status).map((choice) => (
          <option key={choice} value={choice}>
            {statusName(choice)}
          </option>
        ))}
      </select>
      {change.error !== null && (
        <div role="alert" className="animal-error">
          <ErrorNote error={change.error} />
        </div>
      )}
    </>
  );
}
