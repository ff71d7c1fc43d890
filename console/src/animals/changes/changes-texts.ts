import { deName } from '../../texts/french.ts';
import { inLanguage, plural } from '../../texts/in-language.ts';

/** The texts of changes that can be undone. They follow the name of an animal, unless they are functions of it. */
export const TEXTS = inLanguage({
  en: {
    animals: (count: number) => plural(count, 'animal', 'animals'),
    isSetTo: (status: string, count: number) => `${count === 1 ? 'is' : 'are'} set to “${status}”.`,
    goesToTheBin: (count: number) => `${count === 1 ? 'goes' : 'go'} to the bin.`,
    wasNotChanged: 'could not be changed.',
    wasNotRemoved: 'could not be removed.',
    close: 'Close',
    areNotSaved: (count: number) =>
      `${plural(count, 'change of an animal is', 'changes of animals are')} not saved:`,
    others: (count: number) => `and ${plural(count, 'other', 'others')}`,
    saveNow: 'Save now',
    discard: 'Discard',
    undo: 'Undo',
    theStatusOf: (name: string) => ` the status of ${name}`,
    theStatuses: ' the statuses',
    theRemovalOf: (name: string) => ` the removal of ${name}`,
    theRemovals: ' the removals',
    menuOf: (name: string) => `More for ${name}`,
    more: 'More',
    merge: 'Merge with another record…',
    remove: 'Remove…',
    isHeld: 'A reservation holds it. Complete or cancel the reservation first.',
    questionOf: (name: string) => `Remove ${name}?`,
    questionOfMany: (count: number) => `Remove ${plural(count, 'animal', 'animals')}?`,
    removeSubmit: { name: 'Remove', pending: 'Remove' },
    staysInBin: (count: number): string =>
      count === 1
        ? 'It goes to the bin for 30 days, and can be restored from there with its photos. No one else sees it meanwhile.'
        : 'They go to the bin for 30 days, and can be restored from there with their photos. No one else sees them meanwhile.',
  },
  es: {
    animals: (count) => plural(count, 'animal', 'animales'),
    isSetTo: (status, count) => `${count === 1 ? 'pasa' : 'pasan'} a «${status}».`,
    goesToTheBin: (count) => `${count === 1 ? 'va' : 'van'} a la papelera.`,
    wasNotChanged: 'no se pudo cambiar.',
    wasNotRemoved: 'no se pudo eliminar.',
    close: 'Cerrar',
    areNotSaved: (count) =>
      `${plural(count, 'cambio de un animal no se ha guardado', 'cambios de animales no se han guardado')}:`,
    others: (count) => `y ${plural(count, 'más', 'más')}`,
    saveNow: 'Guardar ahora',
    discard: 'Descartar',
    undo: 'Deshacer',
    theStatusOf: (name) => ` el estado de ${name}`,
    theStatuses: ' los estados',
    theRemovalOf: (name) => ` la eliminación de ${name}`,
    theRemovals: ' las eliminaciones',
    menuOf: (name) => `Más para ${name}`,
    more: 'Más',
    merge: 'Combinar con otra ficha…',
    remove: 'Eliminar…',
    isHeld: 'Tiene una reserva. Complete o cancele primero la reserva.',
    questionOf: (name) => `¿Eliminar a ${name}?`,
    questionOfMany: (count) => `¿Eliminar ${plural(count, 'animal', 'animales')}?`,
    removeSubmit: { name: 'Eliminar', pending: 'Eliminar' },
    staysInBin: (count) =>
      count === 1
        ? 'Va a la papelera por 30 días, y desde allí se puede restaurar con sus fotos. Mientras tanto, nadie más puede verlo.'
        : 'Van a la papelera por 30 días, y desde allí se pueden restaurar con sus fotos. Mientras tanto, nadie más puede verlos.',
  },
  fr: {
    animals: (count) => plural(count, 'animal', 'animaux'),
    isSetTo: (status, count) => `${count === 1 ? 'passe' : 'passent'} à « ${status} ».`,
    goesToTheBin: (count) => `${count === 1 ? 'va' : 'vont'} dans la corbeille.`,
    wasNotChanged: 'n’a pas pu être modifié.',
    wasNotRemoved: 'n’a pas pu être supprimé.',
    close: 'Fermer',
    areNotSaved: (count) =>
      `${plural(count, 'modification d’un animal n’est pas enregistrée', 'modifications d’animaux ne sont pas enregistrées')} :`,
    others: (count) => `et ${plural(count, 'autre', 'autres')}`,
    saveNow: 'Enregistrer maintenant',
    discard: 'Abandonner',
    undo: 'Annuler',
    theStatusOf: (name) => ` le statut ${deName(name)}`,
    theStatuses: ' les statuts',
    theRemovalOf: (name) => ` la suppression ${deName(name)}`,
    theRemovals: ' les suppressions',
    menuOf: (name) => `Plus pour ${name}`,
    more: 'Plus',
    merge: 'Fusionner avec une autre fiche…',
    remove: 'Supprimer…',
    isHeld: 'Il a une réservation. Concluez ou annulez d’abord cette réservation.',
    questionOf: (name) => `Supprimer ${name} ?`,
    questionOfMany: (count) => `Supprimer ${plural(count, 'animal', 'animaux')} ?`,
    removeSubmit: { name: 'Supprimer', pending: 'Supprimer' },
    staysInBin: (count) =>
      count === 1
        ? 'Il va dans la corbeille pour 30 jours et peut y être restauré avec ses photos. Pendant ce temps, personne d’autre ne le voit.'
        : 'Ils vont dans la corbeille pour 30 jours et peuvent y être restaurés avec leurs photos. Pendant ce temps, personne d’autre ne les voit.',
  },
  de: {
    animals: (count) => plural(count, 'Tier', 'Tiere'),
    isSetTo: (status, count) => `${count === 1 ? 'steht' : 'stehen'} jetzt auf „${status}“.`,
    goesToTheBin: (count) => `${count === 1 ? 'kommt' : 'kommen'} in den Papierkorb.`,
    wasNotChanged: 'konnte nicht geändert werden.',
    wasNotRemoved: 'konnte nicht entfernt werden.',
    close: 'Schließen',
    areNotSaved: (count) =>
      `${plural(count, 'Änderung eines Tieres ist', 'Änderungen von Tieren sind')} nicht gespeichert:`,
    others: (count) => `und ${plural(count, 'weitere', 'weitere')}`,
    saveNow: 'Jetzt speichern',
    discard: 'Verwerfen',
    undo: 'Rückgängig',
    theStatusOf: (name) => `: Status von ${name}`,
    theStatuses: ': Status',
    theRemovalOf: (name) => `: Entfernen von ${name}`,
    theRemovals: ': Entfernen',
    menuOf: (name) => `Mehr zu ${name}`,
    more: 'Mehr',
    merge: 'Mit anderem Eintrag zusammenführen …',
    remove: 'Entfernen …',
    isHeld: 'Es hat eine Reservierung. Schließen Sie die Reservierung zuerst ab oder sagen Sie sie ab.',
    questionOf: (name) => `${name} entfernen?`,
    questionOfMany: (count) => `${plural(count, 'Tier', 'Tiere')} entfernen?`,
    removeSubmit: { name: 'Entfernen', pending: 'Entfernen' },
    staysInBin: (count) =>
      count === 1
        ? 'Es kommt für 30 Tage in den Papierkorb und kann von dort mit seinen Fotos wiederhergestellt werden. Solange sieht es sonst niemand.'
        : 'Sie kommen für 30 Tage in den Papierkorb und können von dort mit ihren Fotos wiederhergestellt werden. Solange sieht sie sonst niemand.',
  },
});
