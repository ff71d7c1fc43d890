import { Type } from 'typebox';
import type { Clock } from '../../platform/core/clock.ts';
import { ApiError, afterEffect } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import { boundedCount } from '../../platform/database/bounded-count.ts';
import type { Database } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { countedPageHeaders, withTotal } from '../../platform/http/responses/total.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AccountRecord } from '../accounts/account.ts';
import { findAccount, pageOfAccounts } from '../accounts/account-queries.ts';
import { accessWrite, actorOf } from '../accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../idempotency/idempotent-writes.ts';
import { dayOf } from '../quota/fixed-window.ts';
import { loadCounters } from '../quota/usage-queries.ts';
import { accountNotFound, changeAccount, createAccount, quotaFaults } from './account-changes.ts';
import {
  ACCOUNT_EXAMPLE,
  type AccountChangeBody,
  type AccountRequest,
  accountJson,
} from './account-schemas.ts';

export interface AdministrationDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
}

const tags = ['Administration'];
const SHARED = { stability: 'experimental', role: 'admin' } as const;
const NOTHING_TO_CHANGE = 'The body must have at least one of name, plan, role, quota and disabled.';

const AccountRef = Type.Unsafe<AccountRecord>({ $ref: 'Account#' });

export const accountParams = Type.Object({
  accountId: Int64({ description: 'Identifier of the account.', examples: [4n] }),
});

export function accountRoutes({ database, clock, writes }: AdministrationDependencies): Route[] {
  const requestsOf = (accounts: readonly AccountRecord[]) =>
    andThen(
      loadCounters(
        database.read,
        'day',
        [dayOf(clock.now())],
        accounts.map(({ id }) => id),
      ),
      (counters) => new Map(counters.map(({ accountId, used }) => [accountId, used])),
    );
  return [
    route({
      method: 'GET',
      path: '/v1/accounts',
      schema: {
        operationId: 'listAccounts',
        tags,
        summary: 'List accounts',
        description:
          'Returns the accounts, newest first. Needs the role `admin`. `X-Total-Count` is offered up to 10,000 accounts.',
        query: Type.Object(pageParameters),
        headers: countedPageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<AccountRecord[]>({ $ref: 'Accounts#' }),
            description: 'A page of accounts.',
            examples: [[ACCOUNT_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      handle: (exchange, { query }) => {
        const page = pageRequest('/v1/accounts', query, {});
        const range = { after: page.after, limit: page.rowLimit, descending: page.order === 'newest first' };
        return andThen(pageOfAccounts(database.read, range), (found) =>
          andThen(requestsOf(found), (requests) =>
            withTotal(
              exchange,
              buildPage(page, found, (account) => accountJson(account, requests)),
              () => boundedCount(database.read, 'accounts'),
            ),
          ),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/v1/accounts/:accountId',
      schema: {
        operationId: 'getAccount',
        tags,
        summary: 'Read an account',
        description: 'Returns one account. Needs the role `admin`.',
        params: accountParams,
        responses: {
          200: { ...AccountRef, description: 'The account.', examples: [ACCOUNT_EXAMPLE] },
        },
      },
      ...SHARED,
      notFound: accountNotFound,
      errors: ['account_not_found'],
      handle: (_exchange, { params: { accountId } }) =>
        andThen(findAccount(database.read, { id: accountId }), (account) => {
          if (account === undefined) throw accountNotFound(String(accountId));
          return andThen(requestsOf([account]), (requests) =>
            Representation.transient(accountJson(account, requests)),
          );
        }),
    }),

    route({
      method: 'POST',
      path: '/v1/accounts',
      schema: {
        operationId: 'createAccount',
        tags,
        summary: 'Create an account',
        description:
          'Creates an account without a key: `POST /v1/accounts/{accountId}/keys` creates its first one. Needs the role `admin`.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<AccountRequest>({ $ref: 'AccountRequest#' }),
        responses: { 201: { ...AccountRef, description: 'The account.', examples: [ACCOUNT_EXAMPLE] } },
      },
      ...SHARED,
      errors: ['account_exists', 'idempotency_key_in_use', 'idempotency_key_reused'],
      bodyFaults: ({ plan, quota: customQuota }) =>
        plan === undefined ? [] : quotaFaults({ plan, customQuota }),
      handle: (exchange, input) => {
        const { quota: customQuota, role = 'member', ...terms } = input.body;
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          locks: [ACCESS_LOCK],
          apply: async (db) => {
            const account = await createAccount(db, { ...terms, role, customQuota }, change);
            return {
              status: 201,
              location: `/v1/accounts/${account.id}`,
              body: accountJson(account, new Map()),
            };
          },
        });
      },
    }),

    route({
      method: 'PATCH',
      path: '/v1/accounts/:accountId',
      schema: {
        operationId: 'updateAccount',
        tags,
        summary: 'Change an account',
        description:
          'Changes the given members of an account, within one second in all processes. Another plan than `enterprise` ends its own quota. Needs the role `admin`.',
        params: accountParams,
        body: Type.Unsafe<AccountChangeBody>({ $ref: 'AccountChange#' }),
        responses: {
          200: { ...AccountRef, description: 'The account after the change.', examples: [ACCOUNT_EXAMPLE] },
        },
      },
      ...SHARED,
      notFound: accountNotFound,
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      errors: ['account_not_found', 'account_exists', 'last_admin_key'],
      // Without one of them, the account decides.
      bodyFaults: ({ plan, quota: customQuota }) =>
        plan === undefined || customQuota === undefined ? [] : quotaFaults({ plan, customQuota }),
      handle: async (exchange, { params: { accountId }, body: terms }) => {
        const { name, plan, role, quota: customQuota, disabled: isDisabled } = terms;
        const asked = { name, plan, role, customQuota, isDisabled };
        if (Object.values(asked).every((value) => value === undefined)) {
          throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
        }
        const change = { actor: actorOf(exchange), at: clock.now() };
        const account = await database.write(
          (db) => changeAccount(db, accountId, asked, change),
          accessWrite(exchange),
        );
        const body = accountJson(account, await afterEffect(() => requestsOf([account])));
        return { status: 200, headers: [], body };
      },
    }),
  ];
}
