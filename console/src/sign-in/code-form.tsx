import { type FormEvent, useId, useState } from 'react';
import { sendToSession } from '../session/session-requests.ts';
import { language } from '../texts/language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './sign-in-texts.ts';
import { useAttempt } from './use-attempt.ts';

/** Signs in with a code that the service sends by e-mail. It shows the same whether the address is known or not. */
export function CodeForm({ onSignedIn }: { onSignedIn(): void }) {
  const [email, setEmail] = useState<string>();
  const attempt = useAttempt();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed')).trim();
    attempt.run(async () => {
      if (email === undefined) {
        await sendToSession('POST', '/session/code', { email: typed, language });
        setEmail(typed);
      } else {
        await sendToSession('POST', '/session/code/answer', { code: typed });
        onSignedIn();
      }
    });
  };
  return (
    <form onSubmit={submit} key={email}>
      {email === undefined ? (
        <>
          <label htmlFor={id}>{TEXTS.email}</label>
          <input id={id} name="typed" type="email" required maxLength={254} autoComplete="email" />
        </>
      ) : (
        <>
          <p role="status">{TEXTS.codeSent(email)}</p>
          <label htmlFor={id}>{TEXTS.code}</label>
          {/* biome-ignore lint/a11y/noAutofocus: the user has asked for the code, which is the next thing to type */}
          <input id={id} name="typed" required inputMode="numeric" autoComplete="one-time-code" autoFocus />
        </>
      )}
      <div role="alert">{attempt.error !== undefined && <ErrorNote error={attempt.error} />}</div>
      <button type="submit" disabled={attempt.isPending}>
        {email === undefined ? TEXTS.sendCode : TEXTS.signIn}
      </button>
      {email !== undefined && (
        <button type="button" className="quiet" onClick={() => setEmail(undefined)}>
          {TEXTS.otherAddress}
        </button>
      )}
    </form>
  );
}
