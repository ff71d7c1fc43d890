import { PetstoreError } from '@petstore/client';
import { useEffect } from 'react';
import { signInProblemIn } from '../route.ts';
import type { Session } from '../session/session.ts';
import { codeText } from '../texts/error-text.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { KeyForm } from './key-form.tsx';
import { TEXTS } from './sign-in-texts.ts';
import { WaysIn } from './ways-in.tsx';

interface SignInProps {
  /** Why the last session ended, or why it is not known whether there is one. */
  reason: Error | undefined;
  /** Starts a session with a key. */
  start(key: string): Session;
  onKey(session: Session, key: string): void;
  /** Called when a person has signed in, or to look for one again. */
  onPerson(): void;
}

/** The sign-in page. */
export function SignIn({ reason, start, onKey, onPerson }: SignInProps) {
  useEffect(() => {
    document.title = `${TEXTS.signInTitle} · Petstore`;
  }, []);
  const problem = signInProblemIn(location.hash);
  const isOfKey = reason instanceof PetstoreError && reason.code === 'invalid_api_key';
  return (
    <main className="sign-in">
      <h1>Petstore</h1>
      <p>{TEXTS.purpose}</p>
      <div role="alert">
        {problem !== undefined && (
          <p className="error-note">{TEXTS.problems[problem] ?? codeText(problem) ?? TEXTS.didNotWork}</p>
        )}
        {reason !== undefined && !isOfKey && <ErrorNote error={reason} onRetry={onPerson} />}
      </div>
      <WaysIn
        beginsWithKey={isOfKey}
        keyForm={<KeyForm reason={isOfKey ? reason : undefined} start={start} onSignedIn={onKey} />}
        onSignedIn={onPerson}
      />
      <LanguageSelect />
    </main>
  );
}
