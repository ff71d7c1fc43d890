import type { Pet } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { TEXTS } from './changes-texts.ts';

interface ConfirmRemovalProps {
  /** At least one. */
  pets: readonly Pet[];
  onConfirm(): void;
  onClose(): void;
}

/** Asks before animals go to the bin: one by its name, several by their number. */
export function ConfirmRemoval({ pets, onConfirm, onClose }: ConfirmRemovalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [first, second] = pets;
  const isOne = first !== undefined && second === undefined;
  const confirm = () => {
    onConfirm();
    dialog.current?.close();
  };
  return (
    <FormDialog
      dialog={dialog}
      title={isOne ? TEXTS.questionOf(first.name) : TEXTS.questionOfMany(pets.length)}
      submit={TEXTS.removeSubmit}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{TEXTS.staysInBin(pets.length)}</p>
    </FormDialog>
  );
}
