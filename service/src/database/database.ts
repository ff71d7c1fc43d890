import type { ColumnDataType, CompiledQuery, Generated, Kysely, Transaction } from 'kysely';

/** Times are int64 milliseconds since the Unix epoch; every integer comes back as `bigint`. */
export interface Tables {
  accounts: {
    id: Generated<bigint>;
    name: string;
    plan: string;
    role: string;
    per_minute: bigint | null;
    per_day: bigint | null;
    created_at: bigint;
  };
  api_keys: {
    id: Generated<bigint>;
    account_id: bigint;
    /** SHA-256 of the key, in hex. */
    digest: string;
    hint: string;
    created_at: bigint;
    expires_at: bigint | null;
    revoked_at: bigint | null;
  };
  bans: {
    id: Generated<bigint>;
    api_key_id: bigint;
    started_at: bigint;
    ends_at: bigint;
    lifted_at: bigint | null;
  };
  quota_counters: {
    account_id: bigint;
    window_name: 'minute' | 'day';
    window_number: bigint;
    used: bigint;
  };
  pets: {
    id: Generated<bigint>;
    name: string;
    category_id: bigint;
    status: PetStatusColumn | null;
    owner_id: bigint | null;
  };
  /** Every category that has a pet, or a name, which a mapping gave it. Read `category_totals` for the counts. */
  categories: { id: bigint; name: string | null; pets: Generated<bigint>; available: Generated<bigint> };
  /** A view: the categories with the number of their pets, and of those that are available. */
  category_totals: { id: bigint; name: string | null; pets: bigint; available: bigint };
  imported_pets: {
    owner_id: bigint;
    /** The animal's name in the system it was imported from. */
    reference: string;
    pet_id: bigint;
    name: string;
    category_id: bigint;
    status: PetStatusColumn | null;
    /** Where the animal was first exported from, as in `pets/pet-origin.ts`; null for one of another system. */
    origin: Generated<string | null>;
  };
  orders: {
    id: Generated<bigint>;
    pet_id: bigint;
    /** Who placed it. */
    account_id: bigint;
    /** The account that added the pet; null where only managers may act on it. */
    owner_id: bigint | null;
    status: 'placed' | 'approved' | 'completed' | 'cancelled' | 'expired';
    reference: string | null;
    placed_at: bigint;
    expires_at: bigint | null;
    updated_at: bigint;
  };
  events: {
    /** The position in the feed; null for an event that has not got one yet (`events/event-store.ts`). */
    id: Generated<bigint>;
    type: EventTypeColumn;
    at: bigint;
    /** Who changed it; null for the command line and the clock. Never shown. */
    account_id: bigint | null;
    api_key_id: bigint | null;
    /** For an order's event: who placed the order and who owns its pet, which is who may see it. */
    placed_by: bigint | null;
    owner_id: bigint | null;
    /** The pet or the order as it then was, in the interface's JSON. */
    body: string;
    /** The pet, or the order's pet. */
    pet_id: bigint;
  };
  /** One row. */
  event_feed: { last_purged: bigint };
  idempotency_keys: {
    account_id: bigint;
    key: string;
    /** SHA-256 of method, path and body. */
    fingerprint: string;
    status: bigint;
    location: string | null;
    body: string;
    created_at: bigint;
  };
  /** One row. `backed_up_at` is set in a backup only: when it was made. */
  store_identity: { id: string; backed_up_at: bigint | null };
  /** Ids that a recovery left out, since the store may have given them before it was put back to an earlier time. */
  skipped_ids: { table_name: string; first_id: bigint; last_id: bigint };
}

type EventTypeColumn =
  | `pet.${'created' | 'updated' | 'deleted'}`
  | `order.${'placed' | 'approved' | 'completed' | 'cancelled' | 'expired'}`;

type PetStatusColumn = 'available' | 'pending' | 'sold';

/** What differs between the engines, as data: nothing outside this folder asks which engine it runs on. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly idType: ColumnDataType;
  readonly idIsIdentity: boolean;
  /**
   * Whether transactions write at the same time, those of other processes too. Where one writes after the other, what a
   * process read last is still so, and ids that count up are in the order of the commits.
   */
  readonly supportsConcurrentWrites: boolean;
  /** Whether its planner chooses between indexes by how common it thinks a value is. */
  readonly usesCostBasedPlanner: boolean;
}

export type Durability = 'power failure' | 'crash';

/** Either side of a `Database`: what a query of a store runs on. */
export type Queries = Kysely<Tables>;

export interface ReadSync {
  /** Changes whenever somebody commits, this process or another. */
  version(): unknown;
  /** The rows of a query as arrays of its columns; int64 as `bigint`. */
  rows(query: Pick<CompiledQuery, 'sql' | 'parameters'>): unknown[][];
}

export interface Database {
  readonly engine: Engine;
  /** What tells this store from every other, for those who keep something about it elsewhere. */
  readonly installation: string;
  /** For reading; never waits for a writer. */
  readonly read: Queries;
  /** The same where an answer needs no waiting: the store is in this process. */
  readonly readSync?: ReadSync;
  /**
   * Runs `work` in one transaction. What it reads in order to change it, it reads with `forUpdate` or `forNoKeyUpdate`,
   * since where `writesAtOnce` another may change it meanwhile. The database is the only thing that `work` may wait
   * for, and it may run twice: two transactions that wait for each other are begun again. Rejects with
   * `service_unavailable` when the store stays busy for 2 s, is full or fails; then nothing of `work` was kept.
   *
   * @param survives what the change is kept through. One that only has to survive a crash of the process does not
   * wait for the disk, nor does anybody wait for it; a power failure may take it.
   */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>, survives?: Durability): Promise<T>;
  /** What is wrong with the store itself, looking at all of it; empty if nothing is. */
  faults(): Promise<string[]>;
  /** The size of the store on its disk. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}
