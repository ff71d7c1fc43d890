import type { Database } from '../../../service/src/platform/database/database.ts';
import { addAccount, UNLIMITED } from '../../accounts.ts';
import type { Random } from '../../random.ts';
import { Catalogue } from '../catalogue.ts';
import { Consumption } from '../consumption.ts';
import type { History } from '../history.ts';
import { Adopter } from './adopter.ts';
import { HistoryClient, type HistoryClientOptions, type SentRequest } from './history-client.ts';
import { Shelter } from './shelter.ts';

/** Sends requests one after the other. */
export interface WorkloadClient {
  /** Sends the next request. Must not throw when the service refuses it or is away. */
  step(): Promise<void>;
}

/** The attempts of the clients of one account: with three a client outlasts most restarts. */
const ATTEMPTS = [1, 3];

/** The clients of one account. */
export interface Workload {
  /** The account's key. All clients read it at each request. */
  credentials: { key: string };
  keyId: bigint;
  consumption: Consumption;
  clients: WorkloadClient[];
  /** Sends requests of the test itself, with the same key. */
  api: HistoryClient;
}

export interface WorkloadOptions {
  baseUrl: string;
  history: History;
  random: Random;
  onSend?: () => void;
  onSent?: (sent: SentRequest) => void;
}

/** Creates a shelter and a family that adopts from it: two accounts, each with one client for each number of attempts. */
export async function createWorkloads(
  database: Database,
  name: string,
  options: WorkloadOptions,
): Promise<Workload[]> {
  const catalogue = new Catalogue();
  return [
    await createWorkload(database, `${name} shelter`, { catalogue, ...options }, Shelter),
    await createWorkload(database, `${name} family`, { catalogue, ...options }, Adopter),
  ];
}

async function createWorkload(
  database: Database,
  account: string,
  options: WorkloadOptions & { catalogue: Catalogue },
  Kind: typeof Shelter | typeof Adopter,
): Promise<Workload> {
  const { key, keyId } = await addAccount(database, account, Date.now(), UNLIMITED);
  const credentials = { key };
  const consumption = new Consumption(account);
  const clientOptions: HistoryClientOptions = {
    baseUrl: options.baseUrl,
    credentials,
    onSend: () => {
      consumption.noteSend();
      options.onSend?.();
    },
    onSent: (sent) => {
      consumption.noteSent(sent);
      options.onSent?.(sent);
    },
  };
  const clients = ATTEMPTS.map((attempts) => {
    const name = `${account} ${attempts}`;
    const { catalogue, history, random } = options;
    const api = new HistoryClient({ ...clientOptions, attempts });
    return new Kind({ name, history, api, random: random.for(name), catalogue });
  });
  return { credentials, keyId, consumption, clients, api: new HistoryClient(clientOptions) };
}
