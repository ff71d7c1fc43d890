import { Type } from 'typebox';
import { timeText } from '../../../platform/core/clock.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import type { Preview } from '../preview/preview.ts';
import { PreviewSchema } from '../preview/preview-schema.ts';
import { describeFault } from '../readers/row.ts';
import { type ImportSummary, MAX_LISTED, ROW_COUNTS, type RowFault } from '../summary.ts';
import { ImportChangeSchema } from './import-input.ts';
import type { ImportJob } from './import-job.ts';

const COUNTS = {
  rows: 'Rows of the file.',
  created: 'Animals that were added.',
  updated: 'Animals that were changed.',
  unchanged: 'Animals that are in the catalogue already, without a change.',
  kept: 'Animals that this store exported; they differ from the file and stay unchanged.',
  held: 'Animals whose status an open order sets; other changes of their rows were applied.',
  deleted: 'Animals that were deleted from the catalogue earlier; they are not added again.',
  superseded:
    'Rows for which another row with the same reference is newer, or has the same date and stands below.',
  older: 'Rows that are older than the one that an earlier import applied; they change nothing.',
} as const satisfies Record<(typeof ROW_COUNTS)[number], string>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string) => Type.String({ format: 'date-time', description });

const MOVEMENT_COUNTS = {
  movementsAdded: 'Movements that were added.',
  movementsChanged: 'Movements that the store had, and that have changed in the file.',
  movementsUnchanged: 'Movements that the store had already.',
} as const;

const BOND_COUNTS = {
  bondsChanged: 'Rows whose animals go together with others from now on, or no longer.',
  bondsUnchanged: 'Rows whose animals go together with the named ones already.',
  bondsFailed: 'Rows whose animals cannot go together; they count as those of other rows.',
} as const;

const SUMMARY_EXAMPLE = {
  rows: 120,
  created: 110,
  updated: 2,
  unchanged: 1,
  kept: 0,
  held: 0,
  deleted: 0,
  superseded: 1,
  older: 0,
  skipped: [{ reason: 'not for adoption: Died', rows: 4 }],
  failed: 2,
  left: [],
  leftInCatalogue: 0,
  withoutReference: 0,
  movementsAdded: 0,
  movementsChanged: 0,
  movementsUnchanged: 0,
  movementsFailed: 0,
  bondsChanged: 4,
  bondsUnchanged: 0,
  bondsFailed: 0,
};

const ImportSummarySchema = Type.Object(
  {
    ...Object.fromEntries(ROW_COUNTS.map((name) => [name, count(COUNTS[name])])),
    skipped: Type.Array(Type.Object({ reason: Type.String(), rows: count('Rows that were skipped.') }), {
      description: 'The rows that the mapping skips, by reason.',
    }),
    failed: count('Rows that have a fault and were not imported.'),
    left: Type.Array(Type.Object({ reference: Type.String(), reason: Type.String() }), {
      description: `Skipped animals that are in the catalogue and stay there, the first ${MAX_LISTED}.`,
    }),
    leftInCatalogue: count('The number of these animals.'),
    withoutReference: count(
      'Added animals without a reference, which another import of the file adds again.',
    ),
    ...Object.fromEntries(
      Object.entries(MOVEMENT_COUNTS).map(([name, description]) => [name, Type.Optional(count(description))]),
    ),
    movementsFailed: Type.Optional(
      count('Rows whose movement was not added; their animals count as those of other rows.'),
    ),
    ...Object.fromEntries(
      Object.entries(BOND_COUNTS).map(([name, description]) => [name, Type.Optional(count(description))]),
    ),
  },
  {
    $id: 'ImportSummary',
    description:
      'The effects of an import, as those that `petstore pets import` prints. The counts after `rows`, up to `failed`, add up to it.',
    examples: [SUMMARY_EXAMPLE],
  },
);

export const IMPORT_EXAMPLE = {
  id: 3n,
  state: 'done',
  dryRun: false,
  fileName: 'animals.csv',
  owner: 1n,
  rows: 118,
  processed: 118,
  summary: SUMMARY_EXAMPLE,
  badRows: [
    { row: 17, reason: 'name is missing or empty' },
    { row: 80, reason: 'status must be available, pending, sold or empty; got "maybe"' },
  ],
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:04.000Z',
};

const WAITING_EXAMPLE = {
  id: 3n,
  state: 'waiting',
  dryRun: false,
  fileName: 'animals.csv',
  owner: 1n,
  processed: 0,
  createdAt: '2026-11-21T12:00:00.000Z',
};

