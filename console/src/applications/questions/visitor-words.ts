import { inEachLanguage } from '../../texts/in-language.ts';

/** The words around the questions on the page of visitors, in each language: the preview shows all of them. */
export const VISITOR_WORDS = inEachLanguage({
  en: {
    name: 'Your name',
    email: 'E-mail address',
    telephone: 'Telephone number',
    message: 'Anything else that you would like to say',
    optional: 'optional',
    yes: 'Yes',
    no: 'No',
    send: 'Send the application',
  },
  es: {
    name: 'Su nombre',
    email: 'Correo electrónico',
    telephone: 'Número de teléfono',
    message: 'Algo más que quiera decir',
    optional: 'opcional',
    yes: 'Sí',
    no: 'No',
    send: 'Enviar la solicitud',
  },
  fr: {
    name: 'Votre nom',
    email: 'Adresse e-mail',
    telephone: 'Numéro de téléphone',
    message: 'Autre chose que vous aimeriez dire',
    optional: 'facultatif',
    yes: 'Oui',
    no: 'Non',
    send: 'Envoyer la demande',
  },
  de: {
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    telephone: 'Telefonnummer',
    message: 'Was Sie sonst noch sagen möchten',
    optional: 'freiwillig',
    yes: 'Ja',
    no: 'Nein',
    send: 'Anfrage senden',
  },
});
