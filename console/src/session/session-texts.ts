import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    loading: 'Loading…',
    stillWaiting: 'The page is still waiting for it.',
    tryingAgain: 'Trying again…',
    resumesAt: 'It goes on at',
    nextAttemptAt: 'Next attempt at',
    noResponse: 'The service is not responding.',
    tooMuch: 'Too much at once.',
    unavailable: 'The service is unavailable.',
    wrongAddress:
      'People can sign in only at the address that the operator has set for this service. Ask for it, and open it.',
  },
  es: {
    loading: 'Cargando…',
    stillWaiting: 'La página sigue esperando.',
    tryingAgain: 'Intentando de nuevo…',
    resumesAt: 'Continúa:',
    nextAttemptAt: 'Próximo intento:',
    noResponse: 'El servicio no responde.',
    tooMuch: 'Demasiado a la vez.',
    unavailable: 'El servicio no está disponible.',
    wrongAddress: 'Solo se puede entrar en la dirección que fijó quien opera el servicio. Pídala y ábrala.',
  },
  fr: {
    loading: 'Chargement…',
    stillWaiting: 'La page attend encore.',
    tryingAgain: 'Nouvel essai…',
    resumesAt: 'Cela reprend :',
    nextAttemptAt: 'Prochain essai :',
    noResponse: 'Le service ne répond pas.',
    tooMuch: 'Trop de choses à la fois.',
    unavailable: 'Le service n’est pas disponible.',
    wrongAddress:
      'On ne peut se connecter qu’à l’adresse fixée par la personne qui gère ce service. Demandez-la et ouvrez-la.',
  },
  de: {
    loading: 'Wird geladen …',
    stillWaiting: 'Die Seite wartet noch darauf.',
    tryingAgain: 'Neuer Versuch …',
    resumesAt: 'Weiter geht es:',
    nextAttemptAt: 'Nächster Versuch:',
    noResponse: 'Der Dienst antwortet nicht.',
    tooMuch: 'Zu viel auf einmal.',
    unavailable: 'Der Dienst ist nicht verfügbar.',
    wrongAddress:
      'Anmelden kann man sich nur unter der Adresse, die für diesen Dienst eingestellt ist. Fragen Sie die Person, die ihn betreibt, und öffnen Sie diese Adresse.',
  },
});
