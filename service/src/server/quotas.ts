import type { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import { banUnlessLastAdmin } from '../access/administration/last-admin.ts';
import { ADDRESS_QUOTA, AddressQuotas } from '../access/quota/address-quota.ts';
import type { CountingDependencies } from '../access/quota/count-request.ts';
import { QuotaCounters } from '../access/quota/quota-counters.ts';
import type { QuotaEngine } from '../access/quota/quota-engine.ts';
import { SharedQuotas } from '../access/quota/shared-quotas.ts';
import { type SharedTables, tableOf } from '../access/quota/shared-tables.ts';
import { WriteBehindQuotas } from '../access/quota/write-behind-quotas.ts';
import { systemClock, timeText } from '../platform/core/clock.ts';
import { Throttle } from '../platform/core/throttle.ts';
import { ACCESS_LOCK } from '../platform/database/locks.ts';
import { clientAddressReader } from '../platform/http/requests/client-address.ts';
import type { Dependencies } from './dependencies.ts';
import type { ServingThread } from './threads/shared-memory.ts';
import { throttledFault } from './throttled-fault.ts';

const VALKEY_UNAVAILABLE =
  'Valkey is away: this process counts requests by itself, against its share of each quota';

/** Opens the quota engine: in memory, or in Valkey for several processes. `fallbackNote` returns a note while Valkey is unavailable. */
export async function openQuotas(
  { config, database, clock, log, metrics }: Dependencies,
  thread: ServingThread | undefined,
) {
  const onWriteFault = throttledFault(
    log,
    'request counters could not be written; they are kept and written later',
  );
  const valkeyLog = new Throttle();
  if (config.valkeyUrl === undefined) {
    const local = new QuotaCounters(thread?.tables);
    return {
      accountQuotas:
        thread?.main === undefined
          ? await WriteBehindQuotas.open(database, clock, onWriteFault, local)
          : new SharedQuotas(local),
      fallbackNote: () => undefined,
    };
  }
  const { ValkeyQuotas } = await import('../access/quota/valkey/valkey-quota.ts');
  const accountQuotas = await ValkeyQuotas.open({
    url: config.valkeyUrl,
    timeoutMs: config.valkeyTimeoutMs,
    database,
    clock,
    // With a fake clock, Valkey must use that clock, too.
    time: clock === systemClock ? 'valkey' : 'caller',
    onWriteFault,
    onUnavailable: (err) => {
      metrics?.setValkeyUp(false);
      // Only the message, because the error contains the script.
      const why = err instanceof Error ? err.message : String(err);
      valkeyLog.run((leftOut) => log.error({ why, ...leftOut }, VALKEY_UNAVAILABLE), 'away');
    },
    onConnected: () => {
      metrics?.setValkeyUp(true);
      valkeyLog.run(
        (leftOut) => log.info(leftOut, 'Valkey is back and counts the requests of all processes'),
        'back',
      );
    },
  });
  metrics?.setValkeyUp(true);
  return { accountQuotas, fallbackNote: () => (accountQuotas.usesFallback ? VALKEY_UNAVAILABLE : undefined) };
}

/** Returns what the quotas and bans of requests need. */
export function countingDependencies(
  accountQuotas: QuotaEngine,
  { config, database, log, metrics }: Dependencies,
  { keys, tables }: { keys: ApiKeyCache; tables: SharedTables | undefined },
): CountingDependencies {
  return {
    accountQuotas,
    addresses: new AddressQuotas(ADDRESS_QUOTA, tableOf(tables, 'addresses')),
    addressOf: clientAddressReader(config.trustProxy),
    ban: (keyId, now, growth) =>
      database.write((queries) => banUnlessLastAdmin(queries, keyId, now, growth), { locks: [ACCESS_LOCK] }),
    setBan: (principal, ban) => keys.ban(principal, ban),
    onRefusal: (by) => metrics?.countRefusal(by),
    onBan: ({ key, account }, { endsAt }) => {
      metrics?.countBan();
      const until = timeText(endsAt);
      log.warn({ keyId: String(key.id), account: account.name, until }, 'an API key was banned');
    },
    onBanFault: throttledFault(log, 'a ban could not be written; the key is refused for a second'),
  };
}
