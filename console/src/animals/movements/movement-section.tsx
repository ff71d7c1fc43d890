import type { Movement, Pet } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { movementsOf } from '../../queries/movement-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { applyAnimal } from './apply-animal.ts';
import { TEXTS } from './movement-texts.ts';
import { movementDays, movementDetails, movementName } from './movement-words.ts';
import './movements.css';

const MovementForm = partWhenOpened(async () => (await import('./movement-form.tsx')).MovementForm);

/** What is open: a form for a new entry or for one of the list, or the question before one is deleted. */
type Open = { readonly form: Movement | undefined } | { readonly removal: Movement };

interface MovementSectionProps {
  pet: Pet;
  /** Whether the account is known to have the right to read them. */
  isKnown: boolean;
}

/** When and why an animal came in, lived in foster care and left; for who may change it. */
export function MovementSection({ pet, isKnown }: MovementSectionProps) {
  const { petstore } = useSession();
  const movements = useQuery({ ...movementsOf(petstore, pet.id), enabled: isKnown });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section className="card movements" aria-labelledby="movements">
      <div className="movements-head">
        <h2 id="movements">{TEXTS.stay}</h2>
        <button type="button" onClick={() => setOpen({ form: undefined })}>
          {TEXTS.add}
        </button>
      </div>
      <ListState
        isLoading={movements.isPending}
        error={movements.error}
        // What is empty is a part of a page here: one line is enough.
        isEmpty={false}
        onRetry={movements.refetch}
        skeleton={<Skeleton rows={1} className="movement-list" />}
        empty={null}
      >
        {movements.data?.length === 0 && <p className="hint">{TEXTS.none}</p>}
        <ol className="movement-list">
          {movements.data?.map((movement) => (
            <li key={String(movement.id)}>
              <Entry movement={movement} onOpen={setOpen} />
            </li>
          ))}
        </ol>
      </ListState>
      {open !== undefined && 'form' in open && (
        <MovementForm pet={pet} movement={open.form} onClose={close} />
      )}
      {open !== undefined && 'removal' in open && (
        <Removal pet={pet} movement={open.removal} onClose={close} />
      )}
    </section>
  );
}

function Entry({ movement, onOpen }: { movement: Movement; onOpen(open: Open): void }) {
  const words = `${movementName(movement)}, ${movementDays(movement)}`;
  const details = movementDetails(movement);
  return (
    <>
      <p>
        <strong>{movementName(movement)}</strong> <span className="detail">{movementDays(movement)}</span>
      </p>
      {details !== '' && <p className="detail">{details}</p>}
      <p className="movement-actions">
        <button
          type="button"
          className="quiet"
          aria-label={TEXTS.correctOf(words)}
          onClick={() => onOpen({ form: movement })}
        >
          {TEXTS.correct}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={TEXTS.removeOf(words)}
          onClick={() => onOpen({ removal: movement })}
        >
          {TEXTS.remove}
        </button>
      </p>
    </>
  );
}

interface RemovalProps {
  pet: Pet;
  movement: Movement;
  onClose(): void;
}

function Removal({ pet, movement, onClose }: RemovalProps) {
  const session = useSession();
  const remove = useMutation({
    mutationFn: () => session.petstore.pets.removeMovement(pet.id, movement.id),
    onSuccess: () => applyAnimal(session, pet.id),
  });
  return (
    <ConfirmDialog
      title={TEXTS.removeQuestion}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onClose={onClose}
    >
      <p>
        {movementName(movement)}, {movementDays(movement)}
      </p>
      {movement.type === 'outcome' && <p>{TEXTS.removeEffect}</p>}
    </ConfirmDialog>
  );
}
