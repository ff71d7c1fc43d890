import type { LetterTexts } from '../letter-texts.ts';

export const ES: LetterTexts = {
  anyAnimal: 'un animal',
  kinds: {
    received: {
      subject: 'Hemos recibido su solicitud: {shelter}',
      body: `Buenos días:

gracias por su solicitud. Recibirá una respuesta a más tardar el {date}.

En este enlace puede ver cómo va su solicitud, escribirnos, corregir su dirección o retirarla:
{link}

No comparta el enlace: abre su solicitud. Si usted no ha solicitado nada, alguien escribió su dirección por error; en el enlace puede borrarlo todo.

{shelter}`,
    },
    asked: {
      subject: 'Un mensaje sobre su solicitud para {animal}',
      body: `Buenos días:

{shelter} le escribe sobre su solicitud para {animal}:

{message}

Responda aquí:
{link}

{shelter}`,
    },
    accepted: {
      subject: 'Buenas noticias sobre su solicitud para {animal}',
      body: `Buenos días:

hemos aceptado su solicitud para {animal}, y le reservamos a {animal}.

{message}

Aquí puede ver su solicitud y escribirnos:
{link}

{shelter}`,
    },
    declined: {
      subject: 'Su solicitud para {animal}',
      body: `Buenos días:

gracias por su solicitud para {animal}. Lamentamos no poder aceptarla.

{message}

Aquí puede ver su solicitud:
{link}

{shelter}`,
    },
    closed: {
      subject: 'Su solicitud: {shelter}',
      body: `Buenos días:

el animal que usted solicitó ya no busca hogar, así que su solicitud ha terminado. Gracias por su paciencia.

Quizá quiera conocer a uno de estos animales:
{animals}

Aquí puede ver su solicitud:
{link}

{shelter}`,
    },
  },
};
