import pg from 'pg';
import { withTimeout } from '../../core/clock.ts';
import { addressesOfHosts } from '../../core/postgres-url.ts';
import { singleFlight } from '../../core/tasks/single-flight.ts';
import { isFormerPrimary, type ServerIdentity } from './server-identity.ts';

/** How long a host may take to answer. */
const PROBE_MS = 2_000;
/** How long the other hosts may take after the first primary answered: a former primary may answer first. */
const GRACE_MS = 300;
const END_MS = 500;

/** A primary that was found. */
export interface Candidate extends Pick<ServerIdentity, 'system' | 'timeline'> {
  readonly address: string;
}

/** Which host of an address with several hosts has the primary. With one host it is that one, and nothing is asked. */
export class CurrentHost {
  readonly #addresses: readonly string[];
  readonly #isFormer: (server: Candidate) => boolean;
  /** What was found last. It stays in use until another is found: the first host may be a former primary. */
  #address: string;
  /** The primary of that address, if there are several hosts. */
  #found: Candidate | undefined;
  #isCurrent = false;
  readonly #ask = singleFlight(() => this.#findPrimary());

  /** @param isFormer returns true for a server from which another one has taken over. */
  constructor(url: string, isFormer: (server: Candidate) => boolean = () => false) {
    this.#addresses = addressesOfHosts(url);
    this.#isFormer = isFormer;
    this.#address = this.#addresses[0] ?? url;
    this.forget();
  }

  /** The address to connect to, as it was found last. */
  get address(): string {
    return this.#address;
  }

  /** Resolves when the primary is known. Rejects if no host has one. */
  async find(): Promise<string> {
    if (!this.#isCurrent) {
      this.#found = await this.#ask();
      this.#address = this.#found.address;
      this.#isCurrent = true;
    }
    return this.#address;
  }

  /** Returns the primaries among the other hosts: none, unless a standby was promoted while its primary still ran. */
  async otherPrimaries(): Promise<Candidate[]> {
    const others = this.#addresses.filter((address) => address !== this.#address);
    const asked = others.map((address) => probe(address).catch(() => []));
    return (await Promise.all(asked)).flat();
  }

  /** Returns true if another host has taken over from the primary that was found last, which may still run. */
  async isSuperseded(): Promise<boolean> {
    const found = this.#found;
    if (found === undefined) return false;
    return (await this.otherPrimaries()).some((other) => isFormerPrimary(found, other));
  }

  get hasSeveral(): boolean {
    return this.#addresses.length > 1;
  }

  /** Call it when a connection has failed: another host may have the primary now. */
  forget(): void {
    this.#isCurrent = !this.hasSeveral;
  }

  /** Asks all hosts at once. Of several primaries the one with the latest timeline is chosen, and then the first in the address. */
  async #findPrimary(): Promise<Candidate> {
    const primaries = new Map<string, Candidate>();
    const faults = new Map<string, string>();
    const first = Promise.withResolvers<void>();
    const asked = this.#addresses.map(async (address) => {
      try {
        const candidate = await probe(address);
        if (this.#isFormer(candidate)) throw new Error('a standby has taken over from it');
        primaries.set(address, candidate);
        first.resolve();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        faults.set(address, `${new URL(address).host}: ${why}`);
      }
    });
    const all = Promise.all(asked);
    await Promise.race([all, first.promise]);
    await withTimeout(GRACE_MS, all);
    const [best] = this.#addresses
      .flatMap((address) => primaries.get(address) ?? [])
      .sort((one, other) => Number(other.timeline - one.timeline));
    if (best !== undefined) return best;
    throw new Error(`none is a primary: ${this.#addresses.map((address) => faults.get(address)).join('; ')}`);
  }
}

/** Returns the address of the primary. */
export function addressOfPrimary(url: string): Promise<string> {
  return new CurrentHost(url).find();
}

/** Connects to a server and returns its identity. Rejects if it is a standby. */
function probe(address: string): Promise<Candidate> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ system: string; segment: string }>(
      `select system_identifier::text as system, pg_walfile_name(pg_current_wal_lsn()) as segment
       from pg_control_system() where not pg_is_in_recovery()`,
    );
    const [primary] = rows;
    if (primary === undefined) throw new Error('it is a standby');
    return { address, system: primary.system, timeline: BigInt(`0x${primary.segment.slice(0, 8)}`) };
  });
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'petstore',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await endSoon(client);
  }
}

/** Closes a connection. Drops it if the server does not respond. */
export async function endSoon(client: pg.Client): Promise<void> {
  const ended = client.end().then(
    () => true,
    () => true,
  );
  if ((await withTimeout(END_MS, ended)) !== true) client.connection.stream.destroy();
}
