import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { FormDialog, SAVED } from './form-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The texts of the button that confirms, before and while the request runs. */
  submit: { name: string; pending: string };
  /** What is done after a yes. The dialog closes when it has succeeded, and shows why it has not. */
  mutation: UseMutationResult<unknown, Error, void>;
  onClose(): void;
  children: ReactNode;
}

/** Asks before something is removed. */
export function ConfirmDialog({ mutation, ...props }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = () => mutation.mutate(undefined, { onSuccess: () => dialog.current?.close(SAVED) });
  return <FormDialog {...props} dialog={dialog} mutation={mutation} onSubmit={confirm} />;
}
