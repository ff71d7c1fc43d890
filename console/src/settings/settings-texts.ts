import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    title: 'Your shelter',
    name: 'Name of the shelter',
    contact: 'Contact for visitors',
    contactHint: 'An e-mail address, a telephone number or the address of a web page.',
    timeZone: 'Time zone',
    timeZoneHint: 'Days begin at midnight here, in the console and on the public pages.',
    timeZoneGuess: 'This is the time zone of your device. Save to use it for the shelter.',
    currency: 'Currency',
    currencyHint: 'Of adoption fees, by its three letters.',
    address: 'Address',
    hours: 'Opening hours',
    hoursExample: 'Tue to Sun, 11 am to 6 pm',
    telephone: 'Telephone',
    footHint: 'Visitors see these at the foot of each public page.',
    publicPages: 'Show the animals that look for a home to everyone',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved',
    fixedBy: 'The operator of this service has set this with',
  },
  es: {
    title: 'El refugio',
    name: 'Nombre del refugio',
    contact: 'Contacto para visitantes',
    contactHint: 'Un correo electrónico, un teléfono o la dirección de una página web.',
    timeZone: 'Zona horaria',
    timeZoneHint: 'Los días empiezan a medianoche en esta zona, en la consola y en las páginas públicas.',
    timeZoneGuess: 'Es la zona horaria de este dispositivo. Al guardar, será la del refugio.',
    currency: 'Moneda',
    currencyHint: 'De los costos de adopción, con sus tres letras.',
    address: 'Dirección',
    hours: 'Horario',
    hoursExample: 'Martes a domingo, de 11 a 18 h',
    telephone: 'Teléfono',
    footHint: 'Los visitantes los ven al pie de cada página pública.',
    publicPages: 'Mostrar a todos los animales que buscan un hogar',
    save: 'Guardar',
    saving: 'Guardando…',
    saved: 'Guardado',
    fixedBy: 'El operador de este servicio fijó este ajuste con',
  },
});

export const WEB_SITE_TEXTS = inLanguage({
  en: {
    title: 'The animals on your web site',
    everyone: 'Everyone can see them at',
    paste: 'To show them on your own web site, too, paste these lines into one of its pages:',
    lines: 'lines',
    editors:
      'In WordPress: a block “Custom HTML”. In Squarespace: a block “Code”. In Wix: an element “Embed code”.',
    fixed:
      'The operator of this service has switched the public pages off. Ask them to set PUBLIC_PAGES to managed.',
    off: 'Show the animals to everyone first, with the switch above. Then the lines for your web site appear here.',
  },
  es: {
    title: 'Los animales en el sitio web',
    everyone: 'Todos pueden verlos en',
    paste: 'Para mostrarlos también en un sitio web propio, pegar estas líneas en una de sus páginas:',
    lines: 'las líneas',
    editors:
      'En WordPress: un bloque «HTML personalizado». En Squarespace: un bloque «Código». En Wix: un elemento «Insertar código».',
    fixed:
      'El operador de este servicio desactivó las páginas públicas. Puede activarlas con PUBLIC_PAGES=managed.',
    off: 'Primero hay que mostrar los animales a todos, con la opción de arriba. Después aparecen aquí las líneas para el sitio web.',
  },
});
