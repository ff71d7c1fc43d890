import { Type } from 'typebox';
import { type FieldFault, faultOf } from '../../../platform/core/field-faults.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import { TEXT_PATTERN } from '../../../platform/http/requests/text.ts';

const QUESTION_KINDS = ['short_text', 'long_text', 'choice', 'choices', 'yes_no', 'number', 'date'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const MAX_QUESTIONS = 40;
const MAX_OPTIONS = 20;
const MAX_ID = 40;
const MAX_TEXT = 300;

/** A text in at least one language of the product. */
export type LanguageTexts = Readonly<Partial<Record<Language, string>>>;

export interface QuestionOption {
  readonly id: string;
  readonly text: LanguageTexts;
}

/** What a shelter asks those who apply. */
export interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
  /** Only for animals of this category; for all if it is absent. */
  readonly categoryId?: bigint | number;
  readonly text: LanguageTexts;
  readonly help?: LanguageTexts;
  /** Of a choice. */
  readonly options?: readonly QuestionOption[];
}

/** Returns a text in a language, or else in the first language that it has. */
export function textIn(texts: LanguageTexts, language: Language): string {
  const found = [language, ...LANGUAGES].find((one) => texts[one] !== undefined);
  return (found && texts[found]) ?? '';
}

const ID = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${MAX_ID - 1}}$`);

export const QUESTION_FORMATS = {
  'question-id': (text: string) =>
    ID.test(text) ? undefined : `must have 1 to ${MAX_ID} small letters, digits, _ and -`,
};

function isChoice({ kind }: Pick<Question, 'kind'>): boolean {
  return kind === 'choice' || kind === 'choices';
}

/** Returns the questions for an animal of a category; undefined for an applicant without one. */
export function questionsOf(questions: readonly Question[], categoryId: bigint | undefined): Question[] {
  return questions.filter(
    (question) => question.categoryId === undefined || BigInt(question.categoryId) === categoryId,
  );
}

/** Returns what is wrong with a set of questions and cannot be in its schema. */
export function questionFaults(questions: readonly Question[]): FieldFault[] {
  const faults: FieldFault[] = [];
  const ids = new Set<string>();
  questions.forEach((question, index) => {
    const field = `questions.${index}`;
    if (ids.has(question.id)) faults.push(faultOf(`${field}.id`, 'must be different from the others'));
    ids.add(question.id);
    faults.push(...textFaults(field, question));
    if (isChoice(question)) faults.push(...optionFaults(field, question.options));
    else if (question.options !== undefined)
      faults.push(faultOf(`${field}.options`, 'is only for the kinds choice and choices'));
  });
  return faults;
}

/** Of the texts of a question and of its options, each has at least one language. */
function textFaults(field: string, { text, help, options = [] }: Question): FieldFault[] {
  const texts: ReadonlyArray<readonly [string, LanguageTexts | undefined]> = [
    ['text', text],
    ['help', help],
    ...options.map((option, index) => [`options.${index}.text`, option.text] as const),
  ];
  return texts
    .filter(([, one]) => one !== undefined && Object.keys(one).length === 0)
    .map(([name]) => faultOf(`${field}.${name}`, 'must have at least one language'));
}

function optionFaults(field: string, options: readonly QuestionOption[] = []): FieldFault[] {
  if (options.length < 2) return [faultOf(`${field}.options`, 'must have at least 2 options')];
  const isUnique = new Set(options.map(({ id }) => id)).size === options.length;
  return isUnique ? [] : [faultOf(`${field}.options`, 'must have different ids')];
}

const id = Type.String({
  format: 'question-id',
  pattern: ID.source,
  maxLength: MAX_ID,
  description: 'Its own name, which answers refer to: small letters, digits, `_` and `-`.',
  examples: ['home'],
});

function texts(description: string) {
  const text = Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_TEXT, format: 'plain-text', pattern: TEXT_PATTERN }),
  );
  return Type.Object(Object.fromEntries(LANGUAGES.map((language) => [language, text])), {
    additionalProperties: false,
    minProperties: 1,
    description: `${description} At least one language; a visitor in another one sees the first of ${LANGUAGES.join(', ')} that it has.`,
  });
}

const QUESTION_EXAMPLE = {
  id: 'home',
  kind: 'choice',
  required: true,
  text: { en: 'Where do you live?' },
  options: [
    { id: 'house', text: { en: 'In a house' } },
    { id: 'flat', text: { en: 'In a flat' } },
  ],
} as const;

const questionFields = {
  id,
  kind: Type.Unsafe<QuestionKind>({
    type: 'string',
    enum: [...QUESTION_KINDS],
    description: 'What the answer is: `choices` is a list of options, `yes_no` is true or false.',
  }),
  required: Type.Boolean({ description: 'Whether an application needs an answer.' }),
  categoryId: Type.Optional(
    Int64({ description: 'Asked only for animals of this category.', examples: [1n] }),
  ),
  text: texts('The question.'),
  help: Type.Optional(texts('A sentence below the question.')),
  options: Type.Optional(
    Type.Array(Type.Object({ id, text: texts('The option.') }, { additionalProperties: false }), {
      maxItems: MAX_OPTIONS,
      description: 'What can be chosen: 2 to 20 options.',
    }),
  ),
};

export const QUESTIONS_EXAMPLE = { questions: [QUESTION_EXAMPLE] };

/** A response may get further members and values, which a request may not. */
const DIRECTIONS = [
  { suffix: '', description: 'What was read can be sent to this or another service.' },
  { suffix: 'Request', description: 'What this or another service has returned can be sent.' },
] as const;

export const QUESTION_SCHEMAS = DIRECTIONS.flatMap(({ suffix, description }) => {
  const questionId = `ApplicationQuestion${suffix}`;
  return [
    Type.Object(questionFields, {
      $id: questionId,
      additionalProperties: false,
      description: 'A question of the form.',
      examples: [QUESTION_EXAMPLE],
    }),
    Type.Object(
      {
        questions: Type.Array(Type.Unsafe<Question>({ $ref: `${questionId}#` }), {
          maxItems: MAX_QUESTIONS,
          description: 'In the order in which they are asked.',
        }),
      },
      {
        $id: `ApplicationQuestions${suffix}`,
        additionalProperties: false,
        description: `The questions of a shelter. ${description}`,
        examples: [QUESTIONS_EXAMPLE],
      },
    ),
  ];
});
