import type { Route } from '../route.ts';
import { inLanguage } from './in-language.ts';

type PageName = Exclude<Route['page'], 'animal'> | 'manage';

/** The title of each page, and of the link to it. The link `manage` leads to the pages for admins. */
export const PAGE_NAMES = inLanguage<Readonly<Record<PageName, string>>>({
  en: {
    today: 'Today',
    animals: 'Animals',
    export: 'Export and print',
    print: 'Printable list',
    bin: 'Bin',
    orders: 'Orders',
    activity: 'Activity',
    usage: 'Usage',
    manage: 'Manage',
    categories: 'Categories',
    people: 'People and keys',
    import: 'Import',
    audit: 'Audit',
    settings: 'Settings',
  },
  es: {
    today: 'Hoy',
    animals: 'Animales',
    export: 'Exportar e imprimir',
    print: 'Lista para imprimir',
    bin: 'Papelera',
    orders: 'Solicitudes',
    activity: 'Actividad',
    usage: 'Uso',
    manage: 'Gestión',
    categories: 'Categorías',
    people: 'Personas y claves',
    import: 'Importar',
    audit: 'Auditoría',
    settings: 'Ajustes',
  },
});
