import type { IssuedKey } from '@petstore/client';
import { Snippet } from '../ui/scrolling/snippet.tsx';
import { TEXTS } from './key-texts.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface IssuedSecretProps {
  issued: IssuedKey;
  onClose(): void;
}

/** A new key with its secret, which nothing shows again. */
export function IssuedSecret({ issued, onClose }: IssuedSecretProps) {
  const { secret, scopes, allowedOrigins } = issued;
  return (
    <SecretDialog
      title={TEXTS.newKey}
      help={TEXTS.copyNow}
      name={TEXTS.key}
      secret={secret}
      onClose={onClose}
    >
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
    </SecretDialog>
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
