import { Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  type PageRequest,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { type ApiKey, pageOfApiKeys } from '../accounts/api-key-queries.ts';
import { accessWrite, accountOf, actorOf } from '../accounts/authenticate.ts';
import { accountNotFound } from './account-changes.ts';
import { type AdministrationDependencies, accountParams } from './account-routes.ts';
import { keyNotFound, labelKey, liftKeyBan, revokeKey } from './key-changes.ts';
import { KEY_EXAMPLE, type KeyChangeBody, keyJson } from './key-schemas.ts';

type KeyRouteDependencies = Pick<AdministrationDependencies, 'database' | 'clock'>;

const tags = ['Administration'];
const SHARED = { stability: 'experimental', role: 'admin' } as const;
const OF_ONE_KEY = { ...SHARED, notFound: keyNotFound };

const KeyRef = Type.Unsafe<ApiKey>({ $ref: 'Key#' });
export const keyParams = Type.Object({
  keyId: Int64({ description: 'Identifier of the key.', examples: [8n] }),
});
const pageResponses = {
  200: {
    ...Type.Unsafe<ApiKey[]>({ $ref: 'Keys#' }),
    description: 'A page of keys.',
    examples: [[KEY_EXAMPLE]],
  },
  304: PAGE_UNCHANGED,
};

export function keyRoutes(dependencies: KeyRouteDependencies): Route[] {
  return [...keyLists(dependencies), ...keyChanges(dependencies)];
}

function keyLists({ database, clock }: KeyRouteDependencies): Route[] {
  const pageOf = (exchange: Exchange, page: PageRequest, accountId: bigint) => {
    const { after, rowLimit: limit, order } = page;
    const range = { accountId, after, limit, descending: order === 'newest first' };
    const { keyId } = actorOf(exchange);
    return andThen(pageOfApiKeys(database.read, range), (found) =>
      buildPage(page, found, (key) => keyJson(key, keyId, clock.now())),
    );
  };
  return [
    route({
      method: 'GET',
      path: '/v1/keys',
      schema: {
        operationId: 'listKeys',
        tags,
        summary: 'List your keys',
        description: 'Returns the keys of your account, newest first. Needs the role `member` or above.',
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: pageResponses,
      },
      stability: 'experimental',
      role: 'member',
      handle: (exchange, { query }) =>
        pageOf(exchange, pageRequest('/v1/keys', query, {}), accountOf(exchange).id),
    }),

    route({
      method: 'GET',
      path: '/v1/accounts/:accountId/keys',
      schema: {
        operationId: 'listAccountKeys',
        tags,
        summary: 'List the keys of an account',
        description:
          'Returns the keys of an account, also revoked and expired ones, newest first. Needs the role `admin`.',
        params: accountParams,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: pageResponses,
      },
      ...SHARED,
      notFound: accountNotFound,
      errors: ['account_not_found'],
      handle: (exchange, { query, params: { accountId } }) =>
        andThen(findAccount(database.read, { id: accountId }), (account) => {
          if (account === undefined) throw accountNotFound(String(accountId));
          return pageOf(exchange, pageRequest(`/v1/accounts/${accountId}/keys`, query, {}), accountId);
        }),
    }),
  ];
}

function keyChanges({ database, clock }: KeyRouteDependencies): Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/v1/keys/:keyId',
      schema: {
        operationId: 'updateKey',
        tags,
        summary: 'Label a key',
        description: 'Sets or removes the label of a key. Needs the role `admin`.',
        params: keyParams,
        body: Type.Unsafe<KeyChangeBody>({ $ref: 'KeyChange#' }),
        responses: { 200: { ...KeyRef, description: 'The key after the change.', examples: [KEY_EXAMPLE] } },
      },
      ...OF_ONE_KEY,
      errors: ['key_not_found'],
      handle: async (exchange, { params: { keyId }, body }) => {
        const actor = actorOf(exchange);
        const label = body.label ?? undefined;
        const now = clock.now();
        const key = await database.write(
          (db) => labelKey(db, keyId, label, { actor, at: now }),
          accessWrite(exchange),
        );
        return { status: 200, headers: [], body: keyJson(key, actor.keyId, now) };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/keys/:keyId',
      schema: {
        operationId: 'revokeKey',
        tags,
        summary: 'Revoke a key',
        description:
          'Revokes a key for ever, within one second in all processes; a stolen one with the keys that replaced it. Needs the role `admin`.',
        params: keyParams,
        query: Type.Object({
          withSuccessors: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              default: 'false',
              description:
                '`true` if the key was stolen: it also revokes the keys that replaced it, which the thief may have made.',
            }),
          ),
        }),
        responses: { 204: Type.Null({ description: 'The key is revoked.' }) },
      },
      ...OF_ONE_KEY,
      errors: ['key_not_found', 'last_admin_key'],
      handle: async (exchange, { params: { keyId }, query: { withSuccessors } }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        const revocation = withSuccessors === 'true' ? 'with successors' : 'only this key';
        await database.write((db) => revokeKey(db, keyId, change, revocation), accessWrite(exchange));
        return { status: 204, headers: [] };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/keys/:keyId/ban',
      schema: {
        operationId: 'liftBan',
        tags,
        summary: 'Lift the ban of a key',
        description: 'Ends the ban of a key, if it has one. Needs the role `admin`.',
        params: keyParams,
        responses: { 204: Type.Null({ description: 'The key has no ban.' }) },
      },
      ...OF_ONE_KEY,
      errors: ['key_not_found'],
      handle: async (exchange, { params: { keyId } }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write((db) => liftKeyBan(db, keyId, change), accessWrite(exchange));
        return { status: 204, headers: [] };
      },
    }),
  ];
}
