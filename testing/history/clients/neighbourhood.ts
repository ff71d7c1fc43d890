import type { Database } from '../../../service/src/database/database.ts';
import { addAccount } from '../../accounts.ts';
import type { Random } from '../../random.ts';
import { Catalogue } from '../catalogue.ts';
import { Consumption } from '../consumption.ts';
import type { Ledger } from '../history.ts';
import { Adopter } from './adopter.ts';
import { Caller, type CallerOptions, type Sent } from './caller.ts';
import { Shelter } from './shelter.ts';

export interface Person {
  /** Does one thing, and outlasts what it is told. */
  step(): Promise<void>;
}

/** How often the people of an account send what was lost: one of them outlasts most restarts. */
const PATIENCE = [1, 3];

export const UNLIMITED = { perMinute: 1_000_000_000, perDay: 1_000_000_000 } as const;

/** The people of one account. */
export interface Household {
  /** The account's key, which all of them use from their next request on. */
  credentials: { key: string };
  keyId: bigint;
  consumption: Consumption;
  people: Person[];
  /** To ask as one of them. */
  caller: Caller;
}

export interface Surroundings {
  baseUrl: string;
  ledger: Ledger;
  random: Random;
  onSend?: () => void;
  onSent?: (sent: Sent) => void;
}

/** A shelter and a family that adopts from it: two accounts, each with a person of every patience. */
export async function settle(
  database: Database,
  name: string,
  surroundings: Surroundings,
): Promise<Household[]> {
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
): Promise<Household> {
  const { key, keyId } = await addAccount(database, account, Date.now(), UNLIMITED);
  const credentials = { key };
  const consumption = new Consumption(account);
  const options: CallerOptions = {
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
    const caller = new Caller({ ...options, attempts });
    return new Kind({ name, ledger, caller, random: random.for(name), catalogue });
  });
  return { credentials, keyId, consumption, people, caller: new Caller(options) };
}
