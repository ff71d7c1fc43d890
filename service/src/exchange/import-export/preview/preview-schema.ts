import { type TSchema, Type } from 'typebox';
import type { WholeProfile } from '../../../catalogue/listings/profile.ts';
import { MOVEMENT_TYPES, type MovementType } from '../../../platform/database/column-values.ts';
import { DATE_ORDERS } from '../values/dates.ts';
import { WORD_FIELDS } from '../values/words.ts';
import { MAX_COUNTED_VALUES, MAX_LISTED_VALUES } from './column-survey.ts';
import { PROBLEM_CODES } from './problems.ts';
import { MAX_SAMPLE_ROWS } from './sample-rows.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const text = (description: string) => Type.String({ description });
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
const open = { additionalProperties: true } as const;
const row = count('The line of the file; of a spreadsheet, the row.');

const foundDate = (description: string) =>
  Type.Object(
    { line: row, column: text('The name of its column.'), text: text('The date as it is written.') },
    { description },
  );

const evidence = {
  dayFirst: optional(foundDate('The first date that is possible only with the day first.')),
  monthFirst: optional(foundDate('The first date that is possible only with the month first.')),
  ambiguous: optional(foundDate('The first date whose day depends on the order.')),
};

const ValueSchema = Type.Object({
  text: text('The value as it is in the file.'),
  rows: count('The rows that have it.'),
  words: Type.Object(
    Object.fromEntries(
      WORD_FIELDS.map((field) => [
        field,
        optional(Type.Unsafe<string | boolean | null>({ type: ['string', 'boolean', 'null'] })),
      ]),
    ),
    {
      description:
        'What it means in each field in which it is understood; `null` if it states that something is not known, or that there is nothing to record; `no stay` for a reason whose rows are left out, because they are no stay of a living animal.',
    },
  ),
  dayFirst: optional(text('The date that it means if the day comes first.')),
  monthFirst: optional(text('The date that it means if the month comes first.')),
  amount: optional(text('The amount of money that it means.')),
  categoryId: optional(
    text('The category that it names: the digits of an id, which is new if there is no such category.'),
  ),
});

const ColumnSchema = Type.Object({
  name: text('The name of the column.'),
  distinct: count(`The number of different values; at most ${MAX_COUNTED_VALUES}.`),
  hasMore: Type.Boolean({ description: 'True if there are more different values than were counted.' }),
  empty: count('The rows without a value.'),
  values: Type.Array(ValueSchema, { description: `The most frequent values; at most ${MAX_LISTED_VALUES}.` }),
  dates: Type.Object(evidence, { description: 'What the dates of the column show about their order.' }),
  currencies: Type.Array(Type.String(), {
    description: 'The currencies that symbols suggest, the most frequent first.',
  }),
});

const MovementSchema = Type.Object({
  type: Type.Unsafe<MovementType>({ type: 'string', enum: [...MOVEMENT_TYPES] }),
  reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  date: text('The day.'),
});

const SampleSchema = Type.Object({
  row,
  pet: optional(
    Type.Object(
      {
        name: Type.String(),
        categoryId: text('The digits of the id.'),
        status: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        reference: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        profile: Type.Unsafe<WholeProfile>({ $ref: 'WholeProfile#' }),
        movements: optional(
          Type.Array(MovementSchema, { description: 'What the row records; missing if it records nothing.' }),
        ),
        goesTogetherWith: optional(
          Type.Array(Type.String(), {
            description: 'The animals that it goes together with, by their numbers in the file.',
          }),
        ),
      },
      { description: 'The animal; missing if the row is not imported.' },
    ),
  ),
  skipped: optional(text('Why the row is left out.')),
  faults: optional(Type.Array(Type.String(), { description: 'What is wrong with the row.' })),
});

const ProblemSchema = Type.Object({
  code: Type.Unsafe<(typeof PROBLEM_CODES)[number]>({
    type: 'string',
    description: `One of ${PROBLEM_CODES.join(', ')}; others may be added.`,
  }),
  message: text('What is wrong, and what to do.'),
  column: optional(text('The column that has the problem.')),
});

export const PreviewSchema = Type.Object(
  {
    rows: count('The rows of the file.'),
    sheets: Type.Array(Type.Object({ name: Type.String(), isHidden: Type.Boolean() }), {
      description: 'The sheets of a spreadsheet; empty for another file.',
    }),
    sheet: optional(text('The sheet that was read.')),
    headerRow: count('The line, or the row of the sheet, that names the columns; 0 for NDJSON.'),
    encoding: optional(text('The encoding of a text file.')),
    delimiter: optional(text('What separates its values.')),
    isExport: Type.Boolean({ description: 'True for an export of a Petstore, which needs no mapping.' }),
    columns: Type.Array(ColumnSchema, { description: 'The columns in their order.' }),
    mapping: Type.Object(
      {},
      {
        ...open,
        description: 'The guessed mapping. It can be incomplete: `problems` lists what must be chosen.',
      },
    ),
    dateOrder: Type.Object(
      {
        kind: Type.Unsafe<'not needed' | 'proven' | 'unknown' | 'contradiction'>({
          type: 'string',
          enum: ['not needed', 'proven', 'unknown', 'contradiction'],
          description: 'Whether the dates of the guessed columns show their order.',
        }),
        order: optional(
          Type.Unsafe<(typeof DATE_ORDERS)[number]>({ type: 'string', enum: [...DATE_ORDERS] }),
        ),
        example: optional(foundDate('A date whose day depends on the order.')),
        dayFirst: evidence.dayFirst,
        monthFirst: evidence.monthFirst,
      },
      { description: 'The order of day and month, which a file has once for all of its columns.' },
    ),
    sample: Type.Array(SampleSchema, {
      description: `The first ${MAX_SAMPLE_ROWS} rows as they are understood: by the guessed mapping, or by the one that was checked last.`,
    }),
    problems: Type.Array(ProblemSchema, {
      description: 'What must be chosen or corrected before the import.',
    }),
    unreadable: Type.Array(Type.Object({ row, reason: Type.String() }), {
      description: 'The first 100 rows that cannot be read.',
    }),
  },
  { $id: 'ImportPreview', description: 'What a file contains, and how it would be imported.' },
);
