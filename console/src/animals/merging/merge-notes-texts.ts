import { inLanguage } from '../../texts/in-language.ts';

/** The texts on the page of an animal that was merged. Those of the dialog are loaded with it. */
export const TEXTS = inLanguage({
  en: {
    numbered: (id: bigint) => `Number ${id}`,
    wasMerged: (name: string, id: bigint) => `${name} (number ${id}) was merged into this record.`,
    isMergedInto: 'This record was merged into another one:',
  },
  es: {
    numbered: (id) => `Número ${id}`,
    wasMerged: (name, id) => `${name} (número ${id}) se combinó con esta ficha.`,
    isMergedInto: 'Esta ficha se combinó con otra:',
  },
  fr: {
    numbered: (id) => `Numéro ${id}`,
    wasMerged: (name, id) => `${name} (numéro ${id}) a été fusionné avec cette fiche.`,
    isMergedInto: 'Cette fiche a été fusionnée avec une autre :',
  },
  de: {
    numbered: (id) => `Nummer ${id}`,
    wasMerged: (name, id) => `${name} (Nummer ${id}) wurde mit diesem Eintrag zusammengeführt.`,
    isMergedInto: 'Dieser Eintrag wurde mit einem anderen zusammengeführt:',
  },
});
