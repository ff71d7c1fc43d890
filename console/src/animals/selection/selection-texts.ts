import { inLanguage, plural } from '../../texts/in-language.ts';

/** The texts of a change of several animals. */
export const TEXTS = inLanguage({
  en: {
    select: (name: string) => `Select ${name}`,
    selection: 'Selection',
    selected: (count: number) => `${plural(count, 'animal', 'animals')} selected`,
    set: (status: string, count: number, all: number) =>
      count === all ? `Set to ${status}` : `Set ${count} of ${all} to ${status}`,
    remove: (count: number, all: number) => (count === all ? 'Remove…' : `Remove ${count} of ${all}…`),
    printCards: (count: number): string => (count === 1 ? 'Print a card' : 'Print cards'),
    clear: 'Clear the selection',
    question: (count: number, status: string) => `Set ${plural(count, 'animal', 'animals')} to “${status}”?`,
    confirm: { name: 'Set the status', pending: 'Set the status' },
    isFinal: 'The status that some of them have now cannot be set again after ten seconds.',
  },
  es: {
    select: (name) => `Seleccionar a ${name}`,
    selection: 'Selección',
    selected: (count) => plural(count, 'animal seleccionado', 'animales seleccionados'),
    set: (status, count, all) =>
      count === all ? `Pasar a ${status}` : `Pasar ${count} de ${all} a ${status}`,
    remove: (count, all) => (count === all ? 'Eliminar…' : `Eliminar ${count} de ${all}…`),
    printCards: (count) => (count === 1 ? 'Imprimir la ficha' : 'Imprimir las fichas'),
    clear: 'Quitar la selección',
    question: (count, status) => `¿Pasar ${plural(count, 'animal', 'animales')} a «${status}»?`,
    confirm: { name: 'Cambiar el estado', pending: 'Cambiar el estado' },
    isFinal: 'Después de diez segundos, algunos no podrán volver al estado que tienen ahora.',
  },
  fr: {
    select: (name) => `Sélectionner ${name}`,
    selection: 'Sélection',
    selected: (count) => plural(count, 'animal sélectionné', 'animaux sélectionnés'),
    set: (status, count, all) =>
      count === all ? `Passer à ${status}` : `Passer ${count} sur ${all} à ${status}`,
    remove: (count, all) => (count === all ? 'Supprimer…' : `Supprimer ${count} sur ${all}…`),
    printCards: (count) => (count === 1 ? 'Imprimer la fiche' : 'Imprimer les fiches'),
    clear: 'Annuler la sélection',
    question: (count, status) => `Passer ${plural(count, 'animal', 'animaux')} à « ${status} » ?`,
    confirm: { name: 'Changer le statut', pending: 'Changer le statut' },
    isFinal: 'Après dix secondes, certains ne pourront plus revenir à leur statut actuel.',
  },
  de: {
    select: (name) => `${name} auswählen`,
    selection: 'Auswahl',
    selected: (count) => plural(count, 'Tier ausgewählt', 'Tiere ausgewählt'),
    set: (status, count, all) =>
      count === all ? `Auf ${status} setzen` : `${count} von ${all} auf ${status} setzen`,
    remove: (count, all) => (count === all ? 'Entfernen …' : `${count} von ${all} entfernen …`),
    printCards: (count) => (count === 1 ? 'Steckbrief drucken' : 'Steckbriefe drucken'),
    clear: 'Auswahl aufheben',
    question: (count, status) => `${plural(count, 'Tier', 'Tiere')} auf „${status}“ setzen?`,
    confirm: { name: 'Status setzen', pending: 'Status setzen' },
    isFinal: 'Nach zehn Sekunden können einige nicht mehr auf ihren jetzigen Status zurückgesetzt werden.',
  },
});
