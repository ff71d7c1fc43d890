import { Type } from 'typebox';
import { SPECIES_GROUPS } from '../../exchange/import-export/values/species-groups.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { INTAKE_REASONS, OUTCOME_REASONS } from '../../platform/database/column-values.ts';
import { MATRIX_AGES, MATRIX_COLUMNS } from './animals-count.ts';
import { LIVE_RELEASE_FORMULA } from './figures.ts';
import { MAX_GAPS } from './gaps.ts';
import { AGES } from './stays-report.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const change = (description: string) => Type.Integer({ description });
const days = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description });
const reasons = (names: readonly string[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(count(`Reason ${name}.`))])), {
    description,
  });
const month = (description: string) => Type.String({ description, examples: ['2026-10'] });
const categoryId = Int64({ description: 'The category.', examples: [1n] });
const categoryName = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'The name of the category.',
});

const FIGURES = {
  begin: count('Animals in care when the period begins, with those in foster care.'),
  intakes: count('Intakes in the period.'),
  outcomes: count('Outcomes in the period.'),
  end: change('Animals in care when the period ends.'),
  inFoster: change('Of these, the animals in foster care.'),
  intakesByReason: reasons(INTAKE_REASONS, 'Intakes by their reasons; without those that did not happen.'),
  outcomesByReason: reasons(OUTCOME_REASONS, 'Outcomes by their reasons; without those that did not happen.'),
  stays: count('Stays that ended in the period and whose intake is known.'),
  medianDays: days('Half of these stays lasted up to so many days; `null` without one.'),
  p90Days: days('Nine of ten of these stays lasted up to so many days; `null` without one.'),
  liveReleaseRate: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: `${LIVE_RELEASE_FORMULA}, to four decimals; \`null\` without an outcome.`,
  }),
  withoutIntake: count('Outcomes of which no intake is known. Animals at the beginning do not include them.'),
  withoutOutcome: count('Intakes of animals that were in care already: their outcome before is not known.'),
};

const DIVIDED = {
  ...FIGURES,
  byCategory: Type.Array(Type.Object({ categoryId, name: categoryName, ...FIGURES }), {
    description: 'The same for each category.',
  }),
  byAge: Type.Array(
    Type.Object({
      age: Type.String({
        description: `The age on the day of the intake or outcome: ${AGES.join(', ')}. \`young\` is below five months. At the beginning and the end it is that on this day, so an animal that grew up in care changes its row.`,
      }),
      ...FIGURES,
    }),
    { description: 'The same for each age.' },
  ),
};

const gaps = Type.Object(
  {
    count: count('The number of unknown intakes and outcomes.'),
    animals: Type.Array(
      Type.Object({
        petId: Int64({ description: 'The animal.', examples: [3562n] }),
        name: Type.String({ description: 'Its name.' }),
        date: Type.String({ description: 'The day of the outcome, or of the second intake.' }),
        problem: Type.String({
          description:
            '`no_intake`: how it came in is not known; `no_outcome`: how it left before is not known.',
        }),
      }),
      { description: `The first ${MAX_GAPS} of them.` },
    ),
  },
  { description: 'The animals for which begin + in - out is not the end.' },
);

const StaysReportSchema = Type.Object(
  {
    from: month('The first month.'),
    to: month('The last month.'),
    timeZone: Type.String({ description: 'The zone whose days count.' }),
    liveReleaseFormula: Type.String({ description: 'How `liveReleaseRate` is calculated.' }),
    isBalanced: Type.Boolean({
      description: 'True if begin + intakes - outcomes is the end of the whole period; otherwise see `gaps`.',
    }),
    total: Type.Object(DIVIDED, { description: 'The whole period.' }),
    months: Type.Array(Type.Object({ month: month('The month.'), ...DIVIDED }), {
      description: 'Each month, oldest first.',
    }),
    gaps,
  },
  { $id: 'StaysReport', description: 'What came in, what left, and how long it stayed, by months.' },
);

const AnimalsCountSchema = Type.Object(
  {
    month: month('The month.'),
    rows: Type.Array(
      Type.Object({
        species: Type.String({ description: `The species group: ${SPECIES_GROUPS.join(', ')}.` }),
        age: Type.String({ description: `The age on that day: ${MATRIX_AGES.join(', ')}.` }),
        ...Object.fromEntries(
          MATRIX_COLUMNS.map((name) => [name, change(`The column ${name} of the matrix.`)]),
        ),
      }),
      { description: 'A row for each species group and age.' },
    ),
    otherCategories: Type.Array(
      Type.Object({
        categoryId,
        name: categoryName,
        intakes: count('Its intakes.'),
        outcomes: count('Its outcomes.'),
      }),
      { description: 'The categories whose name belongs to no species group. The matrix is without them.' },
    ),
    outcomesWithoutColumn: count('Outcomes with the reason `other`, for which the matrix has no column.'),
    gaps,
  },
  { $id: 'AnimalsCount', description: 'The Basic Data Matrix of Shelter Animals Count for one month.' },
);

const APPLICATIONS = {
  received: count('Applications that arrived in the period, also those that were erased since.'),
  answered: count(
    'Of these, those with an answer of the shelter, whenever it was: its first message or its decision.',
  ),
  answeredInTime: count('Of these, those that were answered by the day that was promised.'),
  waiting: count('Those that still wait for an answer. The others without one have ended.'),
  medianDays: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    description: 'Half of the answers took up to so many days, to one decimal; `null` without one.',
  }),
};

const ApplicationsReportSchema = Type.Object(
  {
    from: month('The first month.'),
    to: month('The last month.'),
    timeZone: Type.String({ description: 'The zone whose days count.' }),
    total: Type.Object(APPLICATIONS, { description: 'The whole period.' }),
    months: Type.Array(Type.Object({ month: month('The month.'), ...APPLICATIONS }), {
      description: 'Each month, oldest first.',
    }),
  },
  { $id: 'ApplicationsReport', description: 'How many applications arrived and were answered, by months.' },
);

export const REPORT_SCHEMAS = [StaysReportSchema, AnimalsCountSchema, ApplicationsReportSchema];
