import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    onlyForAdmins: (role: string) =>
      `This page is for admins; your key has the role ${role}. Ask an admin of your shelter to do this for you.`,
    toAnimals: 'Go to the animals',
  },
  es: {
    onlyForAdmins: (role) =>
      `Esta página es para administradores; esta clave tiene el rol ${role}. Un administrador del refugio puede hacerlo.`,
    toAnimals: 'Ir a los animales',
  },
});
