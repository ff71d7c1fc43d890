import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    label: 'Search animals',
    hint: 'Name, breed or number',
    recent: 'Recent searches',
    clear: 'Clear',
  },
  es: {
    label: 'Buscar animales',
    hint: 'Nombre, raza o número',
    recent: 'Búsquedas recientes',
    clear: 'Borrar',
  },
});
