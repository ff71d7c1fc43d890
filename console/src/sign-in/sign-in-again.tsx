import { useEffect, useRef } from 'react';
import { useObservable } from '../observable.ts';
import { keyCredential } from '../session/credential.ts';
import { startSession } from '../session/start-session.ts';
import { storedKey } from '../session/stored-key.ts';
import { usePerson, useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { KeyForm } from './key-form.tsx';
import { TEXTS } from './sign-in-texts.ts';
import { useAttempt } from './use-attempt.ts';
import { WaysIn } from './ways-in.tsx';

interface SignInAgainProps {
  /** Called when a person may have signed in. */
  onPerson(): void;
  onSignOut(): Promise<void>;
}

/** Asks to sign in again above the page when the service no longer accepts the credential of the session. What was typed stays. */
export function SignInAgain(props: SignInAgainProps) {
  const { keyProblem } = useSession();
  const problem = useObservable(keyProblem);
  return problem !== undefined && <SignInDialog reason={problem} {...props} />;
}

function SignInDialog({ reason, onPerson, onSignOut }: SignInAgainProps & { reason: Error }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const attempt = useAttempt();
  const isPerson = usePerson() !== undefined;
  useEffect(() => {
    storedKey.clear();
    dialog.current?.showModal();
  }, []);
  const goOn = (key: string) => {
    storedKey.save(key);
    session.goOnWith(keyCredential(key));
  };
  return (
    // Signed out, nothing below it works, so that Escape does not close it. A second Escape closes it in some browsers.
    <dialog
      ref={dialog}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h2>{TEXTS.signInTitle}</h2>
      <p>{TEXTS.again}</p>
      {isPerson && <ErrorNote error={reason} />}
      <WaysIn
        beginsWithKey={!isPerson}
        keyForm={
          <KeyForm
            reason={isPerson ? undefined : reason}
            start={(key) => startSession(keyCredential(key), () => {})}
            onSignedIn={(trial, key) => {
              trial.end();
              goOn(key);
            }}
          />
        }
        onSignedIn={onPerson}
      />
      <button type="button" className="quiet" onClick={() => attempt.run(onSignOut)}>
        {TEXTS.signOut}
      </button>
      {attempt.error !== undefined && <ErrorNote error={attempt.error} />}
    </dialog>
  );
}
