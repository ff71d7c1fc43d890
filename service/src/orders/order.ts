import { Type } from 'typebox';
import { Int64 } from '../core/int64.ts';
import { stringifyJson } from '../core/json.ts';
import { ORDER_STATUSES, type OrderStatus } from '../database/column-values.ts';
import { ORDER_EXAMPLE } from '../http/openapi/examples.ts';
import { TEXT_PATTERN } from '../pets/pet.ts';

export { ORDER_STATUSES, type OrderStatus };

/**
 * Every way an order can change. Only the clock expires one; everything else is asked for.
 *
 *     placed -> approved -> completed
 *     placed | approved -> cancelled
 *     placed -> expired
 */
export const ORDER_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['approved', 'cancelled', 'expired'],
  approved: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  expired: [],
};

/** What becomes of the pet when its order reaches a status; while the order is open the pet is `pending`. */
export const PET_STATUS_FOR = {
  placed: 'pending',
  approved: 'pending',
  completed: 'sold',
  cancelled: 'available',
  expired: 'available',
} as const satisfies Record<OrderStatus, string>;

/** What may be asked for, from a status. */
export function requestableFrom(status: OrderStatus): OrderStatus[] {
  return ORDER_TRANSITIONS[status].filter((next) => next !== 'expired');
}

/** What may be asked for, from some status. */
const REQUESTABLE: ReadonlySet<OrderStatus> = new Set(ORDER_STATUSES.flatMap(requestableFrom));

/** How many pets a member may hold at once, so that nobody can hold the whole catalogue. */
export const MAX_OPEN_ORDERS = 20;

const MAX_REFERENCE_LENGTH = 100;

/** One request to adopt one pet. Times are milliseconds since the Unix epoch. */
export interface Order {
  readonly id: bigint;
  readonly petId: bigint;
  /** Who placed it. */
  readonly accountId: bigint;
  /** Who added the pet; null where only managers may act on it. */
  readonly ownerId: bigint | null;
  readonly status: OrderStatus;
  readonly reference: string | null;
  readonly placedAt: number;
  /** When the hold ends; null unless the order is `placed`. */
  readonly expiresAt: number | null;
  readonly updatedAt: number;
}

/** An order as the interface shows it: what is null is left out, times are RFC 3339 in UTC. */
export function orderResource(order: Order) {
  return {
    id: order.id,
    petId: order.petId,
    status: order.status,
    ...(order.reference === null ? {} : { reference: order.reference }),
    placedAt: new Date(order.placedAt).toISOString(),
    ...(order.expiresAt === null ? {} : { expiresAt: new Date(order.expiresAt).toISOString() }),
    updatedAt: new Date(order.updatedAt).toISOString(),
  };
}

export type OrderResource = ReturnType<typeof orderResource>;

export function orderJson(order: Order): string {
  return stringifyJson(orderResource(order));
}

/** The same order a while later. */
export const APPROVED_ORDER_EXAMPLE = {
  id: 7n,
  petId: 3562n,
  status: 'approved',
  reference: 'application 2026-118',
  placedAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:30:00.000Z',
};

const petId = Int64({ description: 'The pet to adopt.', examples: [3562n] });
const reference = Type.Optional(
  Type.String({
    maxLength: MAX_REFERENCE_LENGTH,
    format: 'plain-text',
    pattern: TEXT_PATTERN,
    description:
      "The client's own string, at most 100 characters, such as an application number, without U+0000 and lone surrogates. Never put personal data here.",
  }),
);

const OrderStatusSchema = Type.Unsafe<OrderStatus>({
  $id: 'OrderStatus',
  type: 'string',
  enum: [...ORDER_STATUSES],
  description: 'How far an order has come. `placed` and `approved` are open: they hold the pet.',
});
const StatusRef = Type.Unsafe<OrderStatus>({ $ref: 'OrderStatus#' });

const NewOrderSchema = Type.Object(
  { petId, reference },
  {
    $id: 'NewOrder',
    description: 'A request to adopt one pet. Members that are not named here are ignored.',
    examples: [{ petId: 3562n, reference: 'application 2026-118' }],
  },
);
export type NewOrder = { petId: bigint; reference?: string };

const OrderChangeSchema = Type.Object(
  {
    status: Type.Unsafe<OrderStatus>({
      type: 'string',
      enum: ORDER_STATUSES.filter((status) => REQUESTABLE.has(status)),
      description: 'The status to reach.',
    }),
  },
  {
    $id: 'OrderChange',
    description: 'What to do with an order. Members that are not named here are ignored.',
    examples: [{ status: 'approved' }],
  },
);

/**
 * What a change is checked by. It takes the other statuses too, so that repeating an order's own status stays a change of
 * nothing and any other is 409, as published.
 */
export const AnyOrderChange = Type.Object({ status: StatusRef });

const time = (description: string) => Type.String({ format: 'date-time', description });

const OrderSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier assigned by the service.', minimum: 1, examples: [7n] }),
    petId,
    status: StatusRef,
    reference,
    placedAt: time('When it was placed, in UTC.'),
    expiresAt: Type.Optional(time('When the hold ends by itself; only while `placed`.')),
    updatedAt: time('When its status last changed, in UTC.'),
  },
  {
    $id: 'Order',
    description: 'One request to adopt one pet. While it is open it holds the pet.',
    examples: [ORDER_EXAMPLE],
  },
);

const OrdersSchema = Type.Array(Type.Unsafe<OrderResource>({ $ref: 'Order#' }), {
  $id: 'Orders',
  description: 'A page of orders.',
});

export const ORDER_SCHEMAS = [
  OrderStatusSchema,
  NewOrderSchema,
  OrderChangeSchema,
  OrderSchema,
  OrdersSchema,
];
