import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { KeyKind } from '../accounts/api-key.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { ACCESS_LOCK } from '../database/lock-names.ts';
import type { ReceiveBody } from '../http/exchange.ts';
import { addOperation } from '../http/operation.ts';
import { receiveJson } from '../http/requests/json-body.ts';
import { type AddressQuotas, addressQuotaError } from '../quota/address-quota.ts';
import { redeemFirstLink } from './first-link.ts';

export interface FirstLinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The kind of the keys that this service accepts. */
  readonly keyKind: KeyKind;
  /** The quotas for guesses of keys. */
  readonly addresses: AddressQuotas;
  readonly addressOf: (request: IncomingMessage) => string | undefined;
}

const body = Type.Object({ token: Type.String({ maxLength: 100 }) });

/** Serves `POST /first-key`, by which the console exchanges the first link for a key (docs/adr/0047). It is no operation of the API. */
export function firstLinkRoute(
  app: FastifyInstance,
  { database, clock, keyKind: kind, addresses, addressOf }: FirstLinkDependencies,
): void {
  const receive: ReceiveBody = (exchange) => {
    const decision = addresses.consume(addressOf(exchange.request), clock.now());
    if (decision.refusedBy !== undefined) throw addressQuotaError(decision, 'attempts', clock.now());
    return receiveJson(exchange);
  };
  addOperation(
    app,
    'POST',
    '/first-key',
    { schema: { hide: true, body }, config: { receive } },
    async (_exchange, input) => {
      const { token } = input.body;
      const { secret } = await database.write((db) => redeemFirstLink(db, { token, kind }, clock.now()), {
        locks: [ACCESS_LOCK],
      });
      const headers = ['cache-control', 'no-store'];
      return { status: 201, headers, body: JSON.stringify({ key: secret }) };
    },
  );
}
