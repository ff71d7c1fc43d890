import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Snippet } from '../ui/scrolling/snippet.tsx';
import { TEXTS } from './key-texts.ts';

interface SecretDialogProps {
  title: string;
  /** What to do with it now. */
  help: string;
  /** What the secret is called. */
  name: string;
  secret: string;
  onClose(): void;
  /** Below the secret. */
  children?: ReactNode;
}

/** A new secret, which nothing shows again. */
export function SecretDialog({ title, help, name, secret, onClose, children }: SecretDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="issued">
        <h2 id={id}>{title}</h2>
        <p>{help}</p>
        <Snippet name={name} text={secret} />
        {children}
        <div className="form-actions">
          <button type="button" className="primary" onClick={() => dialog.current?.close()}>
            {TEXTS.done}
          </button>
        </div>
      </div>
    </dialog>
  );
}
