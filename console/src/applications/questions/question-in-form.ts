import { PageError } from '../../texts/error-text.ts';
import { languageName } from '../../texts/language-names.ts';
import { LANGUAGE_CODES, type Language } from '../../texts/languages.ts';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';
import type { LanguageTexts, Question, QuestionKind } from '../application.ts';
import { textsOf } from '../language-text.ts';
import { FORM_TEXTS } from './question-form-texts.ts';

const MAX_ID = 40;

export const KINDS_WITH_OPTIONS: readonly QuestionKind[] = ['choice', 'choices'];

/** Returns what the fields of the form have for a question; none if there is no such question. */
export function questionValues(question: Question | undefined): FormValues {
  if (question === undefined) return {};
  const { kind, required, categoryId = '', text, help } = question;
  const inLanguages = LANGUAGE_CODES.flatMap((language) => [
    [`text.${language}`, textsOf(text)[language] ?? ''],
    [`help.${language}`, textsOf(help)[language] ?? ''],
    [`options.${language}`, optionLines(question, language)],
  ]);
  return { kind, required, category: String(categoryId), ...Object.fromEntries(inLanguages) };
}

/** Returns the choices of a question in one language, one a line. */
export function optionLines(question: Question | undefined, language: Language): string {
  return (question?.options ?? []).flatMap(({ text }) => textsOf(text)[language] ?? []).join('\n');
}

/** Returns the question that a form has. `before` is what it changes, whose name and whose choices keep their ids. */
export function questionIn(
  form: FormData,
  before: Question | undefined,
  others: readonly Question[],
): Question {
  const kind = String(form.get('kind')) as QuestionKind; // a choice of the form
  const text = textsIn(form, 'text');
  const help = textsIn(form, 'help');
  const [first] = Object.values(text);
  if (first === undefined) throw new PageError(FORM_TEXTS.noText);
  const category = String(form.get('category') ?? '');
  return {
    id: before?.id ?? newId(first, others),
    kind,
    required: form.has('required'),
    ...(category !== '' && { categoryId: BigInt(category) }),
    text,
    ...(Object.keys(help).length > 0 && { help }),
    ...(KINDS_WITH_OPTIONS.includes(kind) && { options: optionsIn(form, before?.options ?? []) }),
  };
}

function textsIn(form: FormData, name: string): LanguageTexts {
  return Object.fromEntries(
    LANGUAGE_CODES.flatMap((language) => {
      const text = String(form.get(`${name}.${language}`) ?? '').trim();
      return text === '' ? [] : [[language, text]];
    }),
  );
}

type Option = NonNullable<Question['options']>[number];

/** The lines of each language are the same choices in the same order. A choice whose text stays keeps its id. */
function optionsIn(form: FormData, before: readonly Option[]): Option[] {
  const lines = new Map(LANGUAGE_CODES.map((language) => [language, linesIn(form, `options.${language}`)]));
  const count = Math.max(...[...lines.values()].map(({ length }) => length));
  if (count < 2) throw new PageError(FORM_TEXTS.fewOptions);
  const uneven = [...lines].find(([, { length }]) => length !== 0 && length !== count);
  if (uneven !== undefined) throw new PageError(FORM_TEXTS.unevenOptions(languageName(uneven[0])));
  const options: Option[] = [];
  for (let index = 0; index < count; index += 1) {
    const text: LanguageTexts = Object.fromEntries(
      [...lines].flatMap(([language, all]) => (all[index] === undefined ? [] : [[language, all[index]]])),
    );
    const same = before.find((option) => hasSameText(option, text)) ?? sameAt(before, index, count);
    const isFree = same !== undefined && options.every(({ id }) => id !== same.id);
    options.push({
      id: isFree ? same.id : newId(Object.values(text)[0] ?? '', [...before, ...options]),
      text,
    });
  }
  return options;
}

function hasSameText(option: Option, text: LanguageTexts): boolean {
  return LANGUAGE_CODES.some(
    (language) => text[language] !== undefined && textsOf(option.text)[language] === text[language],
  );
}

/** A choice that was only reworded has its place. */
function sameAt(before: readonly Option[], index: number, count: number): Option | undefined {
  return before.length === count ? before[index] : undefined;
}

function linesIn(form: FormData, name: string): string[] {
  return String(form.get(name) ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns a name made of a text, which no other question or choice has. */
function newId(text: string, others: readonly { readonly id: string }[]): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_ID - 4)
    .replace(/_+$/, '');
  const base = words === '' ? 'q' : words;
  const isTaken = (id: string) => others.some((other) => other.id === id);
  let id = base;
  for (let number = 2; isTaken(id); number += 1) id = `${base}_${number}`;
  return id;
}
