import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { firstLinkTokenIn, hrefOf } from './route.ts';
import { FirstKey } from './session/first-key.tsx';
import type { Session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { startSession } from './session/start-session.ts';
import { storedKey } from './session/stored-key.ts';
import { SessionContext } from './session/use-session.ts';
import { Shell } from './shell.tsx';
import { deleteAllDrafts } from './ui/forms/stored-drafts.ts';

/** The whole console: the page of the first link, the sign-in page, or the shell with the other pages. */
export function Console() {
  const [reason, setReason] = useState<Error>();
  const signOut = (error: Error | undefined) => {
    storedKey.clear();
    setReason(error);
    setSession((ended) => {
      ended?.end();
      return undefined;
    });
  };
  // Someone else may use the computer next. After an error the same user goes on.
  const leave = () => {
    signOut(undefined);
    deleteAllDrafts();
  };
  const start = (key: string) => startSession(key, signOut);
  const [session, setSession] = useState<Session | undefined>(() => {
    const key = storedKey.read();
    return key === undefined ? undefined : start(key);
  });
  const onSignedIn = (next: Session) => {
    storedKey.save(next.apiKey());
    setReason(undefined);
    setSession(next);
  };
  const token = useFirstLinkToken();
  if (token !== undefined) {
    const onContinue = (key: string | undefined) => {
      if (key !== undefined) {
        session?.end();
        onSignedIn(start(key));
      }
      location.replace(hrefOf({ page: 'animals' }));
    };
    return <FirstKey token={token} onContinue={onContinue} />;
  }
  if (session === undefined) {
    return <SignIn reason={reason} start={start} onSignedIn={onSignedIn} />;
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={session.queries}>
        <Shell onSignOut={leave} />
        <SignInAgain onSignOut={leave} />
      </QueryClientProvider>
    </SessionContext>
  );
}

/** Returns the token of the first link while the address has one. */
function useFirstLinkToken(): string | undefined {
  const [token, setToken] = useState(() => firstLinkTokenIn(location.hash));
  useEffect(() => {
    const follow = () => setToken(firstLinkTokenIn(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return token;
}
