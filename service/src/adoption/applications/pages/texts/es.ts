import type { PageTexts } from './page-texts.ts';

const days = (count: number) => (count === 1 ? '1 día' : `${count} días`);

export const ES: PageTexts = {
  form: {
    wantedKind: '¿Qué busca?',
    anyKind: 'Cualquier animal',
    intro: (shelter) => `Cuéntele a ${shelter} quién es y cómo es su hogar. No necesita ninguna cuenta.`,
    about: 'Sobre usted',
    name: 'Su nombre',
    email: 'Correo electrónico',
    emailHint: 'También recibirá un enlace privado, con el que puede ver la respuesta en cualquier momento.',
    telephone: 'Número de teléfono',
    questions: 'Unas preguntas',
    message: 'Algo más que quiera decir',
    optional: 'opcional',
    choose: 'Elija, por favor',
    yes: 'Sí',
    no: 'No',
    severalHint: 'Elija todo lo que corresponda.',
    trap: 'Deje este campo vacío',
    privacy: (shelter, count) =>
      `Solo ${shelter} lee lo que escribe. Se borra ${days(count)} después del final de la solicitud, o enseguida si lo pide en su página privada.`,
    send: 'Enviar la solicitud',
  },
  faults: {
    word: 'Error',
    inTitle: (title) => `Error: ${title}`,
    title: (count) =>
      count === 1 ? 'Corrija una respuesta, por favor' : `Corrija ${count} respuestas, por favor`,
    again: 'Su solicitud todavía no se envió',
    required: 'Responda a esto, por favor.',
    tooLong: (max) => `Escriba como máximo ${max} caracteres, por favor.`,
    notText: 'Escriba esto como texto sencillo, por favor.',
    email: 'Escriba un correo electrónico, como ana@mail.example.',
    telephone: 'Escriba un número de teléfono, como +1 555 010 0100.',
    number: 'Escriba un número, como 2.',
    date: 'Escriba una fecha con año, mes y día, como 2026-03-31.',
    choice: 'Elija una de las respuestas, por favor.',
    early: 'Eso fue muy rápido. Mire otra vez sus respuestas y vuelva a pulsar el botón, por favor.',
    old: 'El formulario estuvo abierto mucho tiempo. Mire otra vez sus respuestas y vuelva a pulsar el botón, por favor.',
    trap: 'Se llenó un campo que las personas no ven, quizás por su navegador. Vuelva a pulsar el botón, por favor.',
    flood: (wait) =>
      `Desde su conexión se envió mucho. Lo que escribió sigue aquí: vuelva a pulsar el botón en ${wait}, por favor.`,
    full: (wait) =>
      `Ahora mismo llegan muchísimas solicitudes. Sus respuestas siguen aquí: vuelva a pulsar el botón en ${wait}, por favor.`,
    tooLarge: 'Sus respuestas son demasiado largas en conjunto. Vuelva atrás y acórtelas, por favor.',
    unreadable: 'No se puede leer lo que envió su navegador. Vuelva atrás e inténtelo de nuevo, por favor.',
  },
  closed: {
    title: 'Ahora no se reciben solicitudes aquí',
    text: (shelter) => `${shelter} no recibe solicitudes en esta página en este momento.`,
  },
  sent: {
    title: 'Su solicitud se envió',
    next: 'Qué pasa ahora',
    reads: (shelter) => `${shelter} lee su solicitud.`,
    answers: (day) => `Recibirá una respuesta a más tardar el ${day}.`,
    byEmail: 'La respuesta le llega por correo electrónico, y está en su página privada.',
    byLink: 'La respuesta estará en su página privada.',
    link: 'Su enlace privado',
    keep: 'Guarde este enlace: anótelo o agréguelo a sus marcadores. Quien lo tenga puede leer su solicitud.',
    open: 'Abrir su página privada',
  },
  page: {
    title: (name) => `Su solicitud para ${name}`,
    wanted: 'Su solicitud',
    sentOn: (day) => `Enviada el ${day}`,
    states: {
      received: {
        title: 'Ha llegado',
        text: ({ shelter, day }) => `${shelter} responde a más tardar el ${day}.`,
      },
      late: {
        title: 'La respuesta tarda más de lo prometido',
        text: ({ shelter }) =>
          `Lo sentimos. ${shelter} tiene su solicitud; puede preguntar por ella con un mensaje aquí abajo.`,
      },
      in_review: {
        title: 'La están mirando',
        text: ({ shelter }) => `Alguien de ${shelter} se ocupa de su solicitud.`,
      },
      accepted: {
        title: 'Su solicitud fue aceptada',
        text: ({ name, shelter }) =>
          `¡Qué buena noticia! ${name} tiene una reserva para usted. ${shelter} le dice qué viene ahora.`,
      },
      adopted: {
        title: 'Bienvenidos a casa',
        text: ({ name }) => `Usted adoptó a ${name}. Les deseamos muchos años felices.`,
      },
      declined: {
        title: 'Su solicitud no fue aceptada',
        text: ({ shelter }) =>
          `${shelter} le agradece su solicitud. Otros todavía esperan a alguien como usted.`,
      },
      withdrawn: {
        title: 'Usted retiró su solicitud',
        text: () => 'Ya nadie decide sobre ella.',
      },
      closed: {
        title: 'Se encontró otro hogar',
        text: ({ name }) => `Otra persona adoptó a ${name}. Otros todavía esperan a alguien como usted.`,
      },
    },
    ahead: (name) =>
      `Alguien va antes que usted: ${name} tiene una reserva para otra persona. Le avisaremos si eso no sale bien.`,
    reason: (shelter) => `De ${shelter}`,
    messages: 'Mensajes',
    noMessages: 'Todavía no hay mensajes.',
    you: 'Usted',
    write: 'Escribir un mensaje',
    sendMessage: 'Enviar el mensaje',
    content: 'Lo que envió',
    contact: 'Corregir su nombre, correo electrónico o teléfono',
    save: 'Guardar',
    withdraw: 'Retirar la solicitud',
    withdrawText: (shelter) =>
      `Entonces ${shelter} no decide sobre ella. No se puede deshacer, pero puede enviar otra.`,
    withdrawButton: 'Retirar ahora',
    erase: 'Borrar mis datos',
    eraseText:
      'Se borra todo lo que envió, con todos los mensajes. Una solicitud abierta se retira. No se puede deshacer.',
    eraseButton: 'Borrar todo ahora',
    kept: (count) => `Si no, se borra ${days(count)} después del final de la solicitud.`,
    others: 'Ellos todavía esperan',
    done: {
      message: 'Su mensaje se envió.',
      contact: 'Sus datos se guardaron.',
      withdraw: 'Su solicitud se retiró.',
    },
    full: 'Se enviaron demasiados mensajes. Espere una respuesta o llame, por favor.',
  },
  erased: {
    title: 'Sus datos se borraron',
    text: (shelter) => `${shelter} ya no tiene su solicitud. El enlace ya no funciona.`,
  },
  unknown: {
    title: 'Este enlace no lleva a ninguna solicitud',
    text: 'La dirección está incompleta, o la solicitud se borró.',
  },
};
