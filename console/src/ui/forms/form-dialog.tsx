import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { TEXTS } from '../ui-texts.ts';
import { type Draft, useDraft } from './draft.ts';
import './form-dialog.css';
import { FormBody, FormProblem } from './form-field.tsx';
import { useVisibleArea } from './visible-area.ts';

interface FormDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** The name of what is typed. The browser keeps it until it is saved or discarded. Undefined for a form without text. */
  draft?: string;
  /** The texts of the submit button, before and while the form is sent. */
  submit: { name: string; pending: string };
  /** What sends the form, if a request does. */
  mutation?: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onSubmit(form: FormData, element: HTMLFormElement): void;
  onInput?: () => void;
  onClose(): void;
  children: ReactNode;
}

/** The return value of a dialog that closes because there is nothing left to save. */
export const SAVED = 'saved';

const NOT_SENT = { isPending: false, isSuccess: false, error: null };

/** A modal form. It keeps the input until it is saved or discarded, also after an error. */
export function FormDialog(props: FormDialogProps) {
  const { dialog, title, submit, mutation = NOT_SENT, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const draft = useDraft(form, props.draft, mutation.isSuccess);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => dialog.current?.showModal(), [dialog]);
  useVisibleArea(dialog);
  const close = () => dialog.current?.close();
  const leave = (event: { preventDefault(): void }) => {
    if (!draft.isEdited) return close();
    event.preventDefault();
    setLeaving(true);
  };
  const closed = () => {
    if (dialog.current?.returnValue === SAVED) draft.clear();
    props.onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <dialog ref={dialog} className="form-dialog" aria-labelledby={id} onCancel={leave} onClose={closed}>
      <form ref={form} onSubmit={send} onInput={props.onInput}>
        <h2 id={id}>{title}</h2>
        <FormBody form={form} error={mutation.error} draft={draft}>
          {children}
        </FormBody>
        <div className="form-foot">
          <FormProblem form={form} error={mutation.error} />
          {isLeaving ? (
            <Leaving draft={draft} onStay={() => setLeaving(false)} onClose={close} />
          ) : (
            <div className="form-actions">
              {draft.isEdited && <span className="not-saved">{TEXTS.notSaved}</span>}
              <button type="button" onClick={leave}>
                {TEXTS.cancel}
              </button>
              <button type="submit" className="primary" disabled={mutation.isPending}>
                {mutation.isPending ? submit.pending : submit.name}
              </button>
            </div>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface LeavingProps {
  draft: Draft;
  onStay(): void;
  onClose(): void;
}

/** Asks what to do with what is not saved. */
function Leaving({ draft, onStay, onClose }: LeavingProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  const discard = () => {
    draft.discard();
    onClose();
  };
  return (
    <div role="alert">
      <p>{TEXTS.unsaved}</p>
      <div className="form-actions">
        <button type="button" className="quiet" onClick={discard}>
          {TEXTS.discard}
        </button>
        <button type="button" onClick={onClose}>
          {TEXTS.keepDraft}
        </button>
        <button ref={stay} type="button" className="primary" onClick={onStay}>
          {TEXTS.stay}
        </button>
      </div>
    </div>
  );
}
