import { codeParts, type MailTexts } from './mail-texts.ts';

export const ES: MailTexts = {
  code: ({ shelter, codes }) => ({
    subject: `Su código para iniciar sesión: ${shelter}`,
    parts: [
      'Escriba este código en el navegador en el que lo pidió. Sirve una sola vez, durante 10 minutos.',
      ...(codes.length > 1
        ? [
            'Esta dirección es la de una persona de cada una de estas cuentas: escriba el código de una de ellas.',
          ]
        : []),
      ...codeParts(codes),
      'No se lo dé a nadie. Si usted no lo pidió, no tiene que hacer nada: sin este código nadie inicia sesión.',
      shelter,
    ],
  }),
  invitation: ({ shelter, url }) => ({
    subject: `Su invitación: ${shelter}`,
    parts: [
      'Buenos días:',
      `con este enlace usted inicia sesión en ${shelter}. Sirve una sola vez, durante 7 días. Después, ese dispositivo mantiene la sesión iniciada.`,
      { url, label: 'Iniciar sesión' },
      'No se lo envíe a nadie: quien lo abra primero actúa como usted. Si no espera una invitación, no tiene que hacer nada.',
      shelter,
    ],
  }),
  test: ({ shelter }) => ({
    subject: `Prueba: ${shelter}`,
    parts: ['El correo electrónico está configurado: este mensaje se envió como prueba.', shelter],
  }),
};
