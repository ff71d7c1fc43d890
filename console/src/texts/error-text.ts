import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '@petstore/client';
import { ERROR_TEXTS } from './error-texts.ts';
import { inLanguage, waitText } from './in-language.ts';

const BY_CODE: Readonly<Record<string, string>> = ERROR_TEXTS;
const TEXTS = inLanguage({
  en: {
    noResponse: 'The service does not respond. Check the connection, and try again.',
    notAnswered:
      'Something between this device and the service answered instead of it. Try again in a moment.',
    unknown: (code: string) => `The service refuses this (${code}). Load the console again.`,
    unexpected: 'Something went wrong in the console. Load it again.',
    tooMuch: (wait: string) => `Too much at once. You can go on in ${wait}.`,
  },
  es: {
    noResponse: 'El servicio no responde. Revise la conexión e inténtelo de nuevo.',
    notAnswered: 'Respondió algo entre este dispositivo y el servicio. Inténtelo de nuevo en un momento.',
    unknown: (code) => `El servicio no acepta esto (${code}). Vuelva a cargar la consola.`,
    unexpected: 'Algo falló en la consola. Vuelva a cargarla.',
    tooMuch: (wait) => `Demasiado a la vez. Puede continuar en ${wait}.`,
  },
  fr: {
    noResponse: 'Le service ne répond pas. Vérifiez la connexion et réessayez.',
    notAnswered:
      'Quelque chose entre cet appareil et le service a répondu à sa place. Réessayez dans un instant.',
    unknown: (code) => `Le service refuse cela (${code}). Rechargez la console.`,
    unexpected: 'Une erreur s’est produite dans la console. Rechargez-la.',
    tooMuch: (wait) => `Trop de choses à la fois. Vous pourrez continuer dans ${wait}.`,
  },
  de: {
    noResponse: 'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    notAnswered:
      'Etwas zwischen diesem Gerät und dem Dienst hat statt ihm geantwortet. Versuchen Sie es gleich noch einmal.',
    unknown: (code) => `Der Dienst nimmt dies nicht an (${code}). Laden Sie die Konsole neu.`,
    unexpected: 'In der Konsole ist etwas schiefgegangen. Laden Sie sie neu.',
    tooMuch: (wait) => `Zu viel auf einmal. Weiter geht es nach ${wait}.`,
  },
});

/** Returns what an error means, in the language of the page and in its words: never the message of the service or of a library. */
export function errorText(error: Error): string {
  if (error instanceof PetstoreError) {
    if (error.status === 429 && error.retryAfter !== undefined)
      return TEXTS.tooMuch(waitText(error.retryAfter));
    return codeText(error.code) ?? TEXTS.unknown(error.code);
  }
  if (error instanceof PetstoreConnectionError || error instanceof PetstoreTimeoutError)
    return TEXTS.noResponse;
  if (error instanceof PetstoreAnswerError) return TEXTS.notAnswered;
  return error instanceof PageError ? error.message : TEXTS.unexpected;
}

/** Returns what an error code means, if the console knows it. */
export function codeText(code: string): string | undefined {
  return BY_CODE[code];
}

/** An error that the console finds itself. Its message is in the language of the page. */
export class PageError extends Error {}
