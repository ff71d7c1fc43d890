import { PetstoreAbortError } from '@petstore/client';
import { CancelledError } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useObservable } from '../observable.ts';
import { animalList } from '../queries/animal-queries.ts';
import { isNotAllowed } from '../queries/errors.ts';
import { summaryOf } from '../queries/summary-query.ts';
import { usageOf } from '../queries/usage-query.ts';
import { hrefOf, parseRoute } from '../route.ts';
import type { Session } from '../session/session.ts';
import { SlowNote } from '../session/slow-note.tsx';
import { errorText, PageError } from '../texts/error-text.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './sign-in-texts.ts';

interface KeyFormProps {
  /** Why the last session ended. */
  reason: Error | undefined;
  start(key: string): Session;
  onSignedIn(session: Session, key: string): void;
}

/** Asks for a key, and tries it before it accepts it. */
export function KeyForm({ reason, start, onSignedIn }: KeyFormProps) {
  const [error, setError] = useState(reason);
  const [trial, setTrial] = useState<Session>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    const key = field.current?.value.trim() ?? '';
    if (!isSendable(key)) return setError(new PageError(TEXTS.notAKey));
    try {
      const session = start(key);
      setTrial(session);
      await readFirst(session);
      onSignedIn(session, key);
    } catch (cause) {
      setError(displayedError(cause));
      setTrial(undefined);
      field.current?.focus();
    }
  };

  return (
    <form onSubmit={signIn}>
      <label htmlFor={id}>{TEXTS.key}</label>
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
        {TEXTS.hint.before} <code>petstore_live_</code> {TEXTS.hint.or} <code>petstore_test_</code>.{' '}
        {TEXTS.hint.after}
      </p>
      <button type="submit" className="primary" disabled={trial !== undefined}>
        {trial === undefined ? TEXTS.signIn : TEXTS.signingIn}
      </button>
      <div role="alert">{error !== undefined && <ErrorNote error={error} />}</div>
      {trial !== undefined && <Waiting trial={trial} />}
    </form>
  );
}

/** Shows why signing in takes long, if it does. */
function Waiting({ trial: { connectionProblem, queries } }: { trial: Session }) {
  const problem = useObservable(connectionProblem);
  return (
    <div role="status">
      {problem === undefined && <SlowNote />}
      {problem !== undefined && (
        <>
          <p>{errorText(problem.error)}</p>
          <button type="button" onClick={() => queries.cancelQueries()}>
            {TEXTS.cancel}
          </button>
        </>
      )}
    </div>
  );
}

/** Tries the key with the first request of the page, so that no extra request is needed. Readers, who may not read Today, begin with the animals. */
async function readFirst(session: Session): Promise<void> {
  const { petstore, queries } = session;
  const route = parseRoute(location.hash);
  if (route.page === 'today') {
    try {
      await queries.fetchQuery(summaryOf(petstore));
    } catch (error) {
      if (!isNotAllowed(error)) throw error;
      location.replace(hrefOf({ page: 'animals' }));
      await queries.fetchInfiniteQuery(animalList(petstore, {}));
    }
  } else if (route.page === 'animals') await queries.fetchInfiniteQuery(animalList(petstore, route));
  else await queries.fetchQuery(usageOf(petstore));
}

/** Returns true if a header field can have the key: only visible characters of ASCII. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Returns the error to show; undefined if the user cancelled. */
function displayedError(cause: unknown): Error | undefined {
  if (cause instanceof CancelledError || cause instanceof PetstoreAbortError) return undefined;
  return cause instanceof Error ? cause : new Error(String(cause));
}
