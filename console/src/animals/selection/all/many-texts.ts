import { formatNumber, inLanguage, plural } from '../../../texts/in-language.ts';

/** The texts of the dialog that changes many animals. They are loaded with it. */
export const TEXTS = inLanguage({
  en: {
    noUndo: 'This cannot be undone for all of them at once.',
    isFinal: 'The status that some of them have now cannot be set again.',
    companionsToo: 'Those that they go together with change as well.',
    cancel: 'Cancel',
    progress: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)}`,
    changed: (count: number) => `${plural(count, 'animal was', 'animals were')} changed.`,
    left: (count: number) => `${plural(count, 'animal was', 'animals were')} left as before.`,
    failed: (count: number) => `${plural(count, 'animal', 'animals')} could not be changed:`,
    others: (count: number) => `and ${formatNumber(count)} more`,
  },
  es: {
    noUndo: 'No se puede deshacer para todos a la vez.',
    isFinal: 'Algunos no podrán volver al estado que tienen ahora.',
    companionsToo: 'Cambian también los animales que van junto con ellos.',
    cancel: 'Cancelar',
    progress: (count, all) => `${formatNumber(count)} de ${formatNumber(all)}`,
    changed: (count) => `${plural(count, 'animal cambió', 'animales cambiaron')}.`,
    left: (count) => `${plural(count, 'animal quedó', 'animales quedaron')} como antes.`,
    failed: (count) =>
      `No se ${count === 1 ? 'pudo' : 'pudieron'} cambiar ${plural(count, 'animal', 'animales')}:`,
    others: (count) => `y ${formatNumber(count)} más`,
  },
  fr: {
    noUndo: 'Cela ne peut pas être annulé pour tous à la fois.',
    isFinal: 'Certains ne pourront plus revenir à leur statut actuel.',
    companionsToo: 'Les animaux qui vont avec eux changent aussi.',
    cancel: 'Annuler',
    progress: (count, all) => `${formatNumber(count)} sur ${formatNumber(all)}`,
    changed: (count) => `${plural(count, 'animal a été modifié', 'animaux ont été modifiés')}.`,
    left: (count) => `${plural(count, 'animal est resté', 'animaux sont restés')} comme avant.`,
    failed: (count) =>
      `${plural(count, 'animal n’a pas pu être modifié', 'animaux n’ont pas pu être modifiés')} :`,
    others: (count) => `et ${formatNumber(count)} de plus`,
  },
  de: {
    noUndo: 'Das lässt sich nicht für alle auf einmal rückgängig machen.',
    isFinal: 'Einige können nicht mehr auf ihren jetzigen Status zurückgesetzt werden.',
    companionsToo: 'Tiere, die mit ihnen zusammengehören, ändern sich mit.',
    cancel: 'Abbrechen',
    progress: (count, all) => `${formatNumber(count)} von ${formatNumber(all)}`,
    changed: (count) => `${plural(count, 'Tier wurde', 'Tiere wurden')} geändert.`,
    left: (count) => `${plural(count, 'Tier blieb', 'Tiere blieben')} wie vorher.`,
    failed: (count) => `${plural(count, 'Tier konnte', 'Tiere konnten')} nicht geändert werden:`,
    others: (count) => `und ${formatNumber(count)} weitere`,
  },
});
