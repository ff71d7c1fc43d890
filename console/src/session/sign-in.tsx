import { PetstoreError } from '@petstore/client';
import { type FormEvent, useId, useRef, useState } from 'react';
import { firstAnimals } from '../animals/animal-queries.ts';
import { parseRoute } from '../route.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import type { Session } from './session.ts';

interface SignInProps {
  /** Why nobody is signed in any more. */
  reason: Error | undefined;
  start(key: string): Session;
  onSignedIn(session: Session): void;
}

/** Asks for a key and tries it: with the request for the page that comes next, so that none is spent on it. */
export function SignIn({ reason, start, onSignedIn }: SignInProps) {
  const [error, setError] = useState(reason);
  const [isTrying, setTrying] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setTrying(true);
    setError(undefined);
    try {
      const session = start(field.current?.value.trim() ?? '');
      const route = parseRoute(location.hash);
      await session.queries.fetchInfiniteQuery(
        firstAnimals(session.petstore, route.page === 'animals' ? route : {}),
      );
      onSignedIn(session);
    } catch (cause) {
      setError(explained(cause));
      setTrying(false);
      field.current?.focus();
    }
  };

  return (
    <main className="sign-in">
      <h1>Petstore</h1>
      <p>The catalogue of animals that are looking for a home.</p>
      <form onSubmit={signIn}>
        <label htmlFor={id}>API key</label>
        <input
          ref={field}
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="hint">
          It begins with <code>petstore_live_</code> or <code>petstore_test_</code>. Whoever runs this service
          hands them out. The key stays in this tab and is forgotten when you close it.
        </p>
        <button type="submit" className="primary" disabled={isTrying}>
          {isTrying ? 'Signing in…' : 'Sign in'}
        </button>
        <div role="alert">{error !== undefined && <ErrorNote error={error} />}</div>
      </form>
    </main>
  );
}

/** A key with a typing mistake may not even be sent: that is said as the service would. */
function explained(cause: unknown): Error {
  if (cause instanceof TypeError)
    return new Error('This is not an API key. Copy it again, without spaces inside.');
  if (cause instanceof PetstoreError) return cause;
  return cause instanceof Error ? cause : new Error(String(cause));
}
