import { type ReactNode, useState } from 'react';
import { PageError } from '../texts/error-text.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { partWhenOpened } from '../ui/when-opened.tsx';
import { PlainHttpNote } from './plain-http-note.tsx';
import { signInWithProvider } from './provider.ts';
import { TEXTS } from './sign-in-texts.ts';
import { useAttempt } from './use-attempt.ts';
import { isCancelled, offersPasskeys, useWays } from './ways.ts';

const CodeForm = partWhenOpened(async () => (await import('./code-form.tsx')).CodeForm);

interface WaysInProps {
  /** The form for a key, which most people do not need. */
  keyForm: ReactNode;
  /** The user had a key before. */
  beginsWithKey: boolean;
  /** Called when a person has signed in. */
  onSignedIn(): void;
}

/** What someone without a session can do: an invitation, what the service offers besides, and a key. */
export function WaysIn({ keyForm, beginsWithKey, onSignedIn }: WaysInProps) {
  const [showsKey, setShowsKey] = useState(beginsWithKey);
  const attempt = useAttempt();
  const ways = useWays();
  const usePasskey = () =>
    attempt.run(async () => {
      try {
        const { signInWithPasskey } = await import('./passkey.ts');
        await signInWithPasskey();
      } catch (error) {
        throw isCancelled(error) ? new PageError(TEXTS.noPasskey) : error;
      }
      onSignedIn();
    });
  const provider = ways?.provider;
  return (
    <div className="ways-in">
      {ways !== undefined && offersPasskeys(ways) && (
        <button type="button" disabled={attempt.isPending} onClick={usePasskey}>
          {TEXTS.withPasskey}
        </button>
      )}
      {provider != null && (
        <button
          type="button"
          disabled={attempt.isPending}
          onClick={() => attempt.run(() => signInWithProvider())}
        >
          {TEXTS.withProvider(provider.name)}
        </button>
      )}
      <div role="alert">{attempt.error !== undefined && <ErrorNote error={attempt.error} />}</div>
      {ways?.codes === true && <CodeForm onSignedIn={onSignedIn} />}
      <p className="hint">{TEXTS.invitation}</p>
      {showsKey ? (
        keyForm
      ) : (
        <button type="button" className="quiet" onClick={() => setShowsKey(true)}>
          {TEXTS.withKey}
        </button>
      )}
      <PlainHttpNote />
    </div>
  );
}
