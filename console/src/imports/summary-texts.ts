import { inLanguage } from '../texts/in-language.ts';

/** The counts of an import, before and after it. */
export const TEXTS = inLanguage({
  en: {
    created: { before: 'will be added', after: 'added' },
    updated: { before: 'will be changed', after: 'changed' },
    unchanged: { before: 'are in the catalogue already', after: 'were in the catalogue already' },
    held: {
      before: 'keep the status that their order sets',
      after: 'kept the status that their order sets',
    },
    kept: { before: 'stay as they are in the catalogue', after: 'stayed as they are in the catalogue' },
    deleted: {
      before: 'were removed earlier and stay removed',
      after: 'were removed earlier and stay removed',
    },
    superseded: { before: 'are repeated by a newer row', after: 'were repeated by a newer row' },
    older: {
      before: 'are older than what is in the catalogue',
      after: 'were older than what is in the catalogue',
    },
    failed: { before: 'have a problem and will be left out', after: 'have a problem and were left out' },
    leftOut: (reasons: string) => `Left out as you chose: ${reasons}.`,
    withoutReference:
      'No column has the number of the animals in your own system: importing this file again adds them again.',
  },
  es: {
    created: { before: 'se agregarán', after: 'agregados' },
    updated: { before: 'se cambiarán', after: 'cambiados' },
    unchanged: { before: 'ya están en el catálogo', after: 'ya estaban en el catálogo' },
    held: {
      before: 'conservan el estado que fija su solicitud',
      after: 'conservaron el estado que fija su solicitud',
    },
    kept: { before: 'quedan como están en el catálogo', after: 'quedaron como están en el catálogo' },
    deleted: {
      before: 'fueron eliminados antes y siguen eliminados',
      after: 'fueron eliminados antes y siguen eliminados',
    },
    superseded: { before: 'se repiten en una fila más nueva', after: 'se repetían en una fila más nueva' },
    older: {
      before: 'son más antiguas que lo que hay en el catálogo',
      after: 'eran más antiguas que lo que hay en el catálogo',
    },
    failed: { before: 'tienen un problema y se omitirán', after: 'tienen un problema y se omitieron' },
    leftOut: (reasons) => `Omitidos por elección: ${reasons}.`,
    withoutReference:
      'Ninguna columna tiene el número de los animales en el sistema propio: importar este archivo otra vez los agrega de nuevo.',
  },
});
