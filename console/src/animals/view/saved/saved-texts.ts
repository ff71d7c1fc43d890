import { inLanguage } from '../../../texts/in-language.ts';

/** The texts of saved views. */
export const TEXTS = inLanguage({
  en: {
    views: 'Views',
    withoutPhoto: 'Without a photo',
    longestWaiting: 'Longest waiting',
    onHold: 'On hold',
    none: 'No views are saved in this browser.',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Remove ${name}`,
    newName: (name: string) => `New name of ${name}`,
    saveName: 'Save the name',
    nameOfView: 'Name for this list',
    hint: 'This browser keeps its filters, its order and its view.',
    save: 'Save this view',
  },
  es: {
    views: 'Vistas',
    withoutPhoto: 'Sin foto',
    longestWaiting: 'Más tiempo en espera',
    onHold: 'Reservados',
    none: 'No hay vistas guardadas en este navegador.',
    rename: (name) => `Cambiar el nombre de ${name}`,
    remove: (name) => `Quitar ${name}`,
    newName: (name) => `Nombre nuevo de ${name}`,
    saveName: 'Guardar el nombre',
    nameOfView: 'Nombre para esta lista',
    hint: 'Este navegador guarda sus filtros, su orden y su vista.',
    save: 'Guardar esta vista',
  },
});
