import { MAX_TELEPHONE_LENGTH } from '../../../access/settings/shelter-texts.ts';
import { MAX_MESSAGE, MAX_NAME } from '../applicant-checks.ts';
import type { Applicant } from '../application.ts';
import { type Answer, type AnswerValue, MAX_LONG_TEXT, MAX_SHORT_TEXT } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import type { PageTexts } from './texts/page-texts.ts';
import type { Typed } from './views/fields.ts';

/** More than each field may have. */
const MAX_TYPED = Math.max(MAX_LONG_TEXT, MAX_MESSAGE) + 1;
const NUMBER = /^[-+]?\d{1,12}([.,]\d{1,6})?$/;
/** The fields of the answers, by their questions: the name of a fault as well. */
const ANSWER = 'answers.';

export function answerField({ id }: Pick<Question, 'id'>): string {
  return `${ANSWER}${id}`;
}

/** What a form has sent. A line break is one character, as the field counts it. */
export class SentForm {
  readonly #fields: URLSearchParams;

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  /** The beginning of a text that is longer than any field of a browser: that is enough to refuse it, and the page that shows it again is no longer. */
  text(name: string): string {
    const sent = this.#fields.get(name) ?? '';
    return sent
      .slice(0, 2 * MAX_TYPED)
      .replaceAll('\r\n', '\n')
      .trim()
      .slice(0, MAX_TYPED);
  }

  typed(name: string, isList: boolean): Typed {
    return isList ? this.#fields.getAll(name).filter((value) => value !== '') : this.text(name);
  }

  get applicant(): Applicant {
    return { name: this.text('name'), email: this.#given('email'), telephone: this.#given('telephone') };
  }

  /** Returns what was answered. A text that is no number or no choice stays as it is, so that it is a fault. */
  answersTo(questions: readonly Question[]): Answer[] {
    return questions.flatMap((question) => {
      const typed = this.typed(answerField(question), question.kind === 'choices');
      return typed.length === 0 ? [] : [{ questionId: question.id, value: answerValue(question, typed) }];
    });
  }

  #given(name: string): string | undefined {
    return this.text(name) || undefined;
  }
}

function answerValue({ kind }: Question, typed: Typed): AnswerValue {
  if (typeof typed !== 'string') return typed;
  if (kind === 'yes_no' && (typed === 'yes' || typed === 'no')) return typed === 'yes';
  if (kind === 'number' && NUMBER.test(typed)) return Number(typed.replace(',', '.'));
  return typed;
}

/** The kinds of fields, by which a fault is described. */
type FieldKind = Question['kind'] | 'name' | 'email' | 'telephone' | 'message';

const MAX_LENGTHS: Readonly<Partial<Record<FieldKind, number>>> = {
  name: MAX_NAME,
  telephone: MAX_TELEPHONE_LENGTH,
  short_text: MAX_SHORT_TEXT,
  long_text: MAX_LONG_TEXT,
  message: MAX_MESSAGE,
};

/** Returns how long a text may be; undefined for a field that is no text. */
export function maxLengthOf(kind: FieldKind): number | undefined {
  return MAX_LENGTHS[kind];
}

/** The fields of every form besides its questions. */
const OWN_FIELDS: Readonly<Record<string, FieldKind>> = {
  name: 'name',
  email: 'email',
  telephone: 'telephone',
  message: 'message',
  text: 'message',
};

/** Returns what is wrong with each of these fields, in the language of the page: the API has its own sentences, for programs. */
export function faultTexts(
  names: readonly string[],
  questions: readonly Question[],
  sent: SentForm,
  { faults: texts }: PageTexts,
): Map<string, string> {
  const kinds = new Map<string, FieldKind>([
    ...Object.entries(OWN_FIELDS),
    ...questions.map((question) => [answerField(question), question.kind] as const),
  ]);
  const found = names.map((name): [string, string] => [
    name,
    faultText(kinds.get(name) ?? 'short_text', sent.text(name), texts),
  ]);
  return new Map(found);
}

function faultText(kind: FieldKind, typed: string, texts: PageTexts['faults']): string {
  if (typed === '') return texts.required;
  const max = MAX_LENGTHS[kind];
  if (max !== undefined && typed.length > max) return texts.tooLong(max);
  switch (kind) {
    case 'email':
    case 'telephone':
    case 'number':
    case 'date':
      return texts[kind];
    case 'choice':
    case 'choices':
    case 'yes_no':
      return texts.choice;
    default:
      return texts.notText;
  }
}
