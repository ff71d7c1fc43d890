import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { startSession } from './session/start-session.ts';
import { storedKey } from './session/stored-key.ts';
import { SessionContext } from './session/use-session.ts';
import { Shell } from './shell.tsx';

/** The whole console: the sign-in page, or the shell with the other pages. */
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
  const start = (key: string) => startSession(key, signOut);
  const [session, setSession] = useState<Session | undefined>(() => {
    const key = storedKey.read();
    return key === undefined ? undefined : start(key);
  });
  if (session === undefined) {
    const onSignedIn = (next: Session) => {
      storedKey.save(next.apiKey);
      setReason(undefined);
      setSession(next);
    };
    return <SignIn reason={reason} start={start} onSignedIn={onSignedIn} />;
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={session.queries}>
        <Shell onSignOut={() => signOut(undefined)} />
      </QueryClientProvider>
    </SessionContext>
  );
}
