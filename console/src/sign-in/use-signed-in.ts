import { useCallback, useEffect, useRef, useState } from 'react';
import { isInvalidKey } from '../queries/errors.ts';
import { keyCredential } from '../session/credential.ts';
import { PersonCredential } from '../session/person-credential.ts';
import type { Session } from '../session/session.ts';
import { sendToSession } from '../session/session-requests.ts';
import { startSession } from '../session/start-session.ts';
import { storedKey } from '../session/stored-key.ts';
import { deleteAllDrafts } from '../ui/forms/stored-drafts.ts';
import { saveBeforeSignOut } from './save-before-sign-out.ts';
import { announce, onAnnounced } from './sign-in-channel.ts';

interface SignedIn {
  session: Session | undefined;
  /** Counts the sessions: what one user typed must not be there for the next. */
  number: number;
  /** The service is being asked who is signed in in this browser. */
  isAsking: boolean;
  /** Why there is no session. */
  reason: Error | undefined;
}

/**
 * Keeps who uses this tab: the key that was typed into it, else the person who is signed in in the browser.
 *
 * @param waits true while the page of a link is shown, which may sign someone else in.
 */
export function useSignedIn(waits: boolean) {
  const begin = useCallback((session: Session | undefined, reason?: Error) => {
    if (session !== current.current) current.current?.end();
    current.current = session;
    setState(({ number }) => ({ session, reason, number: number + 1, isAsking: false }));
  }, []);
  const end = useCallback(
    (reason: Error | undefined) => {
      storedKey.clear();
      begin(undefined, reason);
    },
    [begin],
  );
  const [state, setState] = useState<SignedIn>(() => {
    const key = storedKey.read();
    const session = key === undefined ? undefined : startSession(keyCredential(key), end);
    return { session, number: 0, isAsking: session === undefined, reason: undefined };
  });
  const current = useRef(state.session);
  /** Goes on as the person who is signed in in the browser. If there is none, a session that has begun stays for its dialog. */
  const askWho = useCallback(async () => {
    try {
      const credential = await PersonCredential.ofBrowser();
      const session = current.current;
      const before = session?.credential.get().person;
      const isOther = before !== undefined && before.id !== credential.person.id;
      if (isOther) deleteAllDrafts();
      if (session === undefined || isOther) begin(startSession(credential, end));
      else session.goOnWith(credential);
    } catch (error) {
      if (current.current !== undefined || !(error instanceof Error)) return;
      begin(undefined, isInvalidKey(error) ? undefined : error);
    }
  }, [begin, end]);
  /** Ends the session, for the next user of the computer. */
  const forget = useCallback(() => {
    end(undefined);
    deleteAllDrafts();
  }, [end]);

  useEffect(() => {
    if (!waits && current.current === undefined) askWho();
  }, [waits, askWho]);
  useEffect(
    () =>
      onAnnounced((news) => {
        const { apiKey } = current.current?.credential.get() ?? {};
        // A tab with a key of its own goes on with it.
        if (apiKey !== undefined) return;
        if (news === 'signed-in') askWho();
        // Its errors are on the page.
        else if (news === 'signing-out') current.current?.changes.saveAll().catch(() => {});
        else if (current.current !== undefined) forget();
      }),
    [askWho, forget],
  );

  return {
    ...state,
    startWithKey: (key: string) => startSession(keyCredential(key), end),
    useKey: (session: Session, key: string) => {
      storedKey.save(key);
      begin(session);
    },
    /** Called when a person has signed in here. */
    personSignedIn: async () => {
      storedKey.clear();
      await askWho();
      announce('signed-in');
    },
    askWho,
    /** @throws {Error} if the browser stays signed in, because the service does not respond, or did not save a change. */
    signOut: async () => {
      if (current.current !== undefined) await saveBeforeSignOut(current.current);
      if (current.current?.credential.get().person !== undefined) {
        await sendToSession('DELETE', '/session');
        announce('signed-out');
      }
      forget();
    },
  };
}
