import type { Pet, PetStatus } from '@petstore/client';
import { useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { bondedWith, namesOf, useCompanions } from './companions.ts';
import { TEXTS } from './together-texts.ts';

interface ConfirmTogetherProps {
  pet: Pet;
  status: PetStatus;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before the status of an animal changes, which is then that of all that it goes together with. */
export function ConfirmTogether({ pet, status, onConfirm, onClose }: ConfirmTogetherProps) {
  const { queries } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const companions = useCompanions(bondedWith(queries, pet.id));
  if (companions === undefined) return null;
  const confirm = () => {
    onConfirm();
    dialog.current?.close(SAVED);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.question(pet.name, namesOf(companions))}
      submit={TEXTS.confirm}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{TEXTS.allBecome(statusName(status))}</p>
    </FormDialog>
  );
}
