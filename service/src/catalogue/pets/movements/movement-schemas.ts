import { Type } from 'typebox';
import { Int64 } from '../../../platform/core/int64.ts';
import {
  INTAKE_REASONS,
  MOVEMENT_TYPES,
  type MovementReason,
  type MovementType,
  OUTCOME_REASONS,
  type PetStatus,
  REGIONS,
  type Region,
} from '../../../platform/database/column-values.ts';
import { MOVEMENT_EXAMPLE } from '../../../platform/http/openapi/examples.ts';
import { nullable } from '../../../platform/http/openapi/nullable.ts';
import { CONTENT_PATTERN } from '../../../platform/http/requests/text.ts';

export const MAX_NOTE = 500;

const type = Type.Unsafe<MovementType>({
  type: 'string',
  enum: [...MOVEMENT_TYPES],
  description: 'An animal comes in, lives in foster care, or leaves.',
});
const reason = Type.Unsafe<MovementReason>({
  type: 'string',
  enum: [...new Set([...INTAKE_REASONS, ...OUTCOME_REASONS])],
  description: `Why. Of an intake: ${INTAKE_REASONS.join(', ')}. Of an outcome: ${OUTCOME_REASONS.join(', ')}. A stay in foster care has none.`,
});
const date = Type.String({
  format: 'date',
  description:
    'The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today.',
  examples: [MOVEMENT_EXAMPLE.date],
});
const endDate = Type.String({
  format: 'date',
  description: 'When a stay in foster care ended or will end. Only of a stay in foster care.',
  examples: ['2026-12-01'],
});
const region = Type.Unsafe<Region>({
  type: 'string',
  enum: [...REGIONS],
  description: 'Where the other side of a transfer is, as seen from the shelter. Only of a transfer.',
});
const note = Type.String({
  minLength: 1,
  maxLength: MAX_NOTE,
  format: 'content',
  pattern: CONTENT_PATTERN,
  description: `The reason in words: 1 to ${MAX_NOTE} characters, not only white space, without U+0000 and lone surrogates. Do not use personal data.`,
  examples: [MOVEMENT_EXAMPLE.note],
});

const MAX_PLACE = 100_000;
const dayOrder = Type.Integer({
  minimum: -MAX_PLACE,
  maximum: MAX_PLACE,
  description:
    'Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day.',
  examples: [1],
});

const MovementSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier assigned by the service.', minimum: 1, examples: [12n] }),
    petId: Int64({ description: 'The animal.', examples: [3562n] }),
    type,
    reason: Type.Optional(reason),
    date,
    endDate: Type.Optional(endDate),
    region: Type.Optional(region),
    note: Type.Optional(note),
    orderId: Type.Optional(
      Int64({ description: 'The completed order that was the adoption.', minimum: 1, examples: [7n] }),
    ),
    dayOrder: Type.Optional(dayOrder),
  },
  {
    $id: 'Movement',
    description: 'What happened to one animal on one day of the shelter.',
    examples: [MOVEMENT_EXAMPLE],
  },
);

const MovementsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Movement#' }), {
  $id: 'Movements',
  description: 'A page of movements.',
});

/** The body of a new movement. */
export interface MovementRequest {
  readonly type: MovementType;
  readonly reason?: MovementReason;
  readonly date: string;
  readonly endDate?: string;
  readonly region?: Region;
  readonly note?: string;
  readonly dayOrder?: number;
  readonly status?: Exclude<PetStatus, 'sold'> | null;
}

const MovementRequestSchema = Type.Object(
  {
    type,
    reason: Type.Optional(reason),
    date,
    endDate: Type.Optional(endDate),
    region: Type.Optional(region),
    note: Type.Optional(note),
    dayOrder: Type.Optional(dayOrder),
    status: Type.Optional(
      Type.Unsafe<'available' | 'pending' | null>({
        type: ['string', 'null'],
        enum: ['available', 'pending', null],
        description:
          'The status of an animal that came in; `null` for none. Only of an intake that is the last movement. Without it, an animal that was gone has none, and another one keeps its own.',
      }),
    ),
  },
  {
    $id: 'MovementRequest',
    additionalProperties: false,
    description: 'A movement to record. `reason` is required, except for a stay in foster care.',
    examples: [{ type: 'intake', reason: 'return', date: '2026-11-20', status: 'available' }],
  },
);

/** A change of a movement by a JSON merge patch (RFC 7396): null removes a member. */
export interface MovementChange {
  readonly reason?: MovementReason;
  readonly date?: string;
  readonly endDate?: string | null;
  readonly region?: Region | null;
  readonly note?: string | null;
  readonly dayOrder?: number;
}

const MovementChangeSchema = Type.Object(
  {
    reason: Type.Optional(reason),
    date: Type.Optional(date),
    endDate: Type.Optional(nullable(endDate)),
    region: Type.Optional(nullable(region)),
    note: Type.Optional(nullable(note)),
    dayOrder: Type.Optional(dayOrder),
  },
  {
    $id: 'MovementChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The members to change; at least one. `null` removes a member.',
    examples: [{ date: '2026-11-19', note: null }],
  },
);

export const MOVEMENT_SCHEMAS = [
  MovementSchema,
  MovementsSchema,
  MovementRequestSchema,
  MovementChangeSchema,
];
