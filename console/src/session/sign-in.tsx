import { PetstoreAbortError } from '@petstore/client';
import { CancelledError } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { firstAnimals } from '../animals/animal-queries.ts';
import { parseRoute } from '../route.ts';
import { useStore } from '../store.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import type { Session } from './session.ts';
import { usageOf } from './use-session.ts';

interface SignInProps {
  /** Why nobody is signed in any more. */
  reason: Error | undefined;
  start(key: string): Session;
  onSignedIn(session: Session): void;
}

/** Asks for a key and tries it. */
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
      setError(explained(cause));
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
          It begins with <code>petstore_live_</code> or <code>petstore_test_</code>. Whoever runs this service
          hands them out. The key stays in this tab and is forgotten when you close it.
        </p>
        <button type="submit" className="primary" disabled={trial !== undefined}>
          {trial === undefined ? 'Sign in' : 'Signing in…'}
        </button>
        <div role="alert">{error !== undefined && <ErrorNote error={error} />}</div>
        {trial !== undefined && <Waiting trial={trial} />}
      </form>
    </main>
  );
}

/** Why the answer takes its time, if it does. */
function Waiting({ trial: { standstill, queries } }: { trial: Session }) {
  const stopped = useStore(standstill);
  return (
    <div role="status">
      {stopped !== undefined && (
        <>
          <p>{stopped.error.message}</p>
          <button type="button" onClick={() => queries.cancelQueries()}>
            Do not wait
          </button>
        </>
      )}
    </div>
  );
}

/** A key is tried with the request that the page needs first, so that none is spent on it. */
async function readFirst({ petstore, queries }: Session): Promise<void> {
  const route = parseRoute(location.hash);
  if (route.page === 'animals') await queries.fetchInfiniteQuery(firstAnimals(petstore, route));
  else await queries.fetchQuery(usageOf(petstore));
}

/** A key with a typing mistake may not even be sent: that is said as the service would. */
function explained(cause: unknown): Error | undefined {
  if (cause instanceof CancelledError || cause instanceof PetstoreAbortError) return undefined;
  if (cause instanceof TypeError) {
    return new Error('This is not an API key. Copy it again, without spaces inside.');
  }
  return cause instanceof Error ? cause : new Error(String(cause));
}
