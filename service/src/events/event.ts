import { Type } from 'typebox';
import { Int64 } from '../core/int64.ts';

const EVENT_TYPES = [
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'order.placed',
  'order.approved',
  'order.completed',
  'order.cancelled',
  'order.expired',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Who changed something: an account by one of its keys, or null for the command line and the clock. */
export type Actor = { readonly accountId: bigint; readonly keyId: bigint } | null;

/** One change, as it is recorded in the transaction of the change itself. */
export interface NewEvent {
  readonly type: EventType;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly actor: Actor;
  /** The pet, or the order's pet. */
  readonly petId: bigint;
  /** The pet or the order as it was after the change, in the interface's JSON. */
  readonly body: string;
  /** Who may see an order's event besides managers; a pet's event is for all. */
  readonly audience?: { readonly placedBy: bigint; readonly ownerId: bigint | null };
}

/** An event as the interface shows it. */
const EventSchema = Type.Object(
  {
    id: Int64({ description: 'Position in the feed; ids only go up.', examples: [42n] }),
    type: Type.Unsafe<EventType>({
      type: 'string',
      enum: [...EVENT_TYPES],
      description: 'What changed.',
    }),
    at: Type.String({ format: 'date-time', description: 'When it changed, in UTC.' }),
    pet: Type.Optional(Type.Unsafe<object>({ $ref: 'Pet#' })),
    order: Type.Optional(Type.Unsafe<object>({ $ref: 'Order#' })),
  },
  {
    $id: 'Event',
    description: 'One recorded change to a pet or an order, which is given as it then was.',
    examples: [
      {
        id: 42n,
        type: 'pet.created',
        at: '2026-11-21T12:00:00.000Z',
        pet: { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' },
      },
    ],
  },
);

const EventsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Event#' }), {
  $id: 'Events',
  description: 'A part of the feed, oldest first.',
});

export const EVENT_SCHEMAS = [EventSchema, EventsSchema];
