import type { ImportTexts } from '../texts/import-texts.ts';
import { isBlank, isFormulaError, isShortenedNumber } from '../values/cell-texts.ts';
import type { Field } from './column-guesses.ts';
import type { ColumnSurvey, CountedValue } from './column-survey.ts';
import type { Guess } from './guess-mapping.ts';
import type { Survey } from './survey.ts';

export const PROBLEM_CODES = [
  'no_name',
  'no_kind',
  'no_status',
  'no_reference',
  'status_unknown',
  'reason_unknown',
  'date_order_unknown',
  'date_order_contradiction',
  'no_currency',
  'no_date',
  'no_amount',
  'repeated_column',
  'unreadable_rows',
  'shortened_numbers',
  'formula_errors',
] as const;

/** What must be chosen or corrected before an import. */
export interface Problem {
  readonly code: (typeof PROBLEM_CODES)[number];
  readonly message: string;
  readonly column?: string;
}

/** Returns the problems of a file under a guessed mapping. */
export function problemsOf(survey: Survey, { mapping, order, dates }: Guess, texts: ImportTexts): Problem[] {
  const { problem, file } = texts;
  const byName = new Map(survey.columns.map((column) => [column.name, column]));
  const columnOf = (field: Field) => byName.get(mapping[field]?.column ?? '');
  const { movement = [] } = mapping;
  const missing = (
    [
      ['name', 'no_name', problem.noName],
      ['categoryId', 'no_kind', problem.noKind],
      ['status', 'no_status', problem.noStatus],
      ['reference', 'no_reference', problem.noReference],
    ] as const
  )
    // It follows from how the animals left.
    .filter(([field]) => field !== 'status' || movement.length === 0)
    .flatMap(([field, code, message]) => (mapping[field] === undefined ? [{ code, message }] : []));
  const used = [
    ...new Set([
      ...Object.values(mapping).flatMap((source) =>
        typeof source === 'object' && 'column' in source ? source.column : [],
      ),
      ...movement.flatMap(({ reason, date, endDate }) =>
        [reason, date, endDate].flatMap((source) => source?.column ?? []),
      ),
    ]),
  ];
  return [
    ...missing,
    ...unknownValues(columnOf('status'), mapping.status, 'status_unknown', problem.statusUnknown),
    ...movement.flatMap(({ reason }) =>
      reason === undefined
        ? []
        : unknownValues(byName.get(reason.column), reason, 'reason_unknown', (values, rows) =>
            problem.reasonUnknown(reason.column, values, rows),
          ),
    ),
    ...(order.kind === 'unknown'
      ? [
          {
            code: 'date_order_unknown' as const,
            message: file.dateOrderUnknown(order.example),
            column: order.example.column,
          },
        ]
      : []),
    ...(order.kind === 'contradiction'
      ? [
          {
            code: 'date_order_contradiction' as const,
            message: file.dateOrderContradiction(order.dayFirst, order.monthFirst),
          },
        ]
      : []),
    ...dates.flatMap((name) => noDates(byName.get(name), texts)),
    ...feeProblems(columnOf('adoptionFee'), texts),
    ...shortenedNumbers(columnOf('reference'), texts),
    ...shortenedNumbers(columnOf('microchip'), texts),
    ...used.flatMap((name) => formulaErrors(byName.get(name), texts)),
    ...survey.repeatedNames.map((column) => ({
      code: 'repeated_column' as const,
      message: problem.repeatedColumn(column),
      column,
    })),
    ...(survey.unreadable.count > 0
      ? [{ code: 'unreadable_rows' as const, message: problem.unreadableRows(survey.unreadable.count) }]
      : []),
  ];
}

const MAX_SHOWN_VALUES = 10;

function unknownValues(
  column: ColumnSurvey | undefined,
  source: Guess['mapping']['status'],
  code: Problem['code'],
  message: ImportTexts['problem']['statusUnknown'],
): Problem[] {
  if (column === undefined) return [];
  const known = { ...source?.values, ...source?.skip };
  const unknown = column.values.filter(({ text }) => !Object.hasOwn(known, text));
  if (unknown.length === 0) return [];
  const rows = unknown.reduce((sum, value) => sum + value.rows, 0);
  const shown = unknown.slice(0, MAX_SHOWN_VALUES).map(({ text }) => text);
  return [{ code, message: message(shown, rows), column: column.name }];
}

function noDates(column: ColumnSurvey | undefined, { problem }: ImportTexts): Problem[] {
  if (column?.firstNoDate === undefined) return [];
  const message = problem.noDates(
    column.name,
    column.filled - column.dateColumn.dates,
    exampleOf(column.firstNoDate, column),
  );
  return [{ code: 'no_date', message, column: column.name }];
}

function feeProblems(column: ColumnSurvey | undefined, { problem }: ImportTexts): Problem[] {
  if (column === undefined) return [];
  const { name, firstNoAmount, filled, amounts } = column;
  const currency: Problem = { code: 'no_currency', message: problem.noCurrency(name), column: name };
  if (firstNoAmount === undefined) return [currency];
  const message = problem.noAmounts(name, filled - amounts, exampleOf(firstNoAmount, column));
  return [currency, { code: 'no_amount', message, column: name }];
}

function exampleOf({ text, line }: CountedValue, { name }: ColumnSurvey) {
  return { text, line, column: name };
}

function shortenedNumbers(column: ColumnSurvey | undefined, { problem }: ImportTexts): Problem[] {
  const found = column?.values.find(({ text }) => isShortenedNumber(text));
  if (column === undefined || found === undefined) return [];
  const message = problem.shortenedNumbers(column.name, found.text);
  return [{ code: 'shortened_numbers', message, column: column.name }];
}

function formulaErrors(column: ColumnSurvey | undefined, { problem }: ImportTexts): Problem[] {
  const found = column?.values.find(({ text }) => !isBlank(text) && isFormulaError(text));
  if (column === undefined || found === undefined) return [];
  return [
    { code: 'formula_errors', message: problem.formulaErrors(column.name, found.text), column: column.name },
  ];
}
