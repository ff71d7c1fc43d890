import { Type } from 'typebox';
import { SECOND, timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import type { KeyKind } from '../accounts/api-key.ts';
import { type ApiKey, findApiKey } from '../accounts/api-key-queries.ts';
import { accountOf, actorOf } from '../accounts/authenticate.ts';
import { idempotencyHeaders } from '../idempotency/idempotent-writes.ts';
import { accountNotFound } from './account-changes.ts';
import { type AdministrationDependencies, accountParams } from './account-routes.ts';
import { type CreatedKey, createKey, grantFaults, keyNotFound, rotateKey } from './key-changes.ts';
import { keyParams } from './key-routes.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  type KeyRequest,
  keyJson,
  NEW_KEY_EXAMPLE,
  type RotationBody,
} from './key-schemas.ts';

interface NewKeyRouteDependencies extends Pick<AdministrationDependencies, 'clock' | 'writes'> {
  /** The kind of the keys that this service accepts. */
  keyKind: KeyKind;
}

const tags = ['Administration'];
const IDEMPOTENCY_ERRORS = [
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'secret_already_issued',
] as const;

const IssuedKeyRef = Type.Unsafe<ApiKey>({ $ref: 'IssuedKey#' });

/** The operations whose responses have a secret. */
export function newKeyRoutes({ clock, writes, keyKind: kind }: NewKeyRouteDependencies): Route[] {
  const responseOf = ({ key, secret }: CreatedKey, exchange: Exchange) => ({
    status: 201,
    location: `/v1/keys/${key.id}`,
    body: keyJson(key, actorOf(exchange).keyId, clock.now(), secret),
    messageOnRepetition: `An earlier request with this Idempotency-Key has created key ${key.id}, and its secret was sent then. If it is lost, revoke the key and create another one.`,
  });
  return [
    route({
      method: 'POST',
      path: '/v1/accounts/:accountId/keys',
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Create a key',
        description:
          'Creates a key for an account. Its secret is only in this response. Needs the role `admin`.',
        params: accountParams,
        headers: idempotencyHeaders,
        body: Type.Unsafe<KeyRequest>({ $ref: 'KeyRequest#' }),
        responses: {
          201: { ...IssuedKeyRef, description: 'The key with its secret.', examples: [NEW_KEY_EXAMPLE] },
        },
      },
      stability: 'experimental',
      role: 'admin',
      notFound: accountNotFound,
      errors: ['account_not_found', 'limit_reached', ...IDEMPOTENCY_ERRORS],
      bodyFaults: ({ role, allowedOrigins, scopes, expiresAt }, now) =>
        grantFaults({ role, allowedOrigins, scopes, expiresAt: timeOf(expiresAt) }, undefined, now),
      handle: (exchange, input) => {
        const { label, role, allowedOrigins, scopes, expiresAt } = input.body;
        const { accountId } = input.params;
        const change = { actor: actorOf(exchange), at: clock.now() };
        const grants = { role, allowedOrigins, scopes, expiresAt: timeOf(expiresAt) };
        const asked = { accountId, kind, label, ...grants };
        return writes.respond(exchange, input, {
          locks: [ACCESS_LOCK],
          apply: async (db) => responseOf(await createKey(db, asked, change), exchange),
        });
      },
    }),

    route({
      method: 'POST',
      path: '/v1/keys/:keyId/rotation',
      schema: {
        operationId: 'rotateKey',
        tags,
        summary: 'Replace a key',
        description:
          'Creates a key with the account, label, role, origins and scopes of another one, which stays valid for the overlap. An admin may rotate any key; any other key of a member or manager only itself, without a longer life. Of a key and its successors at most two are valid: during the overlap neither can be rotated.',
        params: keyParams,
        headers: idempotencyHeaders,
        body: Type.Unsafe<RotationBody>({ $ref: 'Rotation#' }),
        responses: {
          201: {
            ...IssuedKeyRef,
            description: 'The new key with its secret.',
            examples: [NEW_KEY_EXAMPLE],
          },
        },
      },
      stability: 'experimental',
      role: 'member',
      notFound: keyNotFound,
      errors: [
        'key_not_found',
        'last_admin_key',
        'key_already_rotated',
        'limit_reached',
        ...IDEMPOTENCY_ERRORS,
      ],
      bodyFaults: ({ expiresAt }, now) => grantFaults({ expiresAt: timeOf(expiresAt) }, undefined, now),
      handle: (exchange, input) => {
        const { overlapSeconds = DEFAULT_OVERLAP_SECONDS, expiresAt } = input.body;
        const { keyId: id } = input.params;
        const change = { actor: actorOf(exchange), at: clock.now() };
        const rotation = { overlapMs: overlapSeconds * SECOND, expiresAt: timeOf(expiresAt) };
        return writes.respond(exchange, input, {
          locks: [ACCESS_LOCK],
          check: (db) => checkRotation(db, exchange, id, rotation.expiresAt),
          apply: async (db) => responseOf(await rotateKey(db, { id, kind }, rotation, change), exchange),
        });
      },
    }),
  ];
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
    const limit = timeText(key.expiresAt);
    throw fieldError('invalid_body', 'expiresAt', `must not be after ${limit}, when the key expires`);
  }
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
