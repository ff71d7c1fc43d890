import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    received: 'Arrived',
    answered: 'Answered',
    inTime: 'Within the promise',
    inTimeShare: 'Share within the promise',
    waiting: 'Without an answer so far',
    median: 'Half were answered within',
    medianColumn: 'Half answered within (days)',
    lessThanADay: 'less than a day',
    answerNote:
      'An application counts in the month in which it arrived. It is answered by your first message or your decision, whenever that was.',
    erasedNote:
      'Erased applications count as well: what stays of them is when they arrived and were answered.',
  },
  es: {
    received: 'Llegaron',
    answered: 'Respondidas',
    inTime: 'Dentro de lo prometido',
    inTimeShare: 'Parte dentro de lo prometido',
    waiting: 'Sin respuesta hasta ahora',
    median: 'La mitad se respondió en',
    medianColumn: 'La mitad, respondida en (días)',
    lessThanADay: 'menos de un día',
    answerNote:
      'Una solicitud cuenta en el mes en que llegó. Está respondida con su primer mensaje o su decisión, sea cuando sea.',
    erasedNote:
      'También cuentan las solicitudes eliminadas: de ellas solo queda cuándo llegaron y se respondieron.',
  },
  fr: {
    received: 'Arrivées',
    answered: 'Répondues',
    inTime: 'Dans le délai promis',
    inTimeShare: 'Part dans le délai promis',
    waiting: 'Sans réponse pour l’instant',
    median: 'La moitié a eu une réponse en',
    medianColumn: 'Réponse à la moitié en (jours)',
    lessThanADay: 'moins d’un jour',
    answerNote:
      'Une demande compte dans le mois de son arrivée. Elle a une réponse avec votre premier message ou votre décision, quel qu’en soit le jour.',
    erasedNote:
      'Les demandes effacées comptent aussi : il n’en reste que le jour de leur arrivée et de leur réponse.',
  },
  de: {
    received: 'Eingegangen',
    answered: 'Beantwortet',
    inTime: 'Wie versprochen',
    inTimeShare: 'Anteil wie versprochen',
    waiting: 'Bisher ohne Antwort',
    median: 'Die Hälfte war beantwortet in',
    medianColumn: 'Die Hälfte beantwortet in (Tagen)',
    lessThanADay: 'weniger als einem Tag',
    answerNote:
      'Eine Anfrage zählt in dem Monat, in dem sie eingegangen ist. Beantwortet ist sie mit Ihrer ersten Nachricht oder Ihrer Entscheidung, wann immer das war.',
    erasedNote:
      'Auch gelöschte Anfragen zählen: Von ihnen bleibt nur, wann sie eingegangen und beantwortet sind.',
  },
});
