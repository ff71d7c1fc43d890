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
    undo: 'Undo',
    theStatusOf: (name: string) => ` the status of ${name}`,
    theStatuses: ' the statuses',
    theRemovalOf: (name: string) => ` the removal of ${name}`,
    theRemovals: ' the removals',
    menuOf: (name: string) => `More for ${name}`,
    more: 'More',
    remove: 'Remove…',
    isHeld: 'An order holds it. Complete or cancel the order first.',
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
    undo: 'Deshacer',
    theStatusOf: (name) => ` el estado de ${name}`,
    theStatuses: ' los estados',
    theRemovalOf: (name) => ` la eliminación de ${name}`,
    theRemovals: ' las eliminaciones',
    menuOf: (name) => `Más para ${name}`,
    more: 'Más',
    remove: 'Eliminar…',
    isHeld: 'Una solicitud lo reserva. Completarla o cancelarla primero.',
    questionOf: (name) => `¿Eliminar a ${name}?`,
    questionOfMany: (count) => `¿Eliminar ${plural(count, 'animal', 'animales')}?`,
    removeSubmit: { name: 'Eliminar', pending: 'Eliminar' },
    staysInBin: (count) =>
      count === 1
        ? 'Va a la papelera por 30 días, y desde allí se puede restaurar con sus fotos. Mientras tanto, nadie más lo ve.'
        : 'Van a la papelera por 30 días, y desde allí se pueden restaurar con sus fotos. Mientras tanto, nadie más los ve.',
  },
});
