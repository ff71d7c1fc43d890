import { Type } from 'typebox';
import { type Account, mayActOnAll } from '../../access/accounts/account.ts';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import { HOUR } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { ORDER_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import type { ErrorMessages } from '../../platform/http/openapi/openapi-errors.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  preconditionsOf,
} from '../../platform/http/responses/etag.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { lockGroups } from '../pets/bonds/bonded-pets.ts';
import { datedChange, type ShelterTime } from '../pets/movements/dated-change.ts';
import { petWrite } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { findPet } from '../pets/pet-queries.ts';
import type { HoldExpiry } from './hold-expiry.ts';
import {
  AnyOrderChange,
  APPROVED_ORDER_EXAMPLE,
  ORDER_STATUSES,
  type Order,
  type OrderRequest,
  type OrderResource,
  type OrderStatus,
  orderJson,
} from './order.ts';
import { changeOrder, mayChangeOrder, maySeeOrder, orderLocks, placeOrder } from './order-changes.ts';
import { findOrder, listOrders, lockOrders } from './order-queries.ts';

export interface OrderRouteDependencies extends ShelterTime {
  database: Database;
  writes: IdempotentWrites;
  expiry: HoldExpiry;
  holdHours: number;
}

const tags = ['Store'];
const stability = 'beta';
const ORDER_MESSAGES: ErrorMessages = {
  not_owner: 'Only the account that added pet 3562 or a manager can change order 7 to approved.',
  invalid_transition: 'Order 7 is cancelled and cannot change to approved: a cancelled order is final.',
};
const OrderRef = Type.Unsafe<OrderResource>({ $ref: 'Order#' });
const orderParams = Type.Object({
  orderId: Int64({ description: 'Identifier of the order.', examples: [7n] }),
});

