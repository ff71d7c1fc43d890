import { useEffect, useId, useRef } from 'react';
import { Snippet } from '../../ui/scrolling/snippet.tsx';
import { TEXTS } from './webhook-texts.ts';

/** A new secret, which nothing shows again. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="issued">
        <h2 id={id}>{TEXTS.secretTitle}</h2>
        <p>{TEXTS.copyNow}</p>
        <Snippet name={TEXTS.secret} text={secret} />
        <div className="form-actions">
          <button type="button" className="primary" onClick={() => dialog.current?.close()}>
            {TEXTS.done}
          </button>
        </div>
      </div>
    </dialog>
  );
}
