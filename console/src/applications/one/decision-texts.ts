import { deName } from '../../texts/french.ts';
import { inLanguage } from '../../texts/in-language.ts';

/** What the shelter decides, and what follows from it. */
export const DECISION_TEXTS = inLanguage({
  en: {
    title: 'Decision',
    theAnimal: 'the animal',
    ahead:
      'Another applicant of this animal was accepted. If that ends without an adoption, the next one is offered here.',
    final: {
      adopted: 'The animal has found its home here.',
      withdrawn: 'The applicant has withdrawn it.',
    },
    review: { button: 'Take into review', pending: 'Taking it…' },
    accept: {
      button: 'Accept…',
      title: (applicant: string, animal: string) => `Accept ${applicant} for ${animal}?`,
      effect: (animal: string) =>
        `${animal} is put on hold for this applicant, and the hold does not expire. Other applicants wait, and read that someone is ahead of them. When you complete the adoption, they are answered.`,
      submit: { name: 'Accept', pending: 'Accepting…' },
    },
    decline: {
      button: 'Decline…',
      title: (applicant: string) => `Decline the application of ${applicant}?`,
      effect: 'The applicant gets this answer. Change it as you like.',
      submit: { name: 'Decline', pending: 'Declining…' },
    },
    complete: {
      button: 'Complete the adoption…',
      title: (applicant: string, animal: string) => `Does ${animal} go home with ${applicant}?`,
      effect:
        'The animal is adopted, for good. All other applicants of this animal are answered that it has found a home.',
      submit: { name: 'Complete the adoption', pending: 'Completing…' },
    },
    takeBack: {
      button: 'Take the acceptance back…',
      title: (applicant: string) => `Take the acceptance of ${applicant} back?`,
      effect: (animal: string) =>
        `The reservation ends and ${animal} is available again. This application is in review again, and the next one in line is offered first.`,
      submit: { name: 'Take it back', pending: 'Taking it back…' },
    },
    reopen: { button: 'Review it again', pending: 'Opening it again…' },
    answerTo: (language: string) => `Answer to the applicant, in ${language}`,
    optionalAnswer: (language: string) => `Add to the answer (optional), in ${language}`,
    answerHint: 'The applicant reads it on the private page, and in the e-mail if there is an address.',
  },
  es: {
    title: 'Decisión',
    theAnimal: 'el animal',
    ahead:
      'Se aceptó a otra persona para este animal. Si termina sin adopción, aquí se ofrece la siguiente solicitud.',
    final: {
      adopted: 'El animal encontró aquí su hogar.',
      withdrawn: 'Quien solicitó la ha retirado.',
    },
    review: { button: 'Pasar a revisión', pending: 'Pasando a revisión…' },
    accept: {
      button: 'Aceptar…',
      title: (applicant, animal) => `¿Aceptar a ${applicant} para ${animal}?`,
      effect: (animal) =>
        `${animal} queda en reserva para esta persona, y la reserva no vence. Las demás solicitudes esperan, y leen que hay alguien antes. Al completar la adopción, reciben una respuesta.`,
      submit: { name: 'Aceptar', pending: 'Aceptando…' },
    },
    decline: {
      button: 'Rechazar…',
      title: (applicant) => `¿Rechazar la solicitud de ${applicant}?`,
      effect: 'Esta persona recibe esta respuesta. Cámbiela como quiera.',
      submit: { name: 'Rechazar', pending: 'Rechazando…' },
    },
    complete: {
      button: 'Completar la adopción…',
      title: (applicant, animal) => `¿Se va ${animal} a casa con ${applicant}?`,
      effect:
        'El animal queda adoptado definitivamente. Las demás solicitudes para este animal reciben la respuesta de que ya tiene un hogar.',
      submit: { name: 'Completar la adopción', pending: 'Completando…' },
    },
    takeBack: {
      button: 'Retirar la aceptación…',
      title: (applicant) => `¿Retirar la aceptación de ${applicant}?`,
      effect: (animal) =>
        `La reserva termina y ${animal} vuelve a estar disponible. Esta solicitud vuelve a revisión, y se ofrece primero la siguiente.`,
      submit: { name: 'Retirarla', pending: 'Retirando…' },
    },
    reopen: { button: 'Revisarla de nuevo', pending: 'Abriendo de nuevo…' },
    answerTo: (language) => `Respuesta a quien solicita, en ${language}`,
    optionalAnswer: (language) => `Agregar a la respuesta (opcional), en ${language}`,
    answerHint: 'Se lee en la página privada, y en el correo si hay una dirección.',
  },
  fr: {
    title: 'Décision',
    theAnimal: 'l’animal',
    ahead:
      'Une autre personne a été acceptée pour cet animal. Si cela se termine sans adoption, la demande suivante est proposée ici.',
    final: {
      adopted: 'L’animal a trouvé son foyer ici.',
      withdrawn: 'La personne a retiré sa demande.',
    },
    review: { button: 'Examiner', pending: 'Passage en examen…' },
    accept: {
      button: 'Accepter…',
      title: (applicant, animal) => `Accepter ${applicant} pour ${animal} ?`,
      effect: (animal) =>
        `${animal} est mis en réservation pour cette personne, et la réservation n’expire pas. Les autres personnes attendent, et lisent que quelqu’un est avant elles. Quand vous concluez l’adoption, elles reçoivent une réponse.`,
      submit: { name: 'Accepter', pending: 'Acceptation…' },
    },
    decline: {
      button: 'Refuser…',
      title: (applicant) => `Refuser la demande ${deName(applicant)} ?`,
      effect: 'La personne reçoit cette réponse. Modifiez-la comme vous le souhaitez.',
      submit: { name: 'Refuser', pending: 'Refus…' },
    },
    complete: {
      button: 'Conclure l’adoption…',
      title: (applicant, animal) => `${animal} part vivre avec ${applicant} ?`,
      effect:
        'L’animal est adopté, définitivement. Les autres demandes pour cet animal reçoivent la réponse qu’il a trouvé un foyer.',
      submit: { name: 'Conclure l’adoption', pending: 'Conclusion…' },
    },
    takeBack: {
      button: 'Annuler l’acceptation…',
      title: (applicant) => `Annuler l’acceptation ${deName(applicant)} ?`,
      effect: (animal) =>
        `La réservation se termine et ${animal} redevient disponible. Cette demande est de nouveau en examen, et la suivante est proposée d’abord.`,
      submit: { name: 'L’annuler', pending: 'Annulation…' },
    },
    reopen: { button: 'L’examiner de nouveau', pending: 'Réouverture…' },
    answerTo: (language) => `Réponse à la personne, en ${language}`,
    optionalAnswer: (language) => `Ajouter à la réponse (facultatif), en ${language}`,
    answerHint: 'La personne la lit sur sa page privée, et dans l’e-mail s’il y a une adresse.',
  },
  de: {
    title: 'Entscheidung',
    theAnimal: 'das Tier',
    ahead:
      'Jemand anderes ist für dieses Tier angenommen. Endet das ohne Vermittlung, wird hier die nächste Anfrage angeboten.',
    final: {
      adopted: 'Das Tier hat hier sein Zuhause gefunden.',
      withdrawn: 'Die anfragende Person hat sie zurückgezogen.',
    },
    review: { button: 'In Prüfung nehmen', pending: 'Wird in Prüfung genommen …' },
    accept: {
      button: 'Annehmen …',
      title: (applicant, animal) => `${applicant} für ${animal} annehmen?`,
      effect: (animal) =>
        `${animal} wird für diese Person reserviert, und die Reservierung läuft nicht ab. Die anderen warten und lesen, dass jemand vor ihnen ist. Wenn Sie die Vermittlung abschließen, bekommen sie eine Antwort.`,
      submit: { name: 'Annehmen', pending: 'Wird angenommen …' },
    },
    decline: {
      button: 'Ablehnen …',
      title: (applicant) => `Anfrage von ${applicant} ablehnen?`,
      effect: 'Die Person bekommt diese Antwort. Ändern Sie sie, wie Sie möchten.',
      submit: { name: 'Ablehnen', pending: 'Wird abgelehnt …' },
    },
    complete: {
      button: 'Vermittlung abschließen …',
      title: (applicant, animal) => `Zieht ${animal} bei ${applicant} ein?`,
      effect:
        'Das Tier ist endgültig vermittelt. Alle anderen Anfragen für dieses Tier bekommen die Antwort, dass es ein Zuhause hat.',
      submit: { name: 'Vermittlung abschließen', pending: 'Wird abgeschlossen …' },
    },
    takeBack: {
      button: 'Annahme zurücknehmen …',
      title: (applicant) => `Annahme von ${applicant} zurücknehmen?`,
      effect: (animal) =>
        `Die Reservierung endet, und ${animal} ist wieder verfügbar. Diese Anfrage ist wieder in Prüfung, und die nächste wird zuerst angeboten.`,
      submit: { name: 'Zurücknehmen', pending: 'Wird zurückgenommen …' },
    },
    reopen: { button: 'Noch einmal prüfen', pending: 'Wird wieder geöffnet …' },
    answerTo: (language) => `Antwort auf ${language}`,
    optionalAnswer: (language) => `Zusatz zur Antwort auf ${language} (freiwillig)`,
    answerHint:
      'Die Person liest sie auf ihrer privaten Seite, und in der E-Mail, wenn es eine Adresse gibt.',
  },
});

/** The choice of an animal for an applicant who named none. */
export const CHOICE_TEXTS = inLanguage({
  en: {
    noAnimal: 'The applicant named no animal: choose the one that fits.',
    find: 'Name or number',
    animal: 'Animal',
    searching: 'Searching…',
    noneFound: 'No available animal was found.',
  },
  es: {
    noAnimal: 'Quien solicita no nombró ningún animal: elija el que conviene.',
    find: 'Nombre o número',
    animal: 'Animal',
    searching: 'Buscando…',
    noneFound: 'No se encontró ningún animal disponible.',
  },
  fr: {
    noAnimal: 'La personne n’a nommé aucun animal : choisissez celui qui convient.',
    find: 'Nom ou numéro',
    animal: 'Animal',
    searching: 'Recherche…',
    noneFound: 'Aucun animal disponible n’a été trouvé.',
  },
  de: {
    noAnimal: 'Die Person hat kein Tier genannt: Wählen Sie das passende.',
    find: 'Name oder Nummer',
    animal: 'Tier',
    searching: 'Suche läuft …',
    noneFound: 'Kein verfügbares Tier wurde gefunden.',
  },
});
