import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { KeyKind } from '../accounts/api-key.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { type AddressQuotas, addressQuotaError } from '../quota/address-quota.ts';
import { redeemFirstLink } from './first-link.ts';

export interface FirstLinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The kind of the keys that this service accepts. */
  readonly keyKind: KeyKind;
  /** The quotas for guesses of keys. */
  readonly addresses: AddressQuotas;
  readonly addressOf: (request: FastifyRequest['raw']) => string | undefined;
}

const body = Type.Object({ token: Type.String({ maxLength: 100 }) });

/** Serves `POST /first-key`, by which the console exchanges the first link for a key (docs/adr/0047). It is no operation of the API. */
export function firstLinkRoute(
  app: FastifyInstance,
  { database, clock, keyKind: kind, addresses, addressOf }: FirstLinkDependencies,
): void {
  app.post<{ Body: { token: string } }>(
    '/first-key',
    {
      schema: { hide: true, body },
      onRequest: async ({ raw }) => {
        const decision = addresses.consume(addressOf(raw), clock.now());
        if (decision.refusedBy !== undefined) throw addressQuotaError(decision, 'attempts', clock.now());
      },
    },
    async (request, reply) => {
      const { token } = request.body;
      const { secret } = await database.write((db) => redeemFirstLink(db, { token, kind }, clock.now()));
      return reply.code(201).header('Cache-Control', 'no-store').send({ key: secret });
    },
  );
}
