import { inLanguage, plural } from '../../texts/in-language.ts';

/** The texts of changes that can be undone. They follow the name of an animal, unless they are functions of it. */
export const TEXTS = inLanguage({
  en: {
    animals: (count: number) => plural(count, 'animal', 'animals'),
    isSetTo: (status: string, count: number) => `${count === 1 ? 'is' : 'are'} set to “${status}”.`,
    isBeingRemoved: 'is being removed.',
    wasNotChanged: 'could not be changed.',
    wasNotRemoved: 'could not be removed.',
    close: 'Close',
    undo: 'Undo',
    theStatusOf: (name: string) => ` the status of ${name}`,
    theStatuses: ' the statuses',
    theRemovalOf: (name: string) => ` the removal of ${name}`,
    removing: 'Removing',
    willBeRemoved: 'will be removed.',
    statusOf: (name: string) => `Status of ${name}`,
    notSetYet: 'Not set yet. Press Enter or leave the control to set it. Press Escape to keep the status.',
  },
  es: {
    animals: (count) => plural(count, 'animal', 'animales'),
    isSetTo: (status, count) => `${count === 1 ? 'pasa' : 'pasan'} a «${status}».`,
    isBeingRemoved: 'se está eliminando.',
    wasNotChanged: 'no se pudo cambiar.',
    wasNotRemoved: 'no se pudo eliminar.',
    close: 'Cerrar',
    undo: 'Deshacer',
    theStatusOf: (name) => ` el estado de ${name}`,
    theStatuses: ' los estados',
    theRemovalOf: (name) => ` la eliminación de ${name}`,
    removing: 'Eliminando',
    willBeRemoved: 'se eliminará.',
    statusOf: (name) => `Estado de ${name}`,
    notSetYet:
      'Todavía sin guardar. Pulsar Intro o salir del control para guardarlo. Pulsar Escape para conservar el estado.',
  },
});
