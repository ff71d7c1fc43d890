import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    pages: 'Pages',
    today: 'Today',
    animals: 'Animals',
    orders: 'Orders',
    activity: 'Activity',
    manage: 'Manage',
    menu: 'Menu',
    usage: 'Usage',
    signOut: 'Sign out',
    skip: 'Skip to content',
  },
  es: {
    pages: 'Páginas',
    today: 'Hoy',
    animals: 'Animales',
    orders: 'Solicitudes',
    activity: 'Actividad',
    manage: 'Gestión',
    menu: 'Menú',
    usage: 'Uso',
    signOut: 'Salir',
    skip: 'Ir al contenido',
  },
});
