import type { AdminPageName } from '../route.ts';
import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    names: {
      categories: 'Categories',
      people: 'People and keys',
      import: 'Import',
      audit: 'Audit',
      settings: 'Settings',
    } as Readonly<Record<AdminPageName, string>>,
    manage: 'Manage',
    onlyForAdmins: (role: string) =>
      `This page is for admins; your key has the role ${role}. Ask an admin of your shelter to do this for you.`,
    toAnimals: 'Go to the animals',
  },
  es: {
    names: {
      categories: 'Categorías',
      people: 'Personas y claves',
      import: 'Importar',
      audit: 'Auditoría',
      settings: 'Ajustes',
    },
    manage: 'Gestión',
    onlyForAdmins: (role) =>
      `Esta página es para administradores; esta clave tiene el rol ${role}. Un administrador del refugio puede hacerlo.`,
    toAnimals: 'Ir a los animales',
  },
});
