import { addAccount, type TestAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { HistoryClient } from '@petstore/testing/history/clients/history-client.ts';
import {
  createWorkloads,
  type Workload,
  type WorkloadClient,
} from '@petstore/testing/history/clients/workload.ts';
import { History } from '@petstore/testing/history/history.ts';
import { openSqlite } from '../../service/src/platform/database/sqlite/sqlite.ts';
import type { Service } from '../service.ts';
import type { Run } from '../tally.ts';
import { keyGuesser, malformedClient, OverQuotaClient } from './hostile.ts';
import { Reader } from './reader.ts';

const SHELTERS = ['north', 'east', 'south'];
const READERS = 8;

/** The account that may see everything, and that owns imported pets. */
export const MANAGER = 'city';

export interface Client {
  readonly name: string;
  readonly client: WorkloadClient;
  readonly perSecond: number;
}

export interface Population {
  readonly history: History;
  readonly workloads: readonly Workload[];
  /** All clients, those of the workloads included. */
  readonly clients: readonly Client[];
  readonly overQuota: OverQuotaClient;
  readonly manager: TestAccount;
  /** An account whose requests are not compared with its usage. */
  readonly uncounted: TestAccount;
}

/** Creates the accounts of a new store and their clients, which send about 300 requests a second together. */
export async function createClients(
  { random, tally, violations }: Run,
  { store, url }: Service,
): Promise<Population> {
  const history = new History();
  const database = await openSqlite(store);
  const options = { baseUrl: url, history, random, onSent: tally.note };
  const workloads: Workload[] = [];
  for (const name of SHELTERS) workloads.push(...(await createWorkloads(database, name, options)));
  const account = (name: string, terms: Parameters<typeof addAccount>[3]) =>
    addAccount(database, name, Date.now(), terms);
  const manager = await account(MANAGER, { ...UNLIMITED, role: 'manager' });
  const web = await account('web', { ...UNLIMITED, role: 'reader' });
  const uncounted = await account('uncounted', UNLIMITED);
  const limited = await account('limited', { perMinute: OverQuotaClient.perMinute, perDay: 1_000_000 });
  await database.close();
  const hostile = { url, random: random.for('hostile'), violations, note: tally.note };
  const overQuota = new OverQuotaClient(hostile, limited.key);
  const readers = Array.from({ length: READERS }, (_, index) => {
    const name = `reader ${index}`;
    const { petstore } = new HistoryClient({ ...options, credentials: web, attempts: 1 });
    return { name, client: new Reader(petstore, random.for(name), violations), perSecond: 20 };
  });
  const writers = workloads.flatMap(({ clients, consumption }) =>
    clients.map((client, index) => ({ name: `${consumption.account} ${index}`, client, perSecond: 10 })),
  );
  const clients: Client[] = [
    ...writers,
    ...readers,
    { name: 'over quota', client: overQuota, perSecond: 10 },
    { name: 'key guesser', client: keyGuesser(hostile), perSecond: 3 },
    { name: 'malformed', client: malformedClient(hostile, uncounted.key), perSecond: 5 },
  ];
  return { history, workloads, clients, overQuota, manager, uncounted };
}
