import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findAccount } from '../accounts/account-store.ts';
import type { KeyKind } from '../accounts/api-key.ts';
import { type ApiKey, findApiKey, pageOfApiKeys } from '../accounts/api-key-store.ts';
import { accountOf, actorOf } from '../accounts/authenticate.ts';
import { SECOND } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import { Int64 } from '../core/int64.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { type Exchange, exchangeOf } from '../http/exchange.ts';
import { addRead } from '../http/read.ts';
import { bodyTypes } from '../http/requests/body-types.ts';
import {
  buildPage,
  type PageRequest,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../http/responses/pagination.ts';
import { sendAnswer } from '../http/responses/send-answer.ts';
import { idempotencyHeaders } from '../idempotency/idempotent-writes.ts';
import { accountNotFound } from './account-changes.ts';
import { type AdministrationDependencies, accountParams } from './account-routes.ts';
import {
  type CreatedKey,
  createKey,
  keyNotFound,
  labelKey,
  liftKeyBan,
  revokeKey,
  rotateKey,
} from './key-changes.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  IssuedKeySchema,
  KEY_EXAMPLE,
  type KeyChangeBody,
  KeyChangeSchema,
  KeySchema,
  KeysSchema,
  keyJson,
  NEW_KEY_EXAMPLE,
  type NewKeyBody,
  NewKeySchema,
  type RotationBody,
  RotationSchema,
} from './key-schemas.ts';

interface KeyRouteDependencies extends AdministrationDependencies {
  /** The kind of the keys that this service accepts. */
  keyKind: KeyKind;
}

const tags = ['Administration'];
const SHARED = { stability: 'experimental', role: 'admin' } as const;
const OF_ONE_KEY = { ...SHARED, notFound: keyNotFound };
const IDEMPOTENCY_ERRORS = [
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'secret_already_issued',
] as const;

const KeyRef = Type.Unsafe<ApiKey>({ $ref: 'Key#' });
const IssuedKeyRef = Type.Unsafe<ApiKey>({ $ref: 'IssuedKey#' });
const keyParams = Type.Object({
  keyId: Int64({ description: 'Identifier of the key.', examples: [8n] }),
});
const pageResponses = {
  200: {
    ...Type.Unsafe<ApiKey[]>({ $ref: 'Keys#' }),
    description: 'A page of keys.',
    examples: [[KEY_EXAMPLE]],
  },
  304: Type.Null({ description: 'The page is still the one that `If-None-Match` names.' }),
};

export function keyRoutes(dependencies: KeyRouteDependencies): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of [
      KeySchema,
      KeysSchema,
      IssuedKeySchema,
      NewKeySchema,
      KeyChangeSchema,
      RotationSchema,
    ]) {
      app.addSchema(schema);
    }
    await app.register(keyLists(dependencies));
    await app.register(newKeys(dependencies));
    await app.register(keyChanges(dependencies));
  };
}

function keyLists({ database, clock }: KeyRouteDependencies): FastifyPluginAsyncTypebox {
  const pageOf = (exchange: Exchange, page: PageRequest, accountId: bigint) => {
    const { after, rowLimit: limit, order } = page;
    const range = { accountId, after, limit, descending: order === 'newest first' };
    const { keyId } = actorOf(exchange);
    return andThen(pageOfApiKeys(database.read, range), (found) =>
      buildPage(page, found, (key) => keyJson(key, keyId, clock.now())),
    );
  };
  return async (app) => {
    addRead(
      app,
      '/keys',
      {
        schema: {
          operationId: 'listKeys',
          tags,
          summary: 'List your keys',
          description: 'Returns the keys of your account, newest first. Needs the role `member` or above.',
          querystring: Type.Object(pageParameters),
          headers: pageHeaders,
          response: pageResponses,
        },
        config: { stability: 'experimental', role: 'member' },
      },
      (exchange, { query }) => pageOf(exchange, pageRequest('/v1/keys', query, {}), accountOf(exchange).id),
    );

    addRead(
      app,
      '/accounts/:accountId/keys',
      {
        schema: {
          operationId: 'listAccountKeys',
          tags,
          summary: 'List the keys of an account',
          description:
            'Returns the keys of an account, also revoked and expired ones, newest first. Needs the role `admin`.',
          params: accountParams,
          querystring: Type.Object(pageParameters),
          headers: pageHeaders,
          response: pageResponses,
        },
        config: { ...SHARED, notFound: accountNotFound, errors: ['account_not_found'] },
      },
      (exchange, { query, params: { accountId } }) =>
        andThen(findAccount(database.read, { id: accountId }), (account) => {
          if (account === undefined) throw accountNotFound(String(accountId));
          return pageOf(exchange, pageRequest(`/v1/accounts/${accountId}/keys`, query, {}), accountId);
        }),
    );
  };
}

