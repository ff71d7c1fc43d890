import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    signInTitle: 'Sign in',
    purpose: 'The catalogue of animals that are looking for a home.',
    key: 'API key',
    hint: {
      before: 'It starts with',
      or: 'or',
      after:
        'Ask the operator of this service for one. The key is stored only in this tab, until you close it.',
    },
    signIn: 'Sign in',
    signingIn: 'Signing in…',
    cancel: 'Cancel',
    notAKey: 'This is not an API key. Copy the whole key, without spaces.',
    loading: 'Loading…',
    stillWaiting: 'The page is still waiting for it.',
    tryingAgain: 'Trying again…',
    resumesAt: 'Resumes at',
    nextAttemptAt: 'Next attempt at',
    noResponse: 'The service is not responding.',
    banned: 'This API key is temporarily banned.',
    quotaUsedUp: 'The quota is used up.',
    unavailable: 'The service is unavailable.',
  },
  es: {
    signInTitle: 'Entrar',
    purpose: 'El catálogo de los animales que buscan un hogar.',
    key: 'Clave de API',
    hint: {
      before: 'Empieza con',
      or: 'o',
      after:
        'El operador de este servicio puede crear una. La clave se guarda solo en esta pestaña, hasta que se cierre.',
    },
    signIn: 'Entrar',
    signingIn: 'Entrando…',
    cancel: 'Cancelar',
    notAKey: 'Esto no es una clave de API. Copiar la clave completa, sin espacios.',
    loading: 'Cargando…',
    stillWaiting: 'La página sigue esperando.',
    tryingAgain: 'Intentando de nuevo…',
    resumesAt: 'Continúa:',
    nextAttemptAt: 'Próximo intento:',
    noResponse: 'El servicio no responde.',
    banned: 'Esta clave de API está bloqueada por un tiempo.',
    quotaUsedUp: 'La cuota está agotada.',
    unavailable: 'El servicio no está disponible.',
  },
});
