import { PetstoreAbortError } from '@petstore/client';
import { CancelledError } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { animalList } from '../queries/animal-queries.ts';
import { usageOf } from '../queries/usage-query.ts';
import { parseRoute } from '../route.ts';
import { useStore } from '../store.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import type { Session } from './session.ts';

interface SignInProps {
  /** Why the last session ended. */
  reason: Error | undefined;
  start(key: string): Session;
  onSignedIn(session: Session): void;
}

/** The sign-in page. It tries a key before it accepts it. */
export function SignIn({ reason, start, onSignedIn }: SignInProps) {
  const [error, setError] = useState(reason);
  const [trial, setTrial] = useState<Session>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    document.title = 'Sign in · Petstore';
    field.current?.focus();
  }, []);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      const session = start(field.current?.value.trim() ?? '');
      setTrial(session);
      await readFirst(session);
      onSignedIn(session);
    } catch (cause) {
      setError(displayedError(cause));
      setTrial(undefined);
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
          It starts with <code>petstore_live_</code> or <code>petstore_test_</code>. Ask the operator of this
          service for one. The key is stored only in this tab, until you close it.
        </p>
        <button type="submit" className="primary" disabled={trial !== undefined}>
          {trial === undefined ? 'Sign in' : 'Signing in…'}
        </button>
        <div role="alert">{error !== undefined && <ErrorNote error={error} />}</div>
        {trial !== undefined && <Waiting trial={trial} />}
      </form>
      <LanguageSelect />
    </main>
  );
}

/** Shows why signing in takes long, if it does. */
function Waiting({ trial: { connectionProblem, queries } }: { trial: Session }) {
  const problem = useStore(connectionProblem);
  return (
    <div role="status">
      {problem !== undefined && (
        <>
          <p>{problem.error.message}</p>
          <button type="button" onClick={() => queries.cancelQueries()}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
}

/** Tries the key with the first request of the page, so that no extra request is needed. */
async function readFirst({ petstore, queries }: Session): Promise<void> {
  const route = parseRoute(location.hash);
  if (route.page === 'animals') await queries.fetchInfiniteQuery(animalList(petstore, route));
  else await queries.fetchQuery(usageOf(petstore));
}

/** Returns the error to show. The client does not send a key with invalid characters: it throws a TypeError. */
function displayedError(cause: unknown): Error | undefined {
  if (cause instanceof CancelledError || cause instanceof PetstoreAbortError) return undefined;
  if (cause instanceof TypeError) {
    return new Error('This is not an API key. Copy the whole key, without spaces.');
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}
