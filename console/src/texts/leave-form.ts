import { inLanguage } from './in-language.ts';

const TEXTS = inLanguage({
  en: {
    leave: 'What you typed is not saved. Leave the page? A draft is kept in this browser.',
  },
  es: {
    leave: 'Lo que escribió no está guardado. ¿Salir de la página? Este navegador conserva un borrador.',
  },
  fr: {
    leave: 'Ce que vous avez écrit n’est pas enregistré. Quitter la page ? Ce navigateur garde un brouillon.',
  },
  de: {
    leave:
      'Was Sie geschrieben haben, ist nicht gespeichert. Die Seite verlassen? Dieser Browser behält einen Entwurf.',
  },
});

/** The question before the user leaves a form that is not saved. */
export const LEAVE_FORM = TEXTS.leave;
