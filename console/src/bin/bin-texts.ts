import { inLanguage } from '../texts/in-language.ts';

/** The texts of the bin. */
export const TEXTS = inLanguage({
  en: {
    purpose:
      'Animals that were removed in the last 30 days. No one else sees them, and an import leaves them out.',
    none: 'The bin is empty.',
    end: 'End of list.',
    back: 'Back to animals',
    numbered: (number: bigint) => `no. ${number}`,
    removedOn: 'removed',
    deletedOn: 'deleted for good',
    restore: 'Restore',
    restoring: 'Restoring…',
    erase: 'Delete now…',
    animal: (name: string) => ` ${name}`,
    question: (name: string) => `Delete ${name} for good?`,
    isFinal: 'Its profile and photos are deleted now. This cannot be undone.',
    eraseSubmit: { name: 'Delete for good', pending: 'Deleting…' },
    isRestored: (name: string) => `${name} is in the catalogue again.`,
  },
  es: {
    purpose:
      'Animales que se eliminaron en los últimos 30 días. Nadie más los ve, y una importación no los cambia.',
    none: 'La papelera está vacía.',
    end: 'Fin de la lista.',
    back: 'Volver a los animales',
    numbered: (number) => `n.º ${number}`,
    removedOn: 'eliminado',
    deletedOn: 'se borra definitivamente',
    restore: 'Restaurar',
    restoring: 'Restaurando…',
    erase: 'Borrar ahora…',
    animal: (name) => ` a ${name}`,
    question: (name) => `¿Borrar definitivamente a ${name}?`,
    isFinal: 'Su perfil y sus fotos se borran ahora. No se puede deshacer.',
    eraseSubmit: { name: 'Borrar definitivamente', pending: 'Borrando…' },
    isRestored: (name) => `${name} está otra vez en el catálogo.`,
  },
});
