import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { keptKey } from './session/kept-key.ts';
import type { Session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { startSession } from './session/start-session.ts';
import { SessionContext } from './session/use-session.ts';
import { Shell } from './shell.tsx';

/** The whole console: somebody signs in, or the shell with its pages. */
export function Console() {
  const [reason, setReason] = useState<Error>();
  const end = (why: Error | undefined) => {
    keptKey.forget();
    setReason(why);
    setSession((ended) => {
      ended?.end();
      return undefined;
    });
  };
  const start = (key: string) => startSession(key, end);
  const [session, setSession] = useState<Session | undefined>(() => {
    const key = keptKey.read();
    return key === undefined ? undefined : start(key);
  });
  if (session === undefined) {
    const signedIn = (next: Session) => {
      keptKey.keep(next.apiKey);
      setReason(undefined);
      setSession(next);
    };
    return <SignIn reason={reason} start={start} onSignedIn={signedIn} />;
  }
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={session.queries}>
        <Shell onSignOut={() => end(undefined)} />
      </QueryClientProvider>
    </SessionContext>
  );
}
