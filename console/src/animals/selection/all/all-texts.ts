import { formatNumber, inLanguage, plural } from '../../../texts/in-language.ts';

/** The texts of what is done with all animals that match. */
export const TEXTS = inLanguage({
  en: {
    selectAll: 'Select all that match',
    reading: (count: number) => `Selecting: ${plural(count, 'animal', 'animals')}…`,
    stop: 'Stop',
    notAllowed: (count: number) =>
      count === 1
        ? 'One other cannot be changed now.'
        : `${formatNumber(count)} others cannot be changed now.`,
    noUndo: 'This cannot be undone for all of them at once.',
    isFinal: 'The status that some of them have now cannot be set again.',
    cancel: 'Cancel',
    progress: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)}`,
    changed: (count: number) => `${plural(count, 'animal was', 'animals were')} changed.`,
    left: (count: number) => `${plural(count, 'animal was', 'animals were')} left as before.`,
    failed: (count: number) => `${plural(count, 'animal', 'animals')} could not be changed:`,
    others: (count: number) => `and ${formatNumber(count)} more`,
  },
  es: {
    selectAll: 'Seleccionar todos los que coinciden',
    reading: (count) => `Seleccionando: ${plural(count, 'animal', 'animales')}…`,
    stop: 'Detener',
    notAllowed: (count) =>
      count === 1
        ? 'Otro no se puede cambiar ahora.'
        : `Otros ${formatNumber(count)} no se pueden cambiar ahora.`,
    noUndo: 'No se puede deshacer para todos a la vez.',
    isFinal: 'Algunos no podrán volver al estado que tienen ahora.',
    cancel: 'Cancelar',
    progress: (count, all) => `${formatNumber(count)} de ${formatNumber(all)}`,
    changed: (count) => `${plural(count, 'animal cambió', 'animales cambiaron')}.`,
    left: (count) => `${plural(count, 'animal quedó', 'animales quedaron')} como antes.`,
    failed: (count) =>
      `No se ${count === 1 ? 'pudo' : 'pudieron'} cambiar ${plural(count, 'animal', 'animales')}:`,
    others: (count) => `y ${formatNumber(count)} más`,
  },
});
