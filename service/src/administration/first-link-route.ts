import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import type { KeyKind } from '../accounts/api-key.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { ACCESS_LOCK, SETTINGS_LOCK } from '../database/locks.ts';
import { receiveJson } from '../http/requests/body.ts';
import { type ReceiveBody, type Route, route } from '../http/route.ts';
import type { AddressQuotas } from '../quota/address-quota.ts';
import { addressQuotaError } from '../quota/quota-errors.ts';
import { setFirstTimeZone } from '../settings/setting-queries.ts';
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

const Body = Type.Object({
  token: Type.String({ maxLength: 100 }),
  /** That of the browser, as a guess for that of the shelter. */
  timeZone: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Serves `POST /first-key`, by which the console exchanges the first link for a key (docs/adr/0047). It is no operation of the API. */
export function firstLinkRoute({
  database,
  clock,
  keyKind: kind,
  addresses,
  addressOf,
}: FirstLinkDependencies): Route {
  const receive: ReceiveBody = (exchange) => {
    const decision = addresses.consume(addressOf(exchange.request), clock.now());
    if (decision.refusedBy !== undefined) throw addressQuotaError(decision, 'attempts', clock.now());
    return receiveJson(exchange);
  };
  return route({
    method: 'POST',
    path: '/first-key',
    schema: { body: Body },
    body: { receive },
    handle: async (_exchange, input) => {
      const { token, timeZone } = input.body;
      const now = clock.now();
      const { secret } = await database.write(
        async (db) => {
          const created = await redeemFirstLink(db, { token, kind }, now);
          if (timeZone !== undefined) await setFirstTimeZone(db, timeZone, now);
          return created;
        },
        { locks: [ACCESS_LOCK, SETTINGS_LOCK] },
      );
      const headers = ['cache-control', 'no-store'];
      return { status: 201, headers, body: JSON.stringify({ key: secret }) };
    },
  });
}
