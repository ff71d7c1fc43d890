import { Type } from 'typebox';
import { Int64 } from '../core/int64.ts';

const PET_EVENT_TYPES = ['pet.created', 'pet.updated', 'pet.deleted'] as const;
const ORDER_EVENT_TYPES = [
  'order.placed',
  'order.approved',
  'order.completed',
  'order.cancelled',
  'order.expired',
] as const;
export type EventType = (typeof PET_EVENT_TYPES)[number] | (typeof ORDER_EVENT_TYPES)[number];

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

/** What both kinds of events have. */
function commonFields(types: readonly EventType[]) {
  return {
    id: Int64({ description: 'Position in the feed; ids only go up.', minimum: 1, examples: [42n] }),
    type: Type.Unsafe<EventType>({ type: 'string', enum: [...types], description: 'What changed.' }),
    at: Type.String({ format: 'date-time', description: 'When it changed, in UTC.' }),
  };
}

const PET_EVENT = {
  id: 42n,
  type: 'pet.created',
  at: '2026-11-21T11:00:00.000Z',
  pet: { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' },
};

const ORDER_EVENT = {
  id: 43n,
  type: 'order.placed',
  at: '2026-11-21T12:00:00.000Z',
  order: {
    id: 7n,
    petId: 3562n,
    status: 'placed',
    reference: 'application 2026-118',
    placedAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-11-23T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
  },
};

/** A part of the feed for the document. */
export const EVENTS_EXAMPLE = [PET_EVENT, ORDER_EVENT];

const PetEventSchema = Type.Object(
  { ...commonFields(PET_EVENT_TYPES), pet: Type.Unsafe<object>({ $ref: 'Pet#' }) },
  {
    $id: 'PetEvent',
    description: 'One recorded change to a pet, which is given as it then was; a deleted one as it last was.',
    examples: [PET_EVENT],
  },
);

const OrderEventSchema = Type.Object(
  { ...commonFields(ORDER_EVENT_TYPES), order: Type.Unsafe<object>({ $ref: 'Order#' }) },
  {
    $id: 'OrderEvent',
    description: 'One recorded change to an order, which is given as it then was.',
    examples: [ORDER_EVENT],
  },
);

/** An event as the interface shows it; its `type` says which of the two it is. */
const EventSchema = Type.Unsafe<object>({
  $id: 'Event',
  description: 'One recorded change. Its `type` says whether it has a `pet` or an `order`.',
  oneOf: [{ $ref: 'PetEvent#' }, { $ref: 'OrderEvent#' }],
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries([
      ...PET_EVENT_TYPES.map((type) => [type, '#/components/schemas/PetEvent']),
      ...ORDER_EVENT_TYPES.map((type) => [type, '#/components/schemas/OrderEvent']),
    ]),
  },
});

const EventsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Event#' }), {
  $id: 'Events',
  description: 'A part of the feed, oldest first.',
});

export const EVENT_SCHEMAS = [PetEventSchema, OrderEventSchema, EventSchema, EventsSchema];
