import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '@petstore/client';
import { ERROR_TEXTS } from './error-texts.ts';
import { inLanguage } from './in-language.ts';

const BY_CODE: Readonly<Record<string, string>> = ERROR_TEXTS;
const TEXTS = inLanguage({
  en: {
    noResponse: 'The service does not respond. Check the connection, and try again.',
    notAnswered:
      'Something between this device and the service answered instead of it. Try again in a moment.',
    unknown: (code: string) => `The service refuses this (${code}). Load the console again.`,
    unexpected: 'Something went wrong in the console. Load it again.',
  },
  es: {
    noResponse: 'El servicio no responde. Revisar la conexión e intentar de nuevo.',
    notAnswered: 'Respondió algo entre este dispositivo y el servicio. Intentar de nuevo en un momento.',
    unknown: (code) => `El servicio no acepta esto (${code}). Volver a cargar la consola.`,
    unexpected: 'Algo falló en la consola. Volver a cargarla.',
  },
});

/** Returns what an error means, in the language of the page and in its words: never the message of the service or of a library. */
export function errorText(error: Error): string {
  if (error instanceof PetstoreError) return BY_CODE[error.code] ?? TEXTS.unknown(error.code);
  if (error instanceof PetstoreConnectionError || error instanceof PetstoreTimeoutError)
    return TEXTS.noResponse;
  if (error instanceof PetstoreAnswerError) return TEXTS.notAnswered;
  return error instanceof PageError ? error.message : TEXTS.unexpected;
}

/** An error that the console finds itself. Its message is in the language of the page. */
export class PageError extends Error {}
