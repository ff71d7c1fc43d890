import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    label: 'Search animals',
    hint: 'Name, breed or number',
    recent: 'Recent searches',
    clear: 'Clear',
    didYouMean: (words: string) => `Nothing was found for “${words}”. Did you mean …`,
    byReference: (words: string) => `Imported as “${words}”:`,
  },
  es: {
    label: 'Buscar animales',
    hint: 'Nombre, raza o número',
    recent: 'Búsquedas recientes',
    clear: 'Borrar',
    didYouMean: (words) => `No se encontró nada con «${words}». ¿Quiso decir…?`,
    byReference: (words) => `Importado como «${words}»:`,
  },
  fr: {
    label: 'Rechercher des animaux',
    hint: 'Nom, race ou numéro',
    recent: 'Recherches récentes',
    clear: 'Effacer',
    didYouMean: (words) => `Rien n’a été trouvé pour « ${words} ». Vouliez-vous dire… ?`,
    byReference: (words) => `Importé comme « ${words} » :`,
  },
  de: {
    label: 'Tiere suchen',
    hint: 'Name, Rasse, Nummer',
    recent: 'Letzte Suchen',
    clear: 'Löschen',
    didYouMean: (words) => `Zu „${words}“ wurde nichts gefunden. Meinten Sie …`,
    byReference: (words) => `Importiert als „${words}“:`,
  },
});
