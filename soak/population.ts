import { addAccount, type TestAccount } from '@petstore/testing/accounts.ts';
import { HistoryClient } from '@petstore/testing/history/clients/history-client.ts';
import {
  createWorkloads,
  UNLIMITED,
  type Workload,
  type WorkloadClient,
} from '@petstore/testing/history/clients/workload.ts';
import { History } from '@petstore/testing/history/history.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';
import { openSqlite } from '../service/src/database/sqlite/sqlite.ts';
import { Hostile } from './hostile.ts';
import { Reader } from './readers.ts';
import { Guesser, Impolite } from './strangers.ts';
import type { Tally } from './tally.ts';

const NEIGHBOURHOODS = ['north', 'east', 'south'];
const READERS = 8;

/** Who may see everything; imports belong to it too. */
export const CITY = 'city';

/** The accounts of a new store. */
interface Accounts {
  city: TestAccount;
  web: TestAccount;
  stranger: TestAccount;
  impolite: TestAccount;
}

interface Visitor {
  name: string;
  person: WorkloadClient;
  perSecond: number;
}

export interface Population {
  accounts: Accounts;
  ledger: History;
  households: Workload[];
  impolite: Impolite;
  visitors: Visitor[];
}

interface Place {
  store: string;
  url: string;
  random: Random;
  tally: Tally;
  violations: Violation[];
}

/** Makes the accounts of a store, and everybody who visits the service: about 300 requests a second together. */
export async function populate({ store, url, random, tally, violations }: Place): Promise<Population> {
  const ledger = new History();
  const households: Workload[] = [];
  const database = await openSqlite(store);
  const surroundings = { baseUrl: url, history: ledger, random, onSent: tally.note };
  for (const name of NEIGHBOURHOODS)
    households.push(...(await createWorkloads(database, name, surroundings)));
  const account = (name: string, terms: Parameters<typeof addAccount>[3]) =>
    addAccount(database, name, Date.now(), terms);
  const accounts: Accounts = {
    city: await account(CITY, { ...UNLIMITED, role: 'manager' }),
    web: await account('web', { ...UNLIMITED, role: 'reader' }),
    stranger: await account('stranger', UNLIMITED),
    impolite: await account('impolite', { perMinute: 60, perDay: 1_000_000 }),
  };
  await database.close();
  const strange = { url, random: random.for('strangers'), violations, note: tally.note };
  const impolite = new Impolite(strange, accounts.impolite.key);
  const hostile = new Hostile(url, accounts.stranger.key, random.for('hostile'), tally.note);
  const visitors: Visitor[] = [
    ...households.flatMap(({ clients, consumption }) =>
      clients.map((person, index) => ({ name: `${consumption.account} ${index}`, person, perSecond: 10 })),
    ),
    ...Array.from({ length: READERS }, (_, index) => {
      const name = `reader ${index}`;
      const { petstore } = new HistoryClient({
        baseUrl: url,
        credentials: accounts.web,
        attempts: 1,
        onSent: tally.note,
      });
      return { name, person: new Reader(petstore, random.for(name), violations), perSecond: 20 };
    }),
    { name: 'impolite', person: impolite, perSecond: 10 },
    { name: 'guesser', person: new Guesser(strange), perSecond: 3 },
    { name: 'hostile', person: hostile, perSecond: 5 },
  ];
  return { accounts, ledger, households, impolite, visitors };
}
