import { stringifyJson } from '../../../platform/core/json.ts';
import type { Values } from '../mapping/cell.ts';
import { OWN_COLUMNS, type PetMapping } from '../mapping/mapping.ts';
import { parseMapping } from '../mapping/mapping-file.ts';
import { mapRowWithProfile } from '../mapping/profile-mapping.ts';
import { describeFault, type SourceRow } from '../readers/row.ts';
import type { SourceFile } from '../readers/rows.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import type { DateEvidence, OrderDecision } from '../values/date-order.ts';
import { isExport } from './column-guesses.ts';
import { type ColumnSurvey, type CountedValue, MAX_LISTED_VALUES } from './column-survey.ts';
import { type Guess, type GuessedMapping, guessMapping } from './guess-mapping.ts';
import { type Problem, problemsOf } from './problems.ts';
import { type SampleRow, sampleRow } from './sample-rows.ts';
import { type Survey, type SurveyOptions, surveyFile } from './survey.ts';
import { categoriesOf, type KnownCategory, meaningsOf, type ValueMeanings } from './value-meanings.ts';

interface PreviewColumn {
  readonly name: string;
  /** The number of different values; at most that of `MAX_COUNTED_VALUES`, if `hasMore`. */
  readonly distinct: number;
  readonly hasMore: boolean;
  readonly empty: number;
  /** The most frequent values. */
  readonly values: readonly (ValueMeanings & Pick<CountedValue, 'text' | 'rows'>)[];
  readonly dates: DateEvidence;
  /** The currencies that the symbols of amounts suggest, the most frequent first. */
  readonly currencies: readonly string[];
}

/** What an import understands of a file before it begins. Stored as JSON. */
export interface Preview {
  readonly rows: number;
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
  readonly sheet?: string | undefined;
  readonly headerRow: number;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** True for an export of a Petstore, which needs no mapping. */
  readonly isExport: boolean;
  readonly columns: readonly PreviewColumn[];
  readonly mapping: GuessedMapping;
  readonly dateOrder: OrderDecision;
  readonly sample: readonly SampleRow[];
  readonly problems: readonly Problem[];
  /** The first rows that cannot be read. */
  readonly unreadable: readonly { readonly row: number; readonly reason: string }[];
}

/**
 * Reads a whole file, and returns what it contains and how it would be imported.
 *
 * @throws {ImportError} if it cannot be read.
 */
export async function previewFile(
  file: SourceFile,
  categories: readonly KnownCategory[],
  options: SurveyOptions,
): Promise<Preview> {
  const survey = await surveyFile(file, options);
  const { texts, now } = options;
  const isKnown = isExport(survey.names);
  const guess: Guess = isKnown
    ? { mapping: {}, order: { kind: 'not needed' }, dates: [] }
    : guessMapping(survey, categories, texts);
  const columns: PreviewColumn[] = [];
  for (const column of survey.columns) columns.push(await previewColumn(column, categories, now, file));
  return {
    rows: survey.rows,
    sheets: survey.sheets,
    sheet: survey.sheet,
    headerRow: survey.headerRow,
    encoding: survey.encoding,
    delimiter: survey.delimiter,
    isExport: isKnown,
    columns,
    mapping: guess.mapping,
    dateOrder: guess.order,
    sample: sampleOf(survey, guess, { now, texts, isKnown, hasPlainNumbers: file.format !== 'csv' }),
    problems: isKnown ? [] : problemsOf(survey, guess, texts),
    unreadable: survey.unreadable.first.map(({ line, fault }) => ({
      row: line,
      reason: describeFault(fault),
    })),
  };
}

/** Takes turns with other work between the values, each of which is compared with the words of all fields. */
async function previewColumn(
  column: ColumnSurvey,
  categories: readonly KnownCategory[],
  now: number,
  { turn }: SourceFile,
): Promise<PreviewColumn> {
  const { name, hasMore, empty, currencies } = column;
  const dates = column.dateColumn.evidence;
  const all = column.values;
  const listed = all.slice(0, MAX_LISTED_VALUES);
  const ids = hasMore ? undefined : categoriesOf(all, categories);
  const values: PreviewColumn['values'][number][] = [];
  for (const { text, rows } of listed) {
    values.push({ text, rows, ...meaningsOf(text, now, ids?.get(text)) });
    await turn?.();
  }
  return { name, distinct: all.length, hasMore, empty, values, dates, currencies };
}

/** The first rows by the guessed mapping, without the members for which something must be chosen. */
function sampleOf(
  survey: Survey,
  { mapping, order }: Guess,
  {
    now,
    texts,
    isKnown,
    hasPlainNumbers,
  }: { now: number; texts: ImportTexts; isKnown: boolean; hasPlainNumbers: boolean },
): SampleRow[] {
  const complete = isKnown ? OWN_COLUMNS : completeMapping(mapping, order);
  if (complete === undefined) return [];
  const context = { now, texts: texts.row, dateOrder: complete.dateOrder, hasPlainNumbers };
  return survey.sample.map((row) =>
    sampleRow(row.line, mapRowWithProfile(complete, valuesOf(row, survey.names), context)),
  );
}

function completeMapping(mapping: GuessedMapping, order: OrderDecision): PetMapping | undefined {
  const { adoptionFee: _, birthDate, intakeDate, rowDate, movement, ...others } = mapping;
  if (others.name === undefined || others.categoryId === undefined) return undefined;
  const isOrdered = order.kind === 'proven' || order.kind === 'not needed';
  return parseMapping(
    stringifyJson({ ...others, ...(isOrdered && { birthDate, intakeDate, rowDate, movement }) }),
  );
}

function valuesOf(row: SourceRow, names: readonly string[]): Values {
  const cells = row.cells();
  return new Map(names.map((name, index) => [name, cells[index] ?? '']));
}
