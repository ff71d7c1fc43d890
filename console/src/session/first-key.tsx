import { PetstoreError } from '@petstore/client';
import { useEffect, useState } from 'react';
import { errorText } from '../texts/error-text.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { Snippet } from '../ui/snippet.tsx';
import { BROWSER_TIME_ZONE } from '../ui/time-zones.ts';
import { TEXTS } from './first-key-texts.ts';

interface FirstKeyProps {
  token: string;
  /** Called with the new key, or without one if the user has another. */
  onContinue(key: string | undefined): void;
}

/** The page of the link that the first start of the service prints. A button makes the key, so that opening the page twice does no harm. */
export function FirstKey({ token, onContinue }: FirstKeyProps) {
  const [key, setKey] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    document.title = `${TEXTS.title} · Petstore`;
  }, []);
  const redeem = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      setKey(await redeemLink(token));
    } catch (error) {
      setProblem(error instanceof PetstoreError ? errorText(error) : TEXTS.unreachable);
    }
    setSending(false);
  };
  return (
    <main className="sign-in">
      <h1>{TEXTS.title}</h1>
      {key === undefined ? (
        <>
          <p>{TEXTS.purpose}</p>
          <p role="alert">{problem}</p>
          <div className="form-actions">
            <button type="button" className="quiet" onClick={() => onContinue(undefined)}>
              {TEXTS.signIn}
            </button>
            <button type="button" className="primary" disabled={isSending} onClick={redeem}>
              {TEXTS.show}
            </button>
          </div>
        </>
      ) : (
        <>
          <p role="status">{TEXTS.keep}</p>
          <Snippet name={TEXTS.key} text={key} />
          <div className="form-actions">
            <button type="button" className="primary" onClick={() => onContinue(key)}>
              {TEXTS.open}
            </button>
          </div>
        </>
      )}
      <LanguageSelect />
    </main>
  );
}

/** Exchanges the token for a key. @throws {PetstoreError} if the service does not accept the link. */
async function redeemLink(token: string): Promise<string> {
  const response = await fetch('/first-key', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, timeZone: BROWSER_TIME_ZONE }),
  });
  const body = await response.json();
  if (!response.ok) throw new PetstoreError({ ...body, status: response.status });
  return body.key;
}
