import type { Usage } from '@petstore/client';
import { inLanguage } from './in-language.ts';

export const ROLE_NAMES = inLanguage<Readonly<Record<Usage['role'], string>>>({
  en: { reader: 'Reader', volunteer: 'Volunteer', member: 'Member', manager: 'Manager', admin: 'Admin' },
  es: {
    reader: 'Lectura',
    volunteer: 'Voluntariado',
    member: 'Miembro',
    manager: 'Gestión',
    admin: 'Administración',
  },
  fr: {
    reader: 'Lecture',
    volunteer: 'Bénévole',
    member: 'Membre',
    manager: 'Gestion',
    admin: 'Administration',
  },
  de: {
    reader: 'Lesen',
    volunteer: 'Ehrenamt',
    member: 'Mitglied',
    manager: 'Leitung',
    admin: 'Administration',
  },
});

/** Plans have the same names in every language. */
export const PLAN_NAMES: Readonly<Record<Usage['plan'], string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};
