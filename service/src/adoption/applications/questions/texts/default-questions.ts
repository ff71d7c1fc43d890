import type { LanguageTexts, Question, QuestionKind, QuestionOption } from '../question.ts';

/** The order of the texts below. */
type Texts = readonly [en: string, es: string, fr: string, de: string];

function texts([en, es, fr, de]: Texts): LanguageTexts {
  return { en, es, fr, de };
}

function option(id: string, ...text: Texts): QuestionOption {
  return { id, text: texts(text) };
}

function question(
  id: string,
  kind: QuestionKind,
  required: boolean,
  text: Texts,
  options?: readonly QuestionOption[],
): Question {
  return { id, kind, required, text: texts(text), ...(options !== undefined && { options }) };
}

/** What shelters ask most, without more than they need. It applies until an account sets its own. */
export const DEFAULT_QUESTIONS: readonly Question[] = [
  question(
    'home',
    'choice',
    true,
    ['Where do you live?', '¿Dónde vive?', 'Où habitez-vous ?', 'Wie wohnen Sie?'],
    [
      option('house', 'In a house', 'En una casa', 'Dans une maison', 'In einem Haus'),
      option('flat', 'In a flat', 'En un piso', 'Dans un appartement', 'In einer Wohnung'),
      option('other', 'Elsewhere', 'En otro lugar', 'Ailleurs', 'Anders'),
    ],
  ),
  question(
    'outside',
    'choices',
    false,
    ['What is outside?', '¿Qué hay fuera?', 'Qu’y a-t-il à l’extérieur ?', 'Was gibt es draußen?'],
    [
      option(
        'garden',
        'A garden with a fence',
        'Un jardín con valla',
        'Un jardin clos',
        'Ein Garten mit Zaun',
      ),
      option('balcony', 'A balcony', 'Un balcón', 'Un balcon', 'Ein Balkon'),
      option(
        'park',
        'Places to walk nearby',
        'Zonas de paseo cerca',
        'Des lieux de promenade proches',
        'Wege in der Nähe',
      ),
    ],
  ),
  question('allowed', 'yes_no', true, [
    'May you keep animals in your home?',
    '¿Puede tener animales en su vivienda?',
    'Avez-vous le droit d’avoir un animal dans votre logement ?',
    'Dürfen Sie in Ihrer Wohnung Tiere halten?',
  ]),
  question('people', 'short_text', true, [
    'Who lives with you? Please name the ages of children.',
    '¿Quién vive con usted? Indique la edad de los niños.',
    'Qui vit avec vous ? Indiquez l’âge des enfants.',
    'Wer lebt bei Ihnen? Bitte nennen Sie das Alter von Kindern.',
  ]),
  question('animals', 'short_text', false, [
    'Which other animals do you have?',
    '¿Qué otros animales tiene?',
    'Quels autres animaux avez-vous ?',
    'Welche anderen Tiere haben Sie?',
  ]),
  question('hours_alone', 'number', true, [
    'For how many hours a day would the animal be alone?',
    '¿Cuántas horas al día estaría solo el animal?',
    'Combien d’heures par jour l’animal serait-il seul ?',
    'Wie viele Stunden am Tag wäre das Tier allein?',
  ]),
  question('experience', 'long_text', false, [
    'What do you know about such animals?',
    '¿Qué experiencia tiene con estos animales?',
    'Quelle expérience avez-vous de ces animaux ?',
    'Welche Erfahrung haben Sie mit solchen Tieren?',
  ]),
  question('reason', 'long_text', true, [
    'Why would you like to adopt?',
    '¿Por qué desea adoptar?',
    'Pourquoi souhaitez-vous adopter ?',
    'Warum möchten Sie ein Tier aufnehmen?',
  ]),
  question('from', 'date', false, [
    'From when could the animal live with you?',
    '¿Desde cuándo podría vivir el animal con usted?',
    'À partir de quand l’animal pourrait-il vivre chez vous ?',
    'Ab wann könnte das Tier bei Ihnen leben?',
  ]),
];
