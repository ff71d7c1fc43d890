import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    list: 'The list',
    back: 'Back to animals',
    previous: '← Previous animal',
    next: 'Next animal →',
  },
  es: {
    list: 'La lista',
    back: 'Volver a los animales',
    previous: '← Animal anterior',
    next: 'Animal siguiente →',
  },
  fr: {
    list: 'La liste',
    back: 'Retour aux animaux',
    previous: '← Animal précédent',
    next: 'Animal suivant →',
  },
  de: {
    list: 'Die Liste',
    back: 'Zurück zu den Tieren',
    previous: '← Voriges Tier',
    next: 'Nächstes Tier →',
  },
});
