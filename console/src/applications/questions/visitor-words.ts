import { inEachLanguage } from '../../texts/in-language.ts';

/** The words around the questions on the page of visitors, in each language: the preview shows all of them. */
export const VISITOR_WORDS = inEachLanguage({
  en: {
    name: 'Your name',
    email: 'Your e-mail address',
    telephone: 'Your telephone number',
    message: 'Anything else?',
    optional: 'optional',
    yes: 'Yes',
    no: 'No',
    send: 'Send the application',
  },
  es: {
    name: 'Su nombre',
    email: 'Su correo electrónico',
    telephone: 'Su teléfono',
    message: '¿Algo más?',
    optional: 'opcional',
    yes: 'Sí',
    no: 'No',
    send: 'Enviar la solicitud',
  },
  fr: {
    name: 'Votre nom',
    email: 'Votre adresse électronique',
    telephone: 'Votre numéro de téléphone',
    message: 'Autre chose ?',
    optional: 'facultatif',
    yes: 'Oui',
    no: 'Non',
    send: 'Envoyer la demande',
  },
  de: {
    name: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    telephone: 'Ihre Telefonnummer',
    message: 'Noch etwas?',
    optional: 'freiwillig',
    yes: 'Ja',
    no: 'Nein',
    send: 'Anfrage senden',
  },
});