export function orderRoutes(dependencies: OrderRouteDependencies): Route[] {
  const { database, clock, writes, expiry, holdHours } = dependencies;
  const holdMs = holdHours * HOUR;
  return [
    route({
      method: 'GET',
      path: '/v1/store/orders',
      schema: {
        operationId: 'listOrders',
        tags,
        summary: 'List orders',
        description:
          'Returns a page of the orders that the account placed and of those for pets that it added, newest first; a manager sees all.',
        query: Type.Object({
          ...pageParameters,
          status: Type.Optional(
            Type.Unsafe<OrderStatus>({
              type: 'string',
              enum: [...ORDER_STATUSES],
              description: 'Filter by status.',
            }),
          ),
          petId: Type.Optional(Int64({ description: 'Filter by pet.', examples: [3562n] })),
        }),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<OrderResource[]>({ $ref: 'Orders#' }),
            description: 'A page of orders.',
            examples: [[ORDER_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability,
      cache: 'account',
      handle: (exchange, { query }) => {
        const { status, petId } = query;
        const page = pageRequest('/v1/store/orders', query, { status, petId });
        const { order, after, rowLimit: limit } = page;
        const account = accountOf(exchange);
        const visibleTo = mayActOnAll(account) ? undefined : account.id;
        const filters = { visibleTo, status, petId, order, after, limit };
        return andThen(listOrders(database.read, filters), (orders) => buildPage(page, orders, orderJson));
      },
    }),

    route({
      method: 'POST',
      path: '/v1/store/orders',
      schema: {
        operationId: 'placeOrder',
        tags,
        summary: 'Ask to adopt a pet',
        description:
          'Places an order for an available pet and holds the pet, which becomes `pending`. Animals that go together (`bondedWith`) are held together: each gets an order of its own, which `bondedOrderIds` names. The hold ends automatically at `expiresAt`, after `holdHours` or the setting of the service.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<OrderRequest>({ $ref: 'OrderRequest#' }),
        responses: { 201: { ...OrderRef, description: 'The order.', examples: [ORDER_EXAMPLE] } },
      },
      stability,
      errors: [
        'insufficient_role',
        'not_owner',
        'pet_not_found',
        'pet_not_available',
        'too_many_open_orders',
        'idempotency_key_in_use',
        'idempotency_key_reused',
      ],
      handle: (exchange, input) => {
        const { petId, reference, holdHours: chosenHours } = input.body;
        const account = accountOf(exchange);
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          locks: orderLocks(account, petId),
          check: async (db) => {
            if ((await findPet(db, petId)) === undefined) throw petNotFound(String(petId));
          },
          apply: async (db) => {
            const newOrder = { petId, reference, holdHours: chosenHours };
            const order = await placeOrder(db, { account, newOrder, holdMs }, change);
            return {
              status: 201,
              location: `/v1/store/orders/${order.id}`,
              body: orderJson(order),
              onCommit: () => expiry.recordExpiry(order.expiresAt),
            };
          },
        });
      },
    }),

    route({
      method: 'GET',
      path: '/v1/store/orders/:orderId',
      schema: {
        operationId: 'getOrder',
        tags,
        summary: 'Read one order',
        description:
          'Returns an order to the account that placed it, to the one that added its pet, and to managers.',
        params: orderParams,
        headers: conditionalReadHeaders,
        responses: {
          200: { ...OrderRef, description: 'The order.', examples: [ORDER_EXAMPLE] },
          304: Type.Null({ description: 'The order is still the version that `If-None-Match` names.' }),
        },
      },
      stability,
      cache: 'account',
      notFound: orderNotFound,
      errors: ['order_not_found', 'precondition_failed'],
      handle: (exchange, { params: { orderId } }) =>
        andThen(findOrder(database.read, orderId), (order) =>
          Representation.tagged(orderJson(requireVisible(order, orderId, accountOf(exchange)))),
        ),
    }),

    route({
      method: 'PATCH',
      path: '/v1/store/orders/:orderId',
      schema: {
        operationId: 'changeOrder',
        tags,
        summary: 'Approve, complete or cancel an order',
        description:
          'Changes the status of an order and of its pet: `cancelled` makes the pet `available` again, `completed` makes it `sold`. The orders of animals that go together (`bondedOrderIds`) change with it. The account that placed the order can cancel it; the owner of the pet and managers can set any allowed status.',
        params: orderParams,
        headers: conditionalWriteHeaders,
        body: AnyOrderChange,
        responses: {
          200: { ...OrderRef, description: 'The changed order.', examples: [APPROVED_ORDER_EXAMPLE] },
        },
      },
      body: {
        documented: { $ref: 'OrderChange#' },
      },
      stability,
      errorMessages: ORDER_MESSAGES,
      notFound: orderNotFound,
      errors: [
        'insufficient_role',
        'not_owner',
        'order_not_found',
        'precondition_failed',
        'invalid_transition',
        'limit_reached',
      ],
      handle: async (exchange, { params: { orderId }, body: { status } }) => {
        const preconditions = preconditionsOf(exchange.request);
        const account = accountOf(exchange);
        const change = await datedChange(exchange, dependencies);
        // The pet of an order and its owner change only if the pet is merged into another one.
        const unlocked = requireVisible(await findOrder(database.read, orderId), orderId, account);
        if (!mayChangeOrder(account, unlocked, status)) throw notOwner(unlocked, status);
        const order = await database.write(
          async (db) => {
            await lockGroups(db, [unlocked.petId]);
            const orders = await lockOrders(db, [unlocked.id, ...unlocked.bondedOrderIds]);
            const current = orders.find(({ id }) => id === unlocked.id) ?? unlocked;
            if (current.petId !== unlocked.petId) await lockGroups(db, [current.petId]);
            if (!mayChangeOrder(account, current, status)) throw notOwner(current, status);
            checkPreconditions(preconditions, orderJson(current));
            return changeOrder(db, current, status, change);
          },
          petWrite(exchange, unlocked.petId),
        );
        return taggedAnswer(200, orderJson(order));
      },
    }),
  ];
}

/** @throws {ApiError} `order_not_found` if there is no order, or the account may not see it. */
function requireVisible(order: Order | undefined, id: bigint, account: Account): Order {
  if (order === undefined || !maySeeOrder(account, order)) throw orderNotFound(String(id));
  return order;
}

function orderNotFound(id: string): ApiError {
  return new ApiError('order_not_found', `There is no order with the id ${id} that this account may see.`);
}

function notOwner(order: Order, status: OrderStatus): ApiError {
  return new ApiError(
    'not_owner',
    `Only the account that added pet ${order.petId} or a manager can change order ${order.id} to ${status}.`,
  );
}
