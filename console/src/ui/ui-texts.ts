import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    requestId: 'Request id:',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    loading: 'Loading',
    loadingMore: 'Loading…',
    showMore: 'Show more',
    updates: 'Updates',
    show: 'Show',
    copy: (name: string) => `Copy the ${name}`,
    copied: 'Copied',
    status: 'Status',
    all: 'All',
    duration: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  es: {
    requestId: 'Número de la petición:',
    tryAgain: 'Intentar de nuevo',
    cancel: 'Cancelar',
    loading: 'Cargando',
    loadingMore: 'Cargando…',
    showMore: 'Mostrar más',
    updates: 'Novedades',
    show: 'Mostrar',
    copy: (name) => `Copiar ${name}`,
    copied: 'Copiado',
    status: 'Estado',
    all: 'Todos',
    duration: (hours, minutes) => `${hours} h ${minutes} min`,
  },
});
