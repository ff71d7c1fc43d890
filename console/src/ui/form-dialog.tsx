import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { FormBody } from './form-field.tsx';
import { TEXTS } from './ui-texts.ts';

interface FormDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** The texts of the submit button, before and while the form is sent. */
  submit: { name: string; pending: string };
  /** What sends the form, if a request does. */
  mutation?: { isPending: boolean; error: Error | null };
  onSubmit(form: FormData): void;
  onInput?: () => void;
  onClose(): void;
  children: ReactNode;
}

/** A modal form. It keeps the input until it is closed, also after an error. */
export function FormDialog(props: FormDialogProps) {
  const { dialog, title, submit, children } = props;
  const { isPending, error } = props.mutation ?? { isPending: false, error: null };
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => dialog.current?.showModal(), [dialog]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onSubmit(new FormData(event.currentTarget));
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={props.onClose}>
      <form ref={form} onSubmit={send} onInput={props.onInput}>
        <h2 id={id}>{title}</h2>
        <FormBody form={form} error={error}>
          {children}
        </FormBody>
        <div className="form-actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            {TEXTS.cancel}
          </button>
          <button type="submit" className="primary" disabled={isPending}>
            {isPending ? submit.pending : submit.name}
          </button>
        </div>
      </form>
    </dialog>
  );
}
