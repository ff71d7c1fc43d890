import { Type } from 'typebox';
import { timeText } from '../../../platform/core/clock.ts';
import { Int64, SafeInteger } from '../../../platform/core/int64.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import { PUBLISHING_QUESTIONS, PUBLISHING_RUN_STATES } from '../../../platform/database/column-values.ts';
import type { Run } from './run.ts';
import { UPLOAD_FAULTS, type UploadReason } from './upload-fault.ts';

const QUESTIONS = {
  first_upload:
    'Nothing was sent there yet. The files replace everything that the site has of this user: look at them, then confirm.',
  sudden_drop:
    'More than half of the animals would disappear from the site. Look at the files, then confirm; without an answer they are sent after 24 hours.',
} as const;

export type RunReason = UploadReason | keyof typeof QUESTIONS;

/** A run in the JSON of the API. */
interface RunResource {
  readonly id: bigint;
  readonly state: Run['state'];
  readonly reason?: RunReason;
  readonly message?: string;
  readonly animals?: number;
  readonly photos: number;
  readonly bytes: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly startedBy: 'request' | 'schedule';
}

/** Returns why a run failed or what it asks, and the sentence for it; nothing for other runs. */
export function reasonOfRun({ state, question, reason }: Run): Pick<RunResource, 'reason' | 'message'> {
  if (state === 'failed' && reason !== undefined) return { reason, message: UPLOAD_FAULTS[reason] };
  if (state === 'asks' && question !== undefined) return { reason: question, message: QUESTIONS[question] };
  return {};
}

export function runResource(run: Run): RunResource {
  const { id, state, animals, photos, bytes, createdAt, endedAt } = run;
  return {
    id,
    state,
    ...reasonOfRun(run),
    ...(animals !== undefined && { animals }),
    photos,
    bytes,
    startedAt: timeText(createdAt),
    ...(endedAt !== undefined && { endedAt: timeText(endedAt) }),
    startedBy: run.isByRequest ? 'request' : 'schedule',
  };
}

export function runJson(run: Run): string {
  return stringifyJson(runResource(run));
}

export const RUN_EXAMPLE: RunResource = {
  id: 12n,
  state: 'done',
  animals: 10,
  photos: 0,
  bytes: 14_120,
  startedAt: '2026-11-26T08:00:00.000Z',
  endedAt: '2026-11-26T08:00:03.120Z',
  startedBy: 'schedule',
};

/** One that a request has started. */
export const WAITING_RUN_EXAMPLE: RunResource = {
  id: 13n,
  state: 'waiting',
  photos: 0,
  bytes: 0,
  startedAt: '2026-11-26T09:10:00.000Z',
  startedBy: 'request',
};

export const RunSchema = Type.Object(
  {
    id: Int64({ description: 'Its identifier.', examples: [12n] }),
    state: Type.Unsafe<Run['state']>({
      type: 'string',
      enum: [...PUBLISHING_RUN_STATES],
      description:
        '`waiting` and `running`: it will end by itself. `asks`: it sends nothing before `POST` with `confirm`. `done`: everything is at the site. `failed`: the site has what it had before; it is tried again.',
    }),
    reason: Type.Optional(
      Type.Unsafe<RunReason>({
        type: 'string',
        enum: [...Object.keys(UPLOAD_FAULTS), ...PUBLISHING_QUESTIONS],
        description: 'Why it failed, or what it asks; absent in other states.',
      }),
    ),
    message: Type.Optional(Type.String({ description: 'What to do about it, for people; in English.' })),
    animals: Type.Optional(
      SafeInteger({
        description: 'How many animals the site shows afterwards; absent until the files are made.',
      }),
    ),
    photos: SafeInteger({
      description: 'How many photos it has sent. Those that the site has are not sent again.',
    }),
    bytes: SafeInteger({ description: 'How many bytes it has sent.' }),
    startedAt: Type.String({ format: 'date-time', description: 'When it began to wait, in UTC.' }),
    endedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When it ended, in UTC; absent until then.' }),
    ),
    startedBy: Type.Unsafe<'request' | 'schedule'>({
      type: 'string',
      enum: ['request', 'schedule'],
      description: 'A request, whose author the audit names, or the schedule of the site.',
    }),
  },
  {
    $id: 'PublishingRun',
    description: 'One try to send everything to a listing site.',
    examples: [RUN_EXAMPLE],
  },
);

const RunRequestSchema = Type.Object(
  {
    confirm: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          '`true` answers what the open run asks with yes. It has no meaning for a run that asks nothing.',
      }),
    ),
  },
  {
    $id: 'PublishingRunRequest',
    additionalProperties: false,
    description: 'Starts a run, or lets the one that asks go on.',
    examples: [{ confirm: true }],
  },
);

export const RUN_SCHEMAS = [
  RunSchema,
  Type.Array(Type.Unsafe<RunResource>({ $ref: 'PublishingRun#' }), {
    $id: 'PublishingRuns',
    description: 'A page of runs.',
  }),
  RunRequestSchema,
];

export type { RunResource };
