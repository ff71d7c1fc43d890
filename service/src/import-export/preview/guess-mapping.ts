import { DATE_FIELDS } from '../mapping/mapping.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { isBlank } from '../values/cell-texts.ts';
import { decideOrder, type OrderDecision } from '../values/date-order.ts';
import { meaningOf } from '../values/vocabulary.ts';
import { NOT_FOR_ADOPTION, WORD_FIELDS, type WordField } from '../values/words.ts';
import { FIELDS, type Field, type FieldColumns, guessColumns } from './column-guesses.ts';
import type { ColumnSurvey, CountedValue } from './column-survey.ts';
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

/** A mapping as it is guessed. It can be incomplete: what must be chosen is in `problems` of the preview. */
export type GuessedMapping = Readonly<Partial<Record<Field, GuessedSource>>> & {
  readonly dateOrder?: string;
  readonly sheet?: string;
  readonly headerRow?: number;
};

/** The fields with dates. */
export const DATES: readonly Field[] = [...DATE_FIELDS, 'rowDate'];

export interface Guess {
  readonly mapping: GuessedMapping;
  readonly order: OrderDecision;
}

export function guessMapping(
  survey: Survey,
  categories: readonly KnownCategory[],
  texts: ImportTexts,
): Guess {
  const columns = withSecondFields(guessColumns(survey.columns.map(({ name }) => name)), survey.columns);
  const byName = new Map(survey.columns.map((column) => [column.name, column]));
  const sources = FIELDS.flatMap((field) => {
    const column = byName.get(columns[field] ?? '');
    return column === undefined
      ? []
      : [[field, sourceOf(field, column, { categories, texts, columns })] as const];
  });
  const dates = DATES.flatMap((field) => byName.get(columns[field] ?? '')?.dateColumn.evidence ?? []);
  const mapped = DATES.map((field) => columns[field]);
  const others = survey.columns
    .filter(({ name }) => !mapped.includes(name))
    .map(({ dateColumn }) => dateColumn);
  const order = decideOrder(dates, others);
  const mapping = {
    ...Object.fromEntries(sources),
    ...(order.kind === 'proven' && { dateOrder: order.order }),
    ...(survey.sheets.length > 1 && survey.sheet !== undefined && { sheet: survey.sheet }),
    ...(survey.headerRow > 1 && { headerRow: survey.headerRow }),
  };
  return { mapping, order };
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
}

function sourceOf(field: Field, survey: ColumnSurvey, context: Context): GuessedSource {
  const column = survey.name;
  if (field === 'name' && context.columns.reference !== undefined)
    return { column, fallback: context.columns.reference };
  if (field === 'categoryId') {
    const ids = [...categoriesOf(survey.values, context.categories)];
    return { column, values: Object.fromEntries(ids.map(([text, id]) => [text, String(id)])) };
  }
  if (field === 'status') return { column, ...statusTables(survey.values, context.texts) };
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
  { row }: ImportTexts,
): Pick<GuessedSource, 'values' | 'skip'> {
  const meanings = values.map(
    ({ text }) => [text, isBlank(text) ? undefined : meaningOf('status', text)] as const,
  );
  const offered = meanings.filter(([, meaning]) => meaning !== undefined && meaning !== NOT_FOR_ADOPTION);
  const skipped = meanings.filter(([, meaning]) => meaning === NOT_FOR_ADOPTION);
  return {
    values: Object.fromEntries(offered) as Record<string, string>, // the meanings of a status are texts
    ...(skipped.length > 0 && {
      skip: Object.fromEntries(skipped.map(([text]) => [text, row.notForAdoption(text.trim())])),
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
