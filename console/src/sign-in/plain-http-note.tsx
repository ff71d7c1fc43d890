import { TEXTS } from './sign-in-texts.ts';

/** Warns where others can read the cookie and what is typed. Browsers call TLS and this machine secure. */
export function PlainHttpNote() {
  return !window.isSecureContext && <p className="hint plain-http">{TEXTS.plainHttp}</p>;
}
