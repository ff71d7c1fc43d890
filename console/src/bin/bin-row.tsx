import type { RemovedPet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { applyPet } from '../queries/apply-changes.ts';
import { useChange } from '../session/changes/use-change.ts';
import { Moment } from '../session/moment.tsx';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx';
import { Status } from '../ui/status.tsx';
import { TEXTS } from './bin-texts.ts';

interface BinRowProps {
  removed: RemovedPet;
  /** Gets the name of the animal. */
  onRestored(name: string): void;
}

/** One removed animal. */
export function BinRow({ removed, onRestored }: BinRowProps) {
  const { pet, removedAt, expiresAt } = removed;
  const session = useSession();
  const [isAsked, setAsked] = useState(false);
  const restoration = useMutation({
    mutationFn: () => session.petstore.bin.restore(pet.id),
    onSuccess: async (restored) => {
      applyPet(session, restored, true);
      onRestored(restored.name);
      await session.queries.invalidateQueries();
    },
  });
  return (
    <li className="card bin-row">
      <div>
        <h2>{pet.name}</h2>
        <p className="hint">
          {TEXTS.numbered(pet.id)} · {TEXTS.removedOn} <Moment at={removedAt} /> · {TEXTS.deletedOn}{' '}
          <Moment at={expiresAt} />
        </p>
        <Status status={pet.status} />
      </div>
      <div className="form-actions">
        <button type="button" onClick={() => restoration.mutate()} disabled={restoration.isPending}>
          {restoration.isPending ? TEXTS.restoring : TEXTS.restore}
          <span className="visually-hidden">{TEXTS.animal(pet.name)}</span>
        </button>
        <button type="button" className="quiet" onClick={() => setAsked(true)}>
          {TEXTS.erase}
          <span className="visually-hidden">{TEXTS.animal(pet.name)}</span>
        </button>
      </div>
      {restoration.error !== null && <ErrorNote error={restoration.error} />}
      {isAsked && <Erasure removed={removed} onClose={() => setAsked(false)} />}
    </li>
  );
}

/** Asks before an animal is deleted for good. */
function Erasure({ removed: { pet }, onClose }: { removed: RemovedPet; onClose(): void }) {
  const erasure = useChange(['bin'], (petstore) => petstore.bin.erase(pet.id));
  return (
    <ConfirmDialog
      title={TEXTS.question(pet.name)}
      submit={TEXTS.eraseSubmit}
      mutation={erasure}
      onClose={onClose}
    >
      <p>{TEXTS.isFinal}</p>
    </ConfirmDialog>
  );
}
