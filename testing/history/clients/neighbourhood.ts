import type { Database } from '../../../service/src/database/database.ts';
import { addAccount } from '../../accounts.ts';
import type { Random } from '../../random.ts';
import { Catalogue } from '../catalogue.ts';
import { Consumption } from '../consumption.ts';
import type { History } from '../history.ts';
import { Adopter } from './adopter.ts';
import { HistoryClient, type HistoryClientOptions, type Sent } from './caller.ts';
import { Shelter } from './shelter.ts';

export interface Person {
  /** Does one thing, and outlasts what it is told. */
  step(): Promise<void>;
}

/** How often the people of an account send what was lost: one of them outlasts most restarts. */
const PATIENCE = [1, 3];

export const UNLIMITED = { perMinute: 1_000_000_000, perDay: 1_000_000_000 } as const;

/** The people of one account. */
export interface Workload {
  /** The account's key, which all of them use from their next request on. */
  credentials: { key: string };
  keyId: bigint;
  consumption: Consumption;
  people: Person[];
  /** To ask as one of them. */
  caller: HistoryClient;
}

export interface Surroundings {
  baseUrl: string;
  ledger: History;
  random: Random;
  onSend?: () => void;
  onSent?: (sent: Sent) => void;
}

/** A shelter and a family that adopts from it: two accounts, each with a person of every patience. */
export async function settle(
  database: Database,
  name: string,
  surroundings: Surroundings,
): Promise<Workload[]> {
  const catalogue = new Catalogue();
  return [
    await household(database, `${name} shelter`, { catalogue, ...surroundings }, Shelter),
    await household(database, `${name} family`, { catalogue, ...surroundings }, Adopter),
  ];
}

async function household(
  database: Database,
  account: string,
  surroundings: Surroundings & { catalogue: Catalogue },
  Kind: typeof Shelter | typeof Adopter,
): Promise<Workload> {
  const { key, keyId } = await addAccount(database, account, Date.now(), UNLIMITED);
  const credentials = { key };
  const consumption = new Consumption(account);
  const options: HistoryClientOptions = {
    baseUrl: surroundings.baseUrl,
    credentials,
    onSend: () => {
      consumption.noteSend();
      surroundings.onSend?.();
    },
    onSent: (sent) => {
      consumption.noteSent(sent);
      surroundings.onSent?.(sent);
    },
  };
  const people = PATIENCE.map((attempts) => {
    const name = `${account} ${attempts}`;
    const { catalogue, ledger, random } = surroundings;
    const caller = new HistoryClient({ ...options, attempts });
    return new Kind({ name, ledger, caller, random: random.for(name), catalogue });
  });
  return { credentials, keyId, consumption, people, caller: new HistoryClient(options) };
}