/** The operations whose responses have a secret. */
function newKeys({ clock, writes, keyKind: kind }: KeyRouteDependencies): FastifyPluginAsyncTypebox {
  const responseOf = ({ key, secret }: CreatedKey, exchange: Exchange) => ({
    status: 201,
    location: `/v1/keys/${key.id}`,
    body: keyJson(key, actorOf(exchange).keyId, clock.now(), secret),
    messageOnRepetition: `An earlier request with this Idempotency-Key has created key ${key.id}, and its secret was sent then. If it is lost, revoke the key and create another one.`,
  });
  return async (app) => {
    app.post(
      '/accounts/:accountId/keys',
      {
        schema: {
          operationId: 'createKey',
          tags,
          summary: 'Create a key',
          description:
            'Creates a key for an account. Its secret is only in this response. Needs the role `admin`.',
          params: accountParams,
          headers: idempotencyHeaders,
          body: Type.Unsafe<NewKeyBody>({ $ref: 'NewKey#' }),
          response: {
            201: { ...IssuedKeyRef, description: 'The key with its secret.', examples: [NEW_KEY_EXAMPLE] },
          },
        },
        config: {
          ...SHARED,
          notFound: accountNotFound,
          errors: ['account_not_found', ...IDEMPOTENCY_ERRORS],
        },
      },
      async (request, reply) => {
        const { label, role, allowedOrigins, expiresAt } = request.body;
        const { accountId } = request.params;
        const exchange = exchangeOf(request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const asked = { accountId, kind, label, role, allowedOrigins, expiresAt: timeOf(expiresAt) };
        return writes.respond(request, reply, {
          apply: async (db) => responseOf(await createKey(db, asked, change), exchange),
        });
      },
    );

    app.post(
      '/keys/:keyId/rotation',
      {
        schema: {
          operationId: 'rotateKey',
          tags,
          summary: 'Replace a key',
          description:
            'Creates a key with the account, label, role and origins of another one, which stays valid for the overlap. An admin may rotate any key; any other key of a member or manager only itself, without a longer life.',
          params: keyParams,
          headers: idempotencyHeaders,
          body: Type.Unsafe<RotationBody>({ $ref: 'Rotation#' }),
          response: {
            201: {
              ...IssuedKeyRef,
              description: 'The new key with its secret.',
              examples: [NEW_KEY_EXAMPLE],
            },
          },
        },
        config: {
          ...OF_ONE_KEY,
          role: 'member',
          errors: ['key_not_found', 'last_admin_key', ...IDEMPOTENCY_ERRORS],
        },
      },
      async (request, reply) => {
        const { overlapSeconds = DEFAULT_OVERLAP_SECONDS, expiresAt } = request.body;
        const { keyId: id } = request.params;
        const exchange = exchangeOf(request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const rotation = { overlapMs: overlapSeconds * SECOND, expiresAt: timeOf(expiresAt) };
        return writes.respond(request, reply, {
          check: (db) => checkRotation(db, exchange, id, rotation.expiresAt),
          apply: async (db) => responseOf(await rotateKey(db, { id, kind }, rotation, change), exchange),
        });
      },
    );
  };
}

/** Rejects the rotation of another key by anyone but an admin, and one that lengthens the life of the caller's key. */
async function checkRotation(
  db: Queries,
  exchange: Exchange,
  id: bigint,
  expiresAt: number | undefined,
): Promise<void> {
  const { role, id: accountId } = accountOf(exchange);
  if (role === 'admin') return;
  const key = await findApiKey(db, id);
  if (key === undefined || key.accountId !== accountId) throw keyNotFound(String(id));
  if (actorOf(exchange).keyId !== id) {
    throw new ApiError(
      'insufficient_role',
      'A key may rotate only itself. Ask an admin to rotate another one.',
    );
  }
  if (key.expiresAt !== undefined && expiresAt !== undefined && expiresAt > key.expiresAt) {
    const limit = new Date(key.expiresAt).toISOString();
    throw new ApiError('invalid_body', `expiresAt must not be after ${limit}, when the key expires.`);
  }
}

function keyChanges({ database, clock }: KeyRouteDependencies): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/keys/:keyId',
      {
        schema: {
          operationId: 'updateKey',
          tags,
          summary: 'Label a key',
          description: 'Sets or removes the label of a key. Needs the role `admin`.',
          params: keyParams,
          consumes: [...bodyTypes('PATCH')],
          body: Type.Unsafe<KeyChangeBody>({ $ref: 'KeyChange#' }),
          response: { 200: { ...KeyRef, description: 'The key after the change.', examples: [KEY_EXAMPLE] } },
        },
        config: { ...OF_ONE_KEY, errors: ['key_not_found'] },
      },
      async (request, reply) => {
        const actor = actorOf(exchangeOf(request));
        const label = request.body.label ?? undefined;
        const now = clock.now();
        const key = await database.write((db) =>
          labelKey(db, request.params.keyId, label, { actor, at: now }),
        );
        return sendAnswer(reply, { status: 200, headers: [], body: keyJson(key, actor.keyId, now) });
      },
    );

    app.delete(
      '/keys/:keyId',
      {
        schema: {
          operationId: 'revokeKey',
          tags,
          summary: 'Revoke a key',
          description: 'Revokes a key for ever, within one second in all processes. Needs the role `admin`.',
          params: keyParams,
          response: { 204: Type.Null({ description: 'The key is revoked.' }) },
        },
        config: { ...OF_ONE_KEY, errors: ['key_not_found', 'last_admin_key'] },
      },
      async (request, reply) => {
        const change = { actor: actorOf(exchangeOf(request)), at: clock.now() };
        await database.write((db) => revokeKey(db, request.params.keyId, change));
        return sendAnswer(reply, { status: 204, headers: [] });
      },
    );

    app.delete(
      '/keys/:keyId/ban',
      {
        schema: {
          operationId: 'liftBan',
          tags,
          summary: 'Lift the ban of a key',
          description: 'Ends the ban of a key, if it has one. Needs the role `admin`.',
          params: keyParams,
          response: { 204: Type.Null({ description: 'The key has no ban.' }) },
        },
        config: { ...OF_ONE_KEY, errors: ['key_not_found'] },
      },
      async (request, reply) => {
        const change = { actor: actorOf(exchangeOf(request)), at: clock.now() };
        await database.write((db) => liftKeyBan(db, request.params.keyId, change));
        return sendAnswer(reply, { status: 204, headers: [] });
      },
    );
  };
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
