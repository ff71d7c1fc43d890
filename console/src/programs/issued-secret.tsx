import type { IssuedKey } from '@petstore/client';
import { useEffect, useId, useRef } from 'react';
import { Snippet } from '../ui/scrolling/snippet.tsx';
import { TEXTS } from './key-texts.ts';

interface IssuedSecretProps {
  issued: IssuedKey;
  onClose(): void;
}

/** A new key with its secret, which nothing shows again. */
export function IssuedSecret({ issued, onClose }: IssuedSecretProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const { secret, scopes, allowedOrigins } = issued;
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="issued">
        <h2 id={id}>{TEXTS.newKey}</h2>
        <p>{TEXTS.copyNow}</p>
        <Snippet name={TEXTS.key} text={secret} />
        {scopes !== undefined && (
          <>
            <p>{TEXTS.exampleOfSending}</p>
            <Snippet name={TEXTS.example} text={sendingExampleFor(secret)} />
          </>
        )}
        {scopes === undefined && allowedOrigins !== undefined && (
          <>
            <p>{TEXTS.exampleFor(allowedOrigins.join(', '))}</p>
            <Snippet name={TEXTS.example} text={exampleFor(secret)} />
          </>
        )}
        <div className="form-actions">
          <button type="button" className="primary" onClick={() => dialog.current?.close()}>
            {TEXTS.done}
          </button>
        </div>
      </div>
    </dialog>
  );
}

function exampleFor(secret: string): string {
  return `const response = await fetch('${location.origin}/v1/listings?status=available', {
  headers: { Authorization: 'Bearer ${secret}' },
});
const animals = await response.json();`;
}

function sendingExampleFor(secret: string): string {
  return `const response = await fetch('${location.origin}/v1/applications', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${secret}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ petId: 1, name, email, language: 'en', answers: [{ questionId: 'reason', value: reason }] }),
});
// Show it to the applicant, whose private page it is. It is sent once.
const { url } = await response.json();`;
}
