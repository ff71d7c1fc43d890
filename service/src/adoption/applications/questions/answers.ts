import { type FieldFault, faultOf } from '../../../platform/core/field-faults.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import type { Question, QuestionKind } from './question.ts';

export type AnswerValue = string | number | boolean | readonly string[];

/** What an applicant answers to one question. */
export interface Answer {
  readonly questionId: string;
  readonly value: AnswerValue;
}

export const MAX_SHORT_TEXT = 300;
export const MAX_LONG_TEXT = 3_000;
const MAX_NUMBER = 1_000_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns what is wrong with a value, as the end of a sentence; undefined if it answers the question. */
type Rule = (value: AnswerValue, question: Question) => string | undefined;

const RULES: Readonly<Record<QuestionKind, Rule>> = {
  short_text: (value) => textRule(value, MAX_SHORT_TEXT),
  long_text: (value) => textRule(value, MAX_LONG_TEXT),
  choice: (value, question) =>
    typeof value === 'string' && idsOf(question).includes(value) ? undefined : oneOf(question),
  choices: (value, question) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((id) => idsOf(question).includes(id))
      ? undefined
      : `must be a list of different options; each one ${oneOf(question)}`,
  yes_no: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  number: (value) =>
    typeof value === 'number' && Math.abs(value) <= MAX_NUMBER
      ? undefined
      : `must be a number between -${MAX_NUMBER} and ${MAX_NUMBER}`,
  date: (value) => (isDate(value) ? undefined : 'must be a date such as 2026-11-30'),
};

function textRule(value: AnswerValue, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  return value.length > maxLength ? `must have at most ${maxLength} characters` : textFault(value);
}

function isDate(value: AnswerValue): boolean {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

function idsOf({ options = [] }: Question): string[] {
  return options.map(({ id }) => id);
}

function oneOf(question: Question): string {
  return `must be one of ${idsOf(question).join(', ')}`;
}

function isEmpty(value: AnswerValue | undefined): boolean {
  if (value === undefined) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

/** The answers that were given, by the ids of the questions, and a fault for each one that is wrong or missing: its field is `answers.ID`. */
export interface CheckedAnswers {
  readonly values: Readonly<Record<string, AnswerValue>>;
  readonly faults: readonly FieldFault[];
}

/** Checks answers against the questions that are asked. */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[]): CheckedAnswers {
  const given = new Map(answers.map(({ questionId, value }) => [questionId, value]));
  const asked = new Set(questions.map(({ id }) => id));
  const faults = [...given.keys()]
    .filter((id) => !asked.has(id))
    .map((id) => faultOf(`answers.${id}`, 'is no question of the form'));
  if (given.size < answers.length) faults.push(faultOf('answers', 'must not answer a question twice'));
  const values: Record<string, AnswerValue> = {};
  for (const question of questions) {
    const value = given.get(question.id);
    const fault = faultOfAnswer(question, value);
    if (fault !== undefined) faults.push(faultOf(`answers.${question.id}`, fault));
    else if (value !== undefined && !isEmpty(value)) values[question.id] = value;
  }
  return { values, faults };
}

function faultOfAnswer(question: Question, value: AnswerValue | undefined): string | undefined {
  if (value === undefined || isEmpty(value)) return question.required ? 'is required' : undefined;
  return RULES[question.kind](value, question);
}
