import { type FormEvent, useEffect, useId } from 'react';
import { sendToSession } from '../session/session-requests.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { BROWSER_TIME_ZONE } from '../ui/time-zones.ts';
import { TEXTS } from './link-texts.ts';
import { PlainHttpNote } from './plain-http-note.tsx';
import { TEXTS as SIGN_IN_TEXTS } from './sign-in-texts.ts';
import { useAttempt } from './use-attempt.ts';

export interface LinkPageProps {
  secret: string;
  onSignedIn(): void;
  /** Called to go on without the link. */
  onContinue(): void;
}

/** The page of the link that the first start of the service prints. A button uses the link, so that opening the page twice does no harm. */
export function Welcome({ secret, onSignedIn, onContinue }: LinkPageProps) {
  const attempt = useAttempt();
  const id = useId();
  useEffect(() => {
    document.title = `${TEXTS.welcome} · Petstore`;
  }, []);
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    attempt.run(async () => {
      await sendToSession('POST', '/session/first', { secret, name, timeZone: BROWSER_TIME_ZONE });
      onSignedIn();
    });
  };
  return (
    <main className="sign-in">
      <h1>{TEXTS.welcome}</h1>
      <p>{TEXTS.welcomePurpose}</p>
      <form onSubmit={begin}>
        <label htmlFor={id}>{TEXTS.name}</label>
        <input
          id={id}
          name="name"
          required
          maxLength={100}
          pattern=".*\S.*"
          autoComplete="name"
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="hint">
          {TEXTS.nameHint}
        </p>
        <div role="alert">{attempt.error !== undefined && <ErrorNote error={attempt.error} />}</div>
        <button type="submit" className="primary" disabled={attempt.isPending}>
          {attempt.isPending ? SIGN_IN_TEXTS.signingIn : TEXTS.start}
        </button>
        {attempt.error !== undefined && (
          <button type="button" className="quiet" onClick={onContinue}>
            {TEXTS.open}
          </button>
        )}
      </form>
      <PlainHttpNote />
      <LanguageSelect />
    </main>
  );
}
