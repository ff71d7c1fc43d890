import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    pages: 'Pages',
    waiting: 'wait for an answer',
    menu: 'Menu',
    signOut: 'Sign out',
    skip: 'Skip to content',
  },
  es: {
    pages: 'Páginas',
    waiting: 'esperan una respuesta',
    menu: 'Menú',
    signOut: 'Salir',
    skip: 'Ir al contenido',
  },
  fr: {
    pages: 'Pages',
    waiting: 'attendent une réponse',
    menu: 'Menu',
    signOut: 'Se déconnecter',
    skip: 'Aller au contenu',
  },
  de: {
    pages: 'Seiten',
    waiting: 'warten auf eine Antwort',
    menu: 'Menü',
    signOut: 'Abmelden',
    skip: 'Zum Inhalt',
  },
});
