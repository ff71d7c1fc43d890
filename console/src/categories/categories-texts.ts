import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    purpose: 'Categories are the kinds of animals, such as dogs and cats. Visitors see their names, too.',
    addCategory: 'Add a category',
    none: 'No categories yet. Add the first one, for example “Dogs”.',
    add: { name: 'Add', pending: 'Adding…' },
    name: 'Name',
    examples: 'For example Dogs, Cats or Rabbits.',
    nameOf: (id: bigint) => `Name of category ${id}`,
    noName: 'No name yet',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved',
    theNameOf: (id: bigint) => `the name of category ${id}`,
    available: (count: string) => `${count} looking for a home`,
    number: (id: bigint) => `No. ${id}`,
  },
  es: {
    purpose:
      'Las categorías son los tipos de animales, como perros y gatos. Los visitantes también ven sus nombres.',
    addCategory: 'Agregar una categoría',
    none: 'Todavía no hay categorías. Agregar la primera, por ejemplo «Perros».',
    add: { name: 'Agregar', pending: 'Agregando…' },
    name: 'Nombre',
    examples: 'Por ejemplo Perros, Gatos o Conejos.',
    nameOf: (id) => `Nombre de la categoría ${id}`,
    noName: 'Sin nombre todavía',
    save: 'Guardar',
    saving: 'Guardando…',
    saved: 'Guardado',
    theNameOf: (id) => `el nombre de la categoría ${id}`,
    available: (count) => `${count} en busca de un hogar`,
    number: (id) => `N.º ${id}`,
  },
});
