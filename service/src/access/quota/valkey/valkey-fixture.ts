import type { TestContext } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkeyDatabase } from '@petstore/testing/servers/valkey-server.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { SECOND } from '../../../platform/core/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { insertAccount } from '../../accounts/account-queries.ts';
import type { QuotaSubject, QuotaVerdict } from '../quota-engine.ts';
import { type ValkeyQuotaOptions, ValkeyQuotas } from './valkey-quota.ts';

/** Several processes of one service, with a common clock and store. */
export interface Processes {
  clock: FakeClock;
  database: Database;
  /** The callbacks that were called, in order. */
  events: string[];
  open(url: string, changed?: Partial<ValkeyQuotaOptions>): Promise<ValkeyQuotas>;
  newSubject(): Promise<QuotaSubject>;
}

/** The test's clock decides, and the timeout is long enough for a busy machine. All are closed after the test. */
export async function openProcesses(
  t: TestContext,
  openDatabase: (t: TestContext) => Promise<Database> = openPostgres,
): Promise<Processes> {
  const opened: ValkeyQuotas[] = [];
  // Hooks run in the order of their registration: the quotas close before the store.
  t.after(() => Promise.allSettled(opened.map((quotas) => quotas.close())));
  const database = await openDatabase(t);
  const clock = new FakeClock();
  const events: string[] = [];
  const open = async (url: string, changed: Partial<ValkeyQuotaOptions> = {}) => {
    const quotas = await ValkeyQuotas.open({
      url,
      database,
      clock,
      time: 'caller',
      timeoutMs: 30 * SECOND,
      onWriteFault: () => events.push('write fault'),
      onUnavailable: () => events.push('unavailable'),
      onConnected: () => events.push('connected'),
      ...changed,
    });
    opened.push(quotas);
    return quotas;
  };
  let accounts = 0;
  const newSubject = async () => {
    accounts += 1;
    return { accountId: await newAccount(database, accounts), keyId: BigInt(accounts) };
  };
  return { clock, database, events, open, newSubject };
}

async function newAccount(database: Database, number: number): Promise<bigint> {
  const terms = { name: `account ${number}`, plan: 'free', role: 'member', customQuota: undefined } as const;
  const account = await database.write((queries) => insertAccount(queries, terms, 0));
  if (account === undefined) throw new Error('The name is taken');
  return account.id;
}

export function passed(verdicts: readonly QuotaVerdict[]): QuotaVerdict[] {
  return verdicts.filter(({ refusedBy }) => refusedBy === undefined);
}

/** With Valkey, a service needs PostgreSQL. */
async function openPostgres(t: TestContext): Promise<Database> {
  return openStore(t, await freshStore(t));
}

/** Opens quotas on an empty database. `admin` is another connection to it. */
export async function openOnDatabase(t: TestContext, open: (url: string) => Promise<ValkeyQuotas>) {
  const { admin, url } = await freshValkeyDatabase(t);
  return { admin, url, quotas: await open(url) };
}
