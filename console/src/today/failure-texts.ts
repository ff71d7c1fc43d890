import { inLanguage, plural } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    failedEmails: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'e-mail' : 'e-mails'} could not be sent in 7 days: an invitation, a code or a letter to an applicant. Check the addresses; the operator of this service finds the reason with "petstore doctor".`,
    failedLetter: (id: bigint) => `Application ${id}: the applicant did not get the letter`,
    unsentEmails: (count: number) =>
      `${plural(count, 'e-mail was', 'e-mails were')} not sent in 7 days, because a limit of e-mails for one day was met. If no one at the shelter has sent so many, someone may use your form or a key to send e-mails to strangers.`,
    webhooksOff: (count: number) =>
      `${plural(count, 'webhook was', 'webhooks were')} switched off: nothing could be delivered, or no one is responsible any more.`,
  },
  es: {
    failedEmails: (count, isOne) =>
      `No se ${isOne ? 'pudo' : 'pudieron'} enviar ${count} ${isOne ? 'correo' : 'correos'} en 7 días: una invitación, un código o una carta a quien solicita. Revise las direcciones; quien administra este servicio encuentra la causa con «petstore doctor».`,
    failedLetter: (id) => `Solicitud ${id}: la carta no llegó a quien la envió`,
    unsentEmails: (count) =>
      `No se ${count === 1 ? 'envió' : 'enviaron'} ${plural(count, 'correo', 'correos')} en 7 días, porque se alcanzó un límite de correos por día. Si nadie del refugio envió tantos, alguien puede estar usando su formulario o una clave para escribir a desconocidos.`,
    webhooksOff: (count) =>
      `Se ${count === 1 ? 'desactivó' : 'desactivaron'} ${plural(count, 'webhook', 'webhooks')}, porque no se pudo entregar nada o ya nadie se encarga.`,
  },
  fr: {
    failedEmails: (count, isOne) =>
      `${count} ${isOne ? 'e-mail n’a pas pu être envoyé' : 'e-mails n’ont pas pu être envoyés'} en 7 jours : une invitation, un code ou une lettre à une personne qui a fait une demande. Vérifiez les adresses.`,
    failedLetter: (id) => `Demande ${id} : la lettre n’est pas arrivée`,
    unsentEmails: (count) =>
      `${plural(count, 'e-mail n’a pas été envoyé', 'e-mails n’ont pas été envoyés')} en 7 jours, car une limite d’e-mails par jour a été atteinte. Si personne au refuge n’en a envoyé autant, quelqu’un utilise peut-être votre formulaire ou une clé pour écrire à des inconnus.`,
    webhooksOff: (count) =>
      `${plural(count, 'webhook a été désactivé', 'webhooks ont été désactivés')}, car rien n’a pu être remis ou plus personne n’en est responsable.`,
  },
  de: {
    failedEmails: (count, isOne) =>
      `${count} ${isOne ? 'E-Mail konnte' : 'E-Mails konnten'} in 7 Tagen nicht gesendet werden: eine Einladung, ein Code oder ein Brief an eine anfragende Person. Prüfen Sie die Adressen.`,
    failedLetter: (id) => `Anfrage ${id}: Der Brief kam nicht an`,
    unsentEmails: (count) =>
      `${plural(count, 'E-Mail wurde', 'E-Mails wurden')} in 7 Tagen nicht gesendet, weil eine Grenze für E-Mails an einem Tag erreicht war. Wenn niemand im Tierheim so viele gesendet hat, nutzt vielleicht jemand Ihr Formular oder einen Schlüssel, um Fremden zu schreiben.`,
    webhooksOff: (count) =>
      `${plural(count, 'Webhook wurde', 'Webhooks wurden')} ausgeschaltet, weil nichts zugestellt werden konnte oder niemand mehr zuständig ist.`,
  },
});
