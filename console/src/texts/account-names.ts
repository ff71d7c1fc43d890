import type { Usage } from '@petstore/client';
import { inLanguage } from './in-language.ts';

export const ROLE_NAMES = inLanguage<Readonly<Record<Usage['role'], string>>>({
  en: { reader: 'Reader', member: 'Member', manager: 'Manager', admin: 'Admin' },
  es: { reader: 'Lector', member: 'Miembro', manager: 'Gestor', admin: 'Administrador' },
});

/** Plans have the same names in every language. */
export const PLAN_NAMES: Readonly<Record<Usage['plan'], string>> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};