export const CANCELLED_EXAMPLE = {
  id: 3n,
  state: 'cancelled',
  dryRun: false,
  fileName: 'animals.csv',
  owner: 1n,
  rows: 118,
  processed: 40,
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:02.000Z',
};

const ImportSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier assigned by the service.', minimum: 1, examples: [3n] }),
    state: Type.Unsafe<Exclude<ImportJob['state'], 'receiving'>>({
      type: 'string',
      enum: ['waiting', 'running', 'preview', 'done', 'failed', 'cancelled'],
      description:
        '`preview` if the file was read and `PATCH` with a mapping imports it; `done` if all rows were read, also if some of them failed; `failed` if the file cannot be imported; `cancelled` if a request has cancelled it: the rows that were applied before stay.',
    }),
    dryRun: Type.Boolean({ description: 'True if the import only counts its effects.' }),
    fileName: Type.String({ description: 'The name of the file.' }),
    owner: Int64({ description: 'Identifier of the account that owns new animals.', examples: [1n] }),
    rows: Type.Optional(
      count('Rows that are applied, without failed ones; missing until the file was read.'),
    ),
    processed: count('Of these, the rows that were applied so far.'),
    summary: Type.Optional(Type.Unsafe<object>({ $ref: 'ImportSummary#' })),
    badRows: Type.Optional(
      Type.Array(
        Type.Object({
          row: count('Line in the file; of a spreadsheet, the row.'),
          reason: Type.String({ description: 'What is wrong with it.' }),
        }),
        {
          description: `The first ${MAX_LISTED} rows that failed. \`bad-rows.csv\` has all of them, up to 20 MB.`,
        },
      ),
    ),
    failure: Type.Optional(
      Type.String({
        description:
          'Why the file cannot be imported, or why a preview cannot be imported with the last mapping.',
      }),
    ),
    preview: Type.Optional(Type.Unsafe<Preview>({ $ref: 'ImportPreview#' })),
    createdAt: time('Time when the file was received, in UTC.'),
    finishedAt: Type.Optional(time('Time when the import ended, in UTC.')),
  },
  {
    $id: 'Import',
    description: 'An import of a file. It runs after the response, and continues after a restart.',
    examples: [IMPORT_EXAMPLE, WAITING_EXAMPLE],
  },
);

const ImportsSchema = Type.Array(Type.Unsafe<ImportResource>({ $ref: 'Import#' }), {
  $id: 'Imports',
  description: 'A page of imports.',
});

export const IMPORT_SCHEMAS = [
  ImportSummarySchema,
  PreviewSchema,
  ImportSchema,
  ImportsSchema,
  ImportChangeSchema,
];
export const ACCEPTED_EXAMPLE = WAITING_EXAMPLE;

/** An import in the JSON of the API. */
export type ImportResource = ReturnType<typeof resourceOf>;

export function importJson(job: ImportJob): string {
  return stringifyJson(resourceOf(job));
}

function resourceOf(job: ImportJob) {
  const { id, state, dryRun, fileName, ownerId: owner, rows, applied: processed, failure } = job;
  const { createdAt, finishedAt } = job;
  const hasEnded = state === 'done' || state === 'preview';
  return {
    id,
    state,
    dryRun,
    fileName,
    owner,
    rows,
    processed,
    // While it runs, the store has only the effects of the rows that were applied.
    ...(hasEnded && job.summary !== undefined ? summaryOf(job.summary) : {}),
    failure,
    ...(state === 'preview' ? { preview: job.preview } : {}),
    createdAt: timeText(createdAt),
    finishedAt: finishedAt === undefined ? undefined : timeText(finishedAt),
  };
}

/** Without photos, which a file over HTTP does not have. */
function summaryOf({
  failed,
  left,
  photosAdded,
  photosUnchanged,
  photosFailed,
  // An earlier version stored none.
  movementsFailed = { count: 0, first: [] },
  bondsFailed = { count: 0, first: [] },
  ...summary
}: ImportSummary) {
  return {
    summary: {
      ...summary,
      failed: failed.count,
      left: left.first,
      leftInCatalogue: left.count,
      movementsFailed: movementsFailed.count,
      bondsFailed: bondsFailed.count,
    },
    badRows: [failed, movementsFailed, bondsFailed]
      .flatMap(({ first }) => first)
      .slice(0, MAX_LISTED)
      .map(badRowOf),
  };
}

function badRowOf({ line, faults }: RowFault) {
  return { row: line, reason: reasonOf(faults) };
}

/** Returns what is wrong with a row as one text. */
export function reasonOf(faults: RowFault['faults']): string {
  return faults.map(describeFault).join('; ');
}
