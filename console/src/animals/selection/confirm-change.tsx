import type { PetStatus } from '@petstore/client';
import { useRef } from 'react';
import { statusName } from '../../texts/status-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { TEXTS } from './selection-texts.ts';

interface ConfirmChangeProps {
  count: number;
  status: PetStatus;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a change after which the earlier status cannot be set again. */
export function ConfirmChange({ count, status, onConfirm, onClose }: ConfirmChangeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = () => {
    onConfirm();
    dialog.current?.close(SAVED);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.question(count, statusName(status))}
      submit={TEXTS.confirm}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{TEXTS.isFinal}</p>
    </FormDialog>
  );
}
