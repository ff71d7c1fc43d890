import type { RemovedPet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { applyPet } from '../queries/apply-changes.ts';
import { Moment } from '../session/moment.tsx';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
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
  const { petstore, queries } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const erasure = useMutation({
    mutationFn: () => petstore.bin.erase(pet.id),
    onSuccess: async () => {
      dialog.current?.close();
      await queries.invalidateQueries({ queryKey: ['bin'] });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.question(pet.name)}
      submit={TEXTS.eraseSubmit}
      mutation={erasure}
      onSubmit={() => erasure.mutate()}
      onClose={onClose}
    >
      <p>{TEXTS.isFinal}</p>
    </FormDialog>
  );
}
