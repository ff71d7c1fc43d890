import type { Usage } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    quota: 'Remaining quota',
    minute: 'This minute',
    day: 'Today',
    windows: 'Both windows are in UTC and are updated by every response.',
    left: (remaining: string, limit: string) => `${remaining} of ${limit} left, `,
    newWindow: 'new window',
    resetsIn: 'resets in',
    waiting: 'Waiting for the first response…',
    days: 'Last 30 days',
    total: (count: number, half: number, recent: string, before: string) =>
      `${plural(count, 'request', 'requests')}: ${recent} in the last ${half} days, ${before} in the ${half} before`,
    noDays: 'No requests have been counted yet.',
    requestsByDay: 'Requests by day',
    requestsOn: (day: string, count: number) => `${day}: ${plural(count, 'request', 'requests')}`,
    ofToday: (day: string) => `${day} (today)`,
    today: 'today',
    asTable: 'Show as a table',
    dayColumn: 'Day (UTC)',
    requests: 'Requests',
    bans: 'Bans',
    unknownBans: 'Unavailable.',
    loading: 'Loading…',
    noBans: 'No key of this account is banned.',
    banIsOver: 'can be used again.',
    bannedUntil: 'is banned until',
    banLeft: 'left',
  },
  es: {
    quota: 'Cuota restante',
    minute: 'Este minuto',
    day: 'Hoy',
    windows: 'Ambos períodos son en UTC y se actualizan con cada respuesta.',
    left: (remaining, limit) => `Quedan ${remaining} de ${limit}, `,
    newWindow: 'período nuevo',
    resetsIn: 'se renueva en',
    waiting: 'Esperando la primera respuesta…',
    days: 'Últimos 30 días',
    total: (count, half, recent, before) =>
      `${plural(count, 'petición', 'peticiones')}: ${recent} en los últimos ${half} días, ${before} en los ${half} anteriores`,
    noDays: 'Todavía no se contó ninguna petición.',
    requestsByDay: 'Peticiones por día',
    requestsOn: (day, count) => `${day}: ${plural(count, 'petición', 'peticiones')}`,
    ofToday: (day) => `${day} (hoy)`,
    today: 'hoy',
    asTable: 'Mostrar como tabla',
    dayColumn: 'Día (UTC)',
    requests: 'Peticiones',
    bans: 'Bloqueos',
    unknownBans: 'No disponible.',
    loading: 'Cargando…',
    noBans: 'Ninguna clave de esta cuenta está bloqueada.',
    banIsOver: 'se puede usar de nuevo.',
    bannedUntil: 'está bloqueada hasta:',
    banLeft: 'restantes',
  },
});

export const PLAN_TEXTS = inLanguage({
  en: {
    title: 'Your plan and role',
    caption: 'Requests that each plan allows',
    plan: 'Plan',
    perMinute: 'per minute',
    perDay: 'per day',
    own: 'your plan',
    custom: 'custom',
    role: 'The role of this account is',
    roles: {
      reader: 'it can read everything and change nothing',
      member: 'it can add animals, change those it added, and place orders',
      manager: 'it can change every animal and every order',
      admin: 'it can change every animal and every order, and name categories',
    } as Readonly<Record<Usage['role'], string>>,
  },
  es: {
    title: 'Plan y rol',
    caption: 'Peticiones que permite cada plan',
    plan: 'Plan',
    perMinute: 'por minuto',
    perDay: 'por día',
    own: 'plan actual',
    custom: 'a medida',
    role: 'El rol de esta cuenta es',
    roles: {
      reader: 'puede leer todo y no cambiar nada',
      member: 'puede agregar animales, cambiar los que agregó y presentar solicitudes',
      manager: 'puede cambiar todos los animales y todas las solicitudes',
      admin: 'puede cambiar todos los animales y todas las solicitudes, y nombrar categorías',
    },
  },
});

export const LIMIT_TEXTS = inLanguage({
  en: {
    title: 'What happens at the limit',
    overLimit: {
      before: 'A request over the limit receives a',
      after: 'with the window that is used up and when it resets.',
    },
    rejected: 'Rejected requests do not count.',
    ban: {
      before: 'Repeated requests after a',
      after:
        'ban the key for 5 minutes, and twice as long each time within 24 hours, up to 24 hours. A key with the role Reader that only reads is banned for 5 minutes each time.',
    },
    higherPlan: 'For a higher plan, ask the operator of this service.',
  },
  es: {
    title: 'Qué pasa en el límite',
    overLimit: {
      before: 'Una petición por encima del límite recibe un',
      after: 'con el período agotado y el momento en que se renueva.',
    },
    rejected: 'Las peticiones rechazadas no cuentan.',
    ban: {
      before: 'Repetir peticiones después de un',
      after:
        'bloquea la clave 5 minutos, y el doble cada vez dentro de 24 horas, hasta 24 horas. Una clave con el rol Lector que solo lee se bloquea 5 minutos cada vez.',
    },
    higherPlan: 'El operador de este servicio puede dar un plan mayor.',
  },
});
