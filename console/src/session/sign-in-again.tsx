import { useEffect, useRef } from 'react';
import { useObservable } from '../observable.ts';
import type { Session } from './session.ts';
import { TEXTS } from './session-texts.ts';
import { SignInForm } from './sign-in.tsx';
import { startSession } from './start-session.ts';
import { storedKey } from './stored-key.ts';
import { useSession } from './use-session.ts';

/** Asks for another key above the page when the service no longer accepts the key of the session. What was typed stays. */
export function SignInAgain({ onSignOut }: { onSignOut(): void }) {
  const { keyProblem } = useSession();
  const problem = useObservable(keyProblem);
  return problem !== undefined && <SignInDialog reason={problem} onSignOut={onSignOut} />;
}

function SignInDialog({ reason, onSignOut }: { reason: Error; onSignOut(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const session = useSession();
  useEffect(() => {
    storedKey.clear();
    dialog.current?.showModal();
  }, []);
  const goOn = (trial: Session) => {
    trial.end();
    storedKey.save(trial.apiKey());
    session.renewKey(trial.apiKey());
  };
  return (
    // Without a key nothing below it works, so that Escape does not close it. A second Escape closes it in some browsers.
    <dialog
      ref={dialog}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h2>{TEXTS.signInTitle}</h2>
      <p>{TEXTS.again}</p>
      <SignInForm reason={reason} start={(key) => startSession(key, () => {})} onSignedIn={goOn} />
      <button type="button" className="quiet" onClick={onSignOut}>
        {TEXTS.signOut}
      </button>
    </dialog>
  );
}
