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
});
