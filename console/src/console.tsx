import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hrefOf } from './route.ts';
import { SlowNote } from './session/slow-note.tsx';
import { SessionContext } from './session/use-session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { SignInAgain } from './sign-in/sign-in-again.tsx';
import { leaveSignInLink, takeSignInLink } from './sign-in/sign-in-link.ts';
import { useSignedIn } from './sign-in/use-signed-in.ts';
import { PageNotLoaded, partWhenOpened } from './ui/when-opened.tsx';

// Seldom used, so that a person who is signed in does not load them.
const Join = partWhenOpened(async () => (await import('./sign-in/join.tsx')).Join, null, PageNotLoaded);
const Welcome = partWhenOpened(
  async () => (await import('./sign-in/welcome.tsx')).Welcome,
  null,
  PageNotLoaded,
);

/** The whole console: the page of a link that signs someone in, the sign-in page, or the shell with the other pages. */
export function Console() {
  const [link, setLink] = useSignInLink();
  const signedIn = useSignedIn(link !== undefined);
  if (link !== undefined) {
    const leave = () => {
      leaveSignInLink(hrefOf({ page: 'animals' }));
      setLink(undefined);
    };
    const onSignedIn = async () => {
      await signedIn.personSignedIn();
      leave();
    };
    const LinkPage = link.kind === 'join' ? Join : Welcome;
    return <LinkPage key={link.secret} secret={link.secret} onSignedIn={onSignedIn} onContinue={leave} />;
  }
  const { session } = signedIn;
  if (session === undefined) {
    return signedIn.isAsking ? (
      <main className="sign-in">
        <SlowNote />
      </main>
    ) : (
      <SignIn
        reason={signedIn.reason}
        start={signedIn.startWithKey}
        onKey={signedIn.useKey}
        onPerson={signedIn.personSignedIn}
      />
    );
  }
  return (
    <SessionContext value={session} key={signedIn.number}>
      <QueryClientProvider client={session.queries}>
        <Shell onSignOut={signedIn.signOut} />
        <SignInAgain onPerson={signedIn.askWho} onSignOut={signedIn.signOut} />
      </QueryClientProvider>
    </SessionContext>
  );
}

/** Returns the link that signs someone in while one is open. */
function useSignInLink() {
  const [link, setLink] = useState(takeSignInLink);
  useEffect(() => {
    const follow = () => setLink(takeSignInLink());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [link, setLink] as const;
}
