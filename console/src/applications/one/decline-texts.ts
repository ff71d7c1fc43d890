import { inEachLanguage } from '../../texts/in-language.ts';

/** What a declined applicant reads unless the shelter changes it, in the language of the applicant. It makes no claim about anyone. */
export const DECLINE_TEXTS = inEachLanguage<{ decline(animal: string | undefined): string }>({
  en: {
    decline: (animal) =>
      `Thank you for your interest${animal === undefined ? '' : ` in ${animal}`}. We looked at your application with care, and have decided not to go on with it this time. We wish you all the best, and you are welcome to apply for another animal.`,
  },
  es: {
    decline: (animal) =>
      `Gracias por su interés${animal === undefined ? '' : ` en ${animal}`}. Hemos revisado su solicitud con atención y esta vez no seguiremos adelante con ella. Le deseamos lo mejor, y puede enviar una solicitud para otro animal cuando quiera.`,
  },
  fr: {
    decline: (animal) =>
      `Merci de votre intérêt${animal === undefined ? '' : ` pour ${animal}`}. Nous avons examiné votre demande avec attention et ne lui donnerons pas suite cette fois. Nous vous souhaitons bonne chance, et vous pouvez faire une demande pour un autre animal.`,
  },
  de: {
    decline: (animal) =>
      `Vielen Dank für Ihr Interesse${animal === undefined ? '' : ` an ${animal}`}. Wir haben Ihre Anfrage sorgfältig geprüft und haben uns diesmal anders entschieden. Wir wünschen Ihnen alles Gute, und Sie können gern für ein anderes Tier anfragen.`,
  },
});
