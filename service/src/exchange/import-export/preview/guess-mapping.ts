import { DATE_FIELDS } from '../mapping/mapping.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { isBlank } from '../values/cell-texts.ts';
import { decideOrder, type OrderDecision } from '../values/date-order.ts';
import { meaningOf } from '../values/vocabulary.ts';
import { NO_STAY, NOT_FOR_ADOPTION, WORD_FIELDS, type WordField } from '../values/words.ts';
import { FIELDS, type Field, type FieldColumns, guessColumns } from './column-guesses.ts';
import type { ColumnSurvey, CountedValue } from './column-survey.ts';
import { type GuessedMovement, guessMovements } from './movement-guesses.ts';
import type { Survey } from './survey.ts';
import { categoriesOf, type KnownCategory } from './value-meanings.ts';

/** One member of a guessed mapping, in the format of a mapping file. Ids are digits, because few clients keep all digits of a number. */
interface GuessedSource {
  readonly column: string;
  readonly fallback?: string;
  readonly values?: Readonly<Record<string, string | boolean | null>>;
  readonly skip?: Readonly<Record<string, string>>;
  readonly currency?: string;
}

/** What a row records. */
interface GuessedMovementSources {
  readonly type: { readonly constant: string };
  /** Not of a stay in foster care. */
  readonly reason?: GuessedSource;
  readonly date: GuessedSource;
  readonly endDate?: GuessedSource;
}

/** A mapping as it is guessed. It can be incomplete: what must be chosen is in `problems` of the preview. */
export type GuessedMapping = Readonly<Partial<Record<Field, GuessedSource>>> & {
  readonly movement?: readonly GuessedMovementSources[];
  readonly dateOrder?: string;
  readonly sheet?: string;
  readonly headerRow?: number;
};

/** The fields with dates. */
const DATES: readonly Field[] = [...DATE_FIELDS, 'rowDate'];

export interface Guess {
  readonly mapping: GuessedMapping;
  /** The columns that have dates. */
  readonly dates: readonly string[];
  readonly order: OrderDecision;
}

export function guessMapping(
  survey: Survey,
  categories: readonly KnownCategory[],
  texts: ImportTexts,
): Guess {
  const names = survey.columns.map(({ name }) => name);
  const { columns: guessed, movements } = guessMovements(names, guessColumns(names));
  const columns = withSecondFields(withoutLostBonds(guessed), survey.columns);
  const byName = new Map(survey.columns.map((column) => [column.name, column]));
  const hasStays = movements.some(({ type }) => type !== 'foster');
  const sources = FIELDS.flatMap((field) => {
    const column = byName.get(columns[field] ?? '');
    return column === undefined
      ? []
      : [[field, sourceOf(field, column, { categories, texts, columns, hasStays })] as const];
  });
  const dates = [
    ...new Set([
      ...DATES.flatMap((field) => columns[field] ?? []),
      ...movements.flatMap(({ date, endDate }) => [date, endDate ?? []].flat()),
    ]),
  ];
  const others = survey.columns
    .filter(({ name }) => !dates.includes(name))
    .map(({ dateColumn }) => dateColumn);
  const order = decideOrder(
    dates.flatMap((name) => byName.get(name)?.dateColumn.evidence ?? []),
    others,
  );
  const mapping = {
    ...Object.fromEntries(sources),
    ...(movements.length > 0 && {
      movement: movements.map((movement) => movementSources(movement, byName, texts)),
    }),
    ...(order.kind === 'proven' && { dateOrder: order.order }),
    ...(survey.sheets.length > 1 && survey.sheet !== undefined && { sheet: survey.sheet }),
    ...(survey.headerRow > 1 && { headerRow: survey.headerRow }),
  };
  return { mapping, order, dates };
}

/**
 * A reason that is not understood is in no table. Without one, as of an animal that is in care, the row records nothing. A row that is no
 * stay of a living animal is left out.
 */
