import { useEffect } from 'react';
import { sendToSession } from '../session/session-requests.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './link-texts.ts';
import { PlainHttpNote } from './plain-http-note.tsx';
import { signInWithProvider } from './provider.ts';
import { TEXTS as SIGN_IN_TEXTS } from './sign-in-texts.ts';
import { useAttempt } from './use-attempt.ts';
import { useWays } from './ways.ts';
import type { LinkPageProps } from './welcome.tsx';

/** The page of an invitation. Only its button uses the invitation: programs that check mails open addresses, too. */
export function Join({ secret, onSignedIn, onContinue }: LinkPageProps) {
  const attempt = useAttempt();
  const provider = useWays()?.provider;
  useEffect(() => {
    document.title = `${TEXTS.joinTitle} · Petstore`;
  }, []);
  const join = () =>
    attempt.run(async () => {
      await sendToSession('POST', '/session/invitation', { secret });
      onSignedIn();
    });
  return (
    <main className="sign-in">
      <h1>{TEXTS.joinTitle}</h1>
      <p>{TEXTS.joinPurpose}</p>
      <div role="alert">{attempt.error !== undefined && <ErrorNote error={attempt.error} />}</div>
      <button type="button" className="primary" disabled={attempt.isPending} onClick={join}>
        {attempt.isPending ? SIGN_IN_TEXTS.signingIn : TEXTS.join}
      </button>
      {provider != null && (
        <button
          type="button"
          disabled={attempt.isPending}
          onClick={() => attempt.run(() => signInWithProvider(secret))}
        >
          {TEXTS.joinWith(provider.name)}
        </button>
      )}
      {attempt.error !== undefined && (
        <button type="button" className="quiet" onClick={onContinue}>
          {TEXTS.open}
        </button>
      )}
      <PlainHttpNote />
      <LanguageSelect />
    </main>
  );
}
