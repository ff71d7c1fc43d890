import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    pages: 'Pages',
    menu: 'Menu',
    signOut: 'Sign out',
    skip: 'Skip to content',
  },
  es: {
    pages: 'Páginas',
    menu: 'Menú',
    signOut: 'Salir',
    skip: 'Ir al contenido',
  },
  fr: {
    pages: 'Pages',
    menu: 'Menu',
    signOut: 'Se déconnecter',
    skip: 'Aller au contenu',
  },
  de: {
    pages: 'Seiten',
    menu: 'Menü',
    signOut: 'Abmelden',
    skip: 'Zum Inhalt',
  },
});
