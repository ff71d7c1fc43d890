import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../exchange/import-export/exports/formulas.ts';
import { INTAKE_REASONS, OUTCOME_REASONS } from '../../platform/database/column-values.ts';
import { type AnimalsCount, MATRIX_COLUMNS } from './animals-count.ts';
import type { ApplicationsReport } from './applications-report.ts';
import type { Figures } from './figures.ts';
import type { StaysReport } from './stays-report.ts';

const IN = INTAKE_REASONS.map((reason) => ({ reason, column: `in_${reason}` }));
const OUT = OUTCOME_REASONS.map((reason) => ({ reason, column: `out_${reason}` }));

const COLUMNS = [
  'month',
  'group',
  'name',
  'begin',
  'intakes',
  ...IN.map(({ column }) => column),
  'outcomes',
  ...OUT.map(({ column }) => column),
  'end',
  'in_foster',
  'stays',
  'median_days',
  'p90_days',
  'live_release_rate',
  'without_intake',
  'without_outcome',
];

/** A row for each month, and below it those of its categories and ages; at last those of the whole period. */
export function staysCsv({ months, total }: StaysReport): string {
  const periods = [...months, { month: 'total', ...total }];
  const rows = periods.flatMap(({ month, byCategory, byAge, ...figures }) => [
    [month, 'all', '', ...valuesOf(figures)],
    ...byCategory.map(({ categoryId, name, ...ofCategory }) => [
      month,
      'category',
      escapeFormula(name ?? String(categoryId)),
      ...valuesOf(ofCategory),
    ]),
    ...byAge.map(({ age, ...ofAge }) => [month, 'age', age, ...valuesOf(ofAge)]),
  ]);
  return stringify([COLUMNS, ...rows]);
}

function valuesOf(figures: Figures): (number | string)[] {
  const { begin, intakes, outcomes, end, inFoster, stays, medianDays, p90Days, liveReleaseRate } = figures;
  return [
    begin,
    intakes,
    ...IN.map(({ reason }) => figures.intakesByReason[reason] ?? 0),
    outcomes,
    ...OUT.map(({ reason }) => figures.outcomesByReason[reason] ?? 0),
    end,
    inFoster,
    stays,
    medianDays ?? '',
    p90Days ?? '',
    liveReleaseRate ?? '',
    figures.withoutIntake,
    figures.withoutOutcome,
  ];
}

/** The matrix: a row for each species group and age. */
export function animalsCountCsv({ month, rows }: AnimalsCount): string {
  const header = ['month', 'species', 'age', ...MATRIX_COLUMNS.map(toSnakeCase)];
  return stringify([
    header,
    ...rows.map((row) => [month, row.species, row.age, ...MATRIX_COLUMNS.map((column) => row[column])]),
  ]);
}

const APPLICATION_COLUMNS = ['received', 'answered', 'answeredInTime', 'waiting', 'medianDays'] as const;

/** A row for each month; at last that of the whole period. */
export function applicationsCsv({ months, total }: ApplicationsReport): string {
  const rows = [...months, { month: 'total', ...total }];
  return stringify([
    ['month', ...APPLICATION_COLUMNS.map(toSnakeCase)],
    ...rows.map((row) => [row.month, ...APPLICATION_COLUMNS.map((column) => row[column] ?? '')]),
  ]);
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
