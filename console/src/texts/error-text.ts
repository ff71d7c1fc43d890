import { PetstoreConnectionError, PetstoreError, PetstoreTimeoutError } from '@petstore/client';
import { ERROR_TEXTS } from './error-texts.ts';
import { inLanguage } from './in-language.ts';

const BY_CODE = inLanguage(ERROR_TEXTS);
const TEXTS = inLanguage<{ noResponse?: string }>({
  en: {},
  es: { noResponse: 'El servicio no responde. Revisar la conexión e intentar de nuevo.' },
});

/** Returns what an error means, in the language of the page. In English it is the message of the service, which has more details. */
export function errorText(error: Error): string {
  if (error instanceof PetstoreError) return BY_CODE[error.code]?.(error.message) ?? error.message;
  const isWithoutResponse = error instanceof PetstoreConnectionError || error instanceof PetstoreTimeoutError;
  return (isWithoutResponse ? TEXTS.noResponse : undefined) ?? error.message;
}
