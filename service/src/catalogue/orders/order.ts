import { Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../platform/database/column-values.ts';
import { ORDER_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { TEXT_PATTERN } from '../../platform/http/requests/text.ts';
import { MAX_IN_GROUP } from '../pets/bonds/bonded-pets.ts';

export { ORDER_STATUSES, type OrderStatus };

/**
 * The transitions of an order. Orders expire by the clock; clients request every other transition.
 *
 *     placed -> approved -> completed
 *     placed | approved -> cancelled
 *     placed -> expired
 */
const ORDER_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['approved', 'cancelled', 'expired'],
  approved: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  expired: [],
};

/** The status of a pet by the status of its order. While the order is open, the pet is `pending`. */
export const PET_STATUS_FOR = {
  placed: 'pending',
  approved: 'pending',
  completed: 'sold',
  cancelled: 'available',
  expired: 'available',
} as const satisfies Record<OrderStatus, string>;

/** Returns the statuses that a client can request for an order with this status. */
export function requestableFrom(status: OrderStatus): OrderStatus[] {
  return ORDER_TRANSITIONS[status].filter((next) => next !== 'expired');
}

/** The statuses that a client can request for some order. */
export const REQUESTABLE_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) =>
  ORDER_STATUSES.some((from) => requestableFrom(from).includes(status)),
);

/** The maximum of open orders of a member, so that no account can hold the whole catalogue. */
export const MAX_OPEN_ORDERS = 20;

const MAX_REFERENCE_LENGTH = 100;

/** The longest hold that a client can choose, in hours: 30 days. */
const MAX_HOLD_HOURS = 720;

/** One request to adopt one pet. Times are milliseconds since the Unix epoch. */
export interface Order {
  readonly id: bigint;
  readonly petId: bigint;
  /** The account that placed it. */
  readonly accountId: bigint;
  /** The account that added the pet; null if only managers can change the pet. */
  readonly ownerId: bigint | null;
  readonly status: OrderStatus;
  readonly reference: string | null;
  readonly placedAt: number;
  /** When the hold ends; null unless the order is `placed`. */
  readonly expiresAt: number | null;
  readonly updatedAt: number;
  /** The orders of the animals that its pet goes together with, which always have its status (docs/adr/0097). */
  readonly bondedOrderIds: readonly bigint[];
}

/** An order as in the API: without members that are null, with times in RFC 3339 (UTC). */
export interface OrderResource extends Pick<Order, 'id' | 'petId' | 'status'> {
  readonly reference?: string;
  readonly placedAt: string;
  readonly expiresAt?: string;
  readonly updatedAt: string;
  readonly bondedOrderIds?: readonly bigint[];
}

/** Returns an order as JSON of the API. Five times as fast as a generic serialiser, and every page and event needs it. */
export function orderJson(order: Order): string {
  const { id, petId, status, reference, placedAt, expiresAt, updatedAt, bondedOrderIds } = order;
  const given = reference === null ? '' : `,"reference":${JSON.stringify(reference)}`;
  const expiry = expiresAt === null ? '' : `,"expiresAt":"${timeText(expiresAt)}"`;
  const bonded = bondedOrderIds.length === 0 ? '' : `,"bondedOrderIds":[${bondedOrderIds}]`;
  return `{"id":${id},"petId":${petId},"status":"${status}"${given},"placedAt":"${timeText(placedAt)}"${expiry},"updatedAt":"${timeText(updatedAt)}"${bonded}}`;
}

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
    description: `The client's own string, at most ${MAX_REFERENCE_LENGTH} characters, such as an application number, without U+0000 and lone surrogates. Do not use personal data.`,
  }),
);

const OrderStatusSchema = Type.Unsafe<OrderStatus>({
  $id: 'OrderStatus',
  type: 'string',
  enum: [...ORDER_STATUSES],
  description: 'Status of an order. `placed` and `approved` orders are open and hold the pet.',
});
const StatusRef = Type.Unsafe<OrderStatus>({ $ref: 'OrderStatus#' });

const holdHours = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_HOLD_HOURS,
    description: `How long the hold lasts, in hours: at most ${MAX_HOLD_HOURS}, which are 30 days. Only the account that added the animal and managers can choose a hold that is longer than the setting of the service.`,
    examples: [72],
  }),
);

const OrderRequestSchema = Type.Object(
  { petId, reference, holdHours },
  {
    $id: 'OrderRequest',
    description: 'A request to adopt one pet. Unknown members are ignored.',
    examples: [{ petId: 3562n, reference: 'application 2026-118' }],
  },
);
export type OrderRequest = { petId: bigint; reference?: string; holdHours?: number };

const OrderChangeSchema = Type.Object(
  {
    status: Type.Unsafe<OrderStatus>({
      type: 'string',
      enum: [...REQUESTABLE_STATUSES],
      description: 'The new status.',
    }),
  },
  {
    $id: 'OrderChange',
    description: 'A change of an order. Unknown members are ignored.',
    examples: [{ status: 'approved' }],
  },
);

/**
 * The schema that validates a change. It accepts every status, although openapi.json lists only those that a client can
 * request: setting the current status again does nothing, and any other status is 409.
 */
export const AnyOrderChange = Type.Object({ status: StatusRef });

const time = (description: string) => Type.String({ format: 'date-time', description });

const OrderSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier assigned by the service.', minimum: 1, examples: [7n] }),
    petId,
    status: StatusRef,
    reference,
    placedAt: time('Time when it was placed, in UTC.'),
    expiresAt: Type.Optional(time('Time when the hold ends automatically; only while `placed`.')),
    updatedAt: time('Time of the last change of its status, in UTC.'),
    bondedOrderIds: Type.Optional(
      Type.Array(Int64({ description: 'Identifier of an order.', examples: [8n] }), {
        minItems: 1,
        maxItems: MAX_IN_GROUP - 1,
        description:
          'The orders of the animals that go together with this one (`bondedWith` of its profile). They were placed with it, and always have the same status: a change of one changes all.',
      }),
    ),
  },
  {
    $id: 'Order',
    description: 'A request to adopt one pet. While it is open, it holds the pet.',
    examples: [ORDER_EXAMPLE],
  },
);

const OrdersSchema = Type.Array(Type.Unsafe<OrderResource>({ $ref: 'Order#' }), {
  $id: 'Orders',
  description: 'A page of orders.',
});

export const ORDER_SCHEMAS = [
  OrderStatusSchema,
  OrderRequestSchema,
  OrderChangeSchema,
  OrderSchema,
  OrdersSchema,
];
