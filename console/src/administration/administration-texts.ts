import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    onlyForAdmins: (role: string) =>
      `This page is for admins; your role is ${role}. Ask an admin of your shelter to do this for you.`,
  },
  es: {
    onlyForAdmins: (role) =>
      `Esta página es para la administración; su rol es ${role}. Pida a alguien de la administración del refugio que lo haga.`,
  },
  fr: {
    onlyForAdmins: (role) =>
      `Cette page est réservée à l’administration ; votre rôle est ${role}. Demandez à une personne de l’administration du refuge de le faire pour vous.`,
  },
  de: {
    onlyForAdmins: (role) =>
      `Diese Seite ist für die Administration; Ihre Rolle ist ${role}. Bitten Sie jemanden aus der Administration Ihres Tierheims darum.`,
  },
});
