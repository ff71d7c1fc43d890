import { formatNumber, inLanguage, plural } from '../../../texts/in-language.ts';

/** The texts of selecting all animals that match. */
export const TEXTS = inLanguage({
  en: {
    selectAll: 'Select all that match',
    reading: (count: number) => `Selecting: ${plural(count, 'animal', 'animals')}…`,
    stop: 'Stop',
    notAllowed: (count: number) =>
      count === 1
        ? 'One other cannot be changed now.'
        : `${formatNumber(count)} others cannot be changed now.`,
  },
  es: {
    selectAll: 'Seleccionar todos los que coinciden',
    reading: (count) => `Seleccionando: ${plural(count, 'animal', 'animales')}…`,
    stop: 'Detener',
    notAllowed: (count) =>
      count === 1
        ? 'Otro no se puede cambiar ahora.'
        : `Otros ${formatNumber(count)} no se pueden cambiar ahora.`,
  },
  fr: {
    selectAll: 'Sélectionner tous les résultats',
    reading: (count) => `Sélection : ${plural(count, 'animal', 'animaux')}…`,
    stop: 'Arrêter',
    notAllowed: (count) =>
      count === 1
        ? 'Un autre ne peut pas être modifié maintenant.'
        : `${formatNumber(count)} autres ne peuvent pas être modifiés maintenant.`,
  },
  de: {
    selectAll: 'Alle Treffer auswählen',
    reading: (count) => `Auswahl: ${plural(count, 'Tier', 'Tiere')} …`,
    stop: 'Anhalten',
    notAllowed: (count) =>
      count === 1
        ? 'Ein weiteres kann jetzt nicht geändert werden.'
        : `${formatNumber(count)} weitere können jetzt nicht geändert werden.`,
  },
});
