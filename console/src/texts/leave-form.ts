import { inLanguage } from './in-language.ts';

const TEXTS = inLanguage({
  en: {
    leave: 'What you typed is not saved. Leave the page? A draft is kept in this browser.',
  },
  es: {
    leave: 'Lo que escribió no está guardado. ¿Salir de la página? Este navegador conserva un borrador.',
  },
});

/** The question before the user leaves a form that is not saved. */
export const LEAVE_FORM = TEXTS.leave;
