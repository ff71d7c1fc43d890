import type { ImportPreview } from '@petstore/client';
import {
  DATE_FIELDS,
  FIELDS,
  type Field,
  isReasonField,
  type Meaning,
  NO_STAY,
  REASON_FIELDS,
  type ReasonField,
  SKIP,
  type WordField,
} from './fields.ts';
import { guessedSource } from './guessed-source.ts';

export type PreviewColumn = ImportPreview['columns'][number];
export type PreviewValue = PreviewColumn['values'][number];
export type DateOrder = 'day-first' | 'month-first';

/** What the user has chosen for a file. It begins with what the service has guessed. */
export interface Answers {
  /** The column of each field. A column may have several fields. */
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** The meanings that differ from those of the preview, by field and value. */
  readonly meanings: Readonly<Partial<Record<WordField, Readonly<Record<string, Meaning>>>>>;
  /** The kind of all animals, if no column has it. */
  readonly kind?: string | undefined;
  /** The status of all animals, if no column has it. */
  readonly status?: Meaning | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** The currency of the adoption fees. */
  readonly currency?: string | undefined;
}

/** Returns the answers that the service has guessed. */
export function guessedAnswers(preview: ImportPreview): Answers {
  const fields = FIELDS.flatMap((field) => {
    const column = guessedSource(preview, field)?.column;
    return column === undefined ? [] : [[field, column] as const];
  });
  return { fields: Object.fromEntries(fields), meanings: {}, dateOrder: preview.dateOrder.order };
}

/** Returns true if the rows record how the animals came in, when they were in foster care, or how they left. */
export function hasMovements({ fields }: Pick<Answers, 'fields'>): boolean {
  return hasStays({ fields }) || fields.fosterDate !== undefined;
}

function hasStays({ fields }: Pick<Answers, 'fields'>): boolean {
  return REASON_FIELDS.some((reason) => fields[reason] !== undefined);
}

/** Movements and animals that go together are found by the animal's own number. */
function needsReference(answers: Answers): boolean {
  return hasMovements(answers) || answers.fields.goesTogetherWith !== undefined;
}

/**
 * Returns what a value means: as the user has chosen, or else as the service understood it. Undefined if a status or a reason is not
 * understood.
 */
export function meaningOf(field: WordField, value: PreviewValue, answers: Answers): Meaning | undefined {
  const chosen = answers.meanings[field] ?? {};
  // A value may have the name of a member of every object, such as `constructor`.
  if (Object.hasOwn(chosen, value.text)) return chosen[value.text];
  const understood = value.words[field];
  // How the animals left that no one can adopt counts, too.
  if (field === 'status' && understood === 'not for adoption') return hasStays(answers) ? null : SKIP;
  if (field === 'status') return understood;
  if (isReasonField(field) && value.text.trim() !== '') return understood === NO_STAY ? SKIP : understood;
  return understood ?? null;
}

/** The values of a column that have a meaning in a field: an empty cell has one only as a status and as a reason. */
export function valuesFor(field: WordField, { values }: PreviewColumn): readonly PreviewValue[] {
  return values.filter(({ text }) => field === 'status' || isReasonField(field) || text.trim() !== '');
}

export function columnOf(preview: ImportPreview, field: Field, answers: Answers): PreviewColumn | undefined {
  return preview.columns.find(({ name }) => name === answers.fields[field]);
}

type FoundDate = NonNullable<PreviewColumn['dates']['dayFirst']>;

/** What the columns with dates show about the order of day and month. */
export interface DateQuestion {
  /** The order that the dates prove. */
  readonly proven?: DateOrder;
  /** The date that proves the order. */
  readonly proof?: FoundDate;
  /** Two dates that prove different orders. */
  readonly contradiction?: { readonly dayFirst: FoundDate; readonly monthFirst: FoundDate };
  /** Dates whose day depends on the order. */
  readonly examples: readonly PreviewValue[];
}

/** Returns undefined if the order does not matter. */
export function dateQuestion(preview: ImportPreview, answers: Answers): DateQuestion | undefined {
  const columns = DATE_FIELDS.flatMap((field) => columnOf(preview, field, answers) ?? []);
  const find = (kind: keyof PreviewColumn['dates']) => columns.flatMap(({ dates }) => dates[kind] ?? [])[0];
  const [dayFirst, monthFirst] = [find('dayFirst'), find('monthFirst')];
  const values = columns.flatMap((column) => column.values);
  const examples = values.filter((value) => isAmbiguous(value)).slice(0, 3);
  if (dayFirst !== undefined && monthFirst !== undefined)
    return { contradiction: { dayFirst, monthFirst }, examples };
  if (find('ambiguous') === undefined) return undefined;
  if (dayFirst !== undefined) return { proven: 'day-first', proof: dayFirst, examples };
  if (monthFirst !== undefined) return { proven: 'month-first', proof: monthFirst, examples };
  const { order } = preview.dateOrder;
  return { ...(order && { proven: order }), examples };
}

function isAmbiguous({ dayFirst, monthFirst }: PreviewValue): boolean {
  return dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst;
}

/** What must be chosen before the file can be checked. */
export type Missing =
  | 'name'
  | 'kind'
  | 'status'
  | 'reference'
  | 'intakeDate'
  | 'fosterDate'
  | 'outcomeDate'
  | 'outcomeReason'
  | 'dateOrder'
  | 'currency';

export function missingAnswers(preview: ImportPreview, answers: Answers): Missing[] {
  const { fields, kind = '', status, dateOrder, currency = '' } = answers;
  const question = dateQuestion(preview, answers);
  const isOrderOpen = question !== undefined && question.proven === undefined && dateOrder === undefined;
  const missing: Partial<Record<Missing, boolean>> = {
    name: fields.name === undefined,
    kind: fields.categoryId === undefined && kind.trim() === '',
    status: fields.status === undefined && status === undefined && !hasMovements(answers),
    reference: needsReference(answers) && fields.reference === undefined,
    intakeDate: fields.intakeReason !== undefined && fields.intakeDate === undefined,
    fosterDate: fields.fosterEndDate !== undefined && fields.fosterDate === undefined,
    outcomeDate: fields.outcomeReason !== undefined && fields.outcomeDate === undefined,
    outcomeReason: fields.outcomeDate !== undefined && fields.outcomeReason === undefined,
    dateOrder: isOrderOpen && question.contradiction === undefined,
    currency: fields.adoptionFee !== undefined && !/^[A-Z]{3}$/.test(currency),
  };
  return (Object.keys(missing) as Missing[]).filter((name) => missing[name]); // the keys of the object above
}

/** Returns the number of rows whose status, or reason, has no meaning yet. */
export function undecidedRows(
  preview: ImportPreview,
  answers: Answers,
  field: 'status' | ReasonField = 'status',
): number {
  const column = columnOf(preview, field, answers);
  if (column === undefined) return 0;
  const undecided = valuesFor(field, column).filter(
    (value) => meaningOf(field, value, answers) === undefined,
  );
  return undecided.reduce((sum, { rows }) => sum + rows, 0);
}