function movementSources(
  { type, reason, date, endDate }: GuessedMovement,
  byName: ReadonlyMap<string, ColumnSurvey>,
  { row }: ImportTexts,
): GuessedMovementSources {
  const days = { date: { column: date }, ...(endDate !== undefined && { endDate: { column: endDate } }) };
  if (reason === undefined) return { type: { constant: type }, ...days };
  const field = type === 'intake' ? 'intakeReason' : 'outcomeReason';
  const understood = (byName.get(reason)?.values ?? []).flatMap(({ text }): [string, string | null][] => {
    const meaning = isBlank(text) ? null : meaningOf(field, text);
    return meaning === null || typeof meaning === 'string' ? [[text, meaning]] : [];
  });
  const skipped = understood.filter(([, meaning]) => meaning === NO_STAY);
  return {
    type: { constant: type },
    reason: {
      column: reason,
      values: Object.fromEntries(understood.filter(([, meaning]) => meaning !== NO_STAY)),
      ...(skipped.length > 0 && {
        skip: Object.fromEntries(skipped.map(([text]) => [text, row.noStay(text.trim())])),
      }),
    },
    ...days,
  };
}

/** Animals are named by their numbers. */
function withoutLostBonds({ goesTogetherWith, ...columns }: FieldColumns): FieldColumns {
  return goesTogetherWith === undefined || columns.reference === undefined
    ? columns
    : { ...columns, goesTogetherWith };
}

/** A column such as `Neutered Male` has two fields. */
function withSecondFields(columns: FieldColumns, surveys: readonly ColumnSurvey[]): FieldColumns {
  if (columns.spayedNeutered !== undefined || columns.sex === undefined) return columns;
  const values = surveys.find(({ name }) => name === columns.sex)?.values ?? [];
  const isBoth = values.some(
    ({ text }) => text.trim().includes(' ') && typeof meaningOf('spayedNeutered', text) === 'boolean',
  );
  return isBoth ? { ...columns, spayedNeutered: columns.sex } : columns;
}

interface Context {
  readonly categories: readonly KnownCategory[];
  readonly texts: ImportTexts;
  readonly columns: FieldColumns;
  /** True if the file has how the animals came in, or how they left. */
  readonly hasStays: boolean;
}

function sourceOf(field: Field, survey: ColumnSurvey, context: Context): GuessedSource {
  const column = survey.name;
  if (field === 'name' && context.columns.reference !== undefined)
    return { column, fallback: context.columns.reference };
  if (field === 'categoryId') {
    const ids = [...categoriesOf(survey.values, context.categories)];
    return { column, values: Object.fromEntries(ids.map(([text, id]) => [text, String(id)])) };
  }
  if (field === 'status') return { column, ...statusTables(survey.values, context) };
  return isWordField(field) && !survey.hasMore
    ? { column, values: wordTable(field, survey.values) }
    : { column };
}

function isWordField(field: Field): field is Field & WordField {
  return (WORD_FIELDS as readonly string[]).includes(field);
}

/** A status that is not understood is in neither table: its rows fail until someone chooses its meaning. */
function statusTables(
  values: readonly CountedValue[],
  { texts, hasStays }: Context,
): Pick<GuessedSource, 'values' | 'skip'> {
  const meanings = values.map(
    ({ text }) => [text, isBlank(text) ? undefined : meaningOf('status', text)] as const,
  );
  const offered = meanings.filter(([, meaning]) => meaning !== undefined && meaning !== NOT_FOR_ADOPTION);
  const others = meanings.filter(([, meaning]) => meaning === NOT_FOR_ADOPTION);
  // How these animals left counts, too.
  const notOffered = hasStays ? others.map(([text]) => [text, null]) : [];
  const skipped = hasStays ? [] : others;
  return {
    values: Object.fromEntries([...offered, ...notOffered]) as Record<string, string | null>, // the meanings of a status are texts
    ...(skipped.length > 0 && {
      skip: Object.fromEntries(skipped.map(([text]) => [text, texts.row.notForAdoption(text.trim())])),
    }),
  };
}

/** A value that is not understood is not known. */
function wordTable(
  field: WordField,
  values: readonly CountedValue[],
): Record<string, string | boolean | null> {
  const filled = values.filter(({ text }) => !isBlank(text));
  return Object.fromEntries(filled.map(({ text }) => [text, meaningOf(field, text) ?? null]));
}
