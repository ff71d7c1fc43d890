import type { Generated } from 'kysely';
import type { EventType, OrderStatus, PetStatus } from './column-values.ts';

/** The columns of each table. Times are int64 milliseconds since the Unix epoch. Queries return every integer as a `bigint`. */
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
  /** One row. Each change of accounts, keys and bans sets a new version. */
  access_version: { version: string };
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
    status: PetStatus | null;
    owner_id: bigint | null;
  };
  /** The categories that have a pet or a name (from an import mapping). For the counts, read `category_totals`. */
  categories: { id: bigint; name: string | null; pets: Generated<bigint>; available: Generated<bigint> };
  /** A view: the categories with the number of their pets and of their available pets. */
  category_totals: { id: bigint; name: string | null; pets: bigint; available: bigint };
  imported_pets: {
    owner_id: bigint;
    /** The identifier of the pet in the system that it was imported from. */
    reference: string;
    pet_id: bigint;
    name: string;
    category_id: bigint;
    status: PetStatus | null;
    /** The store that first exported the pet, as in `import-export/pet-origin.ts`; null for a pet of another system. */
    origin: Generated<string | null>;
  };
  orders: {
    id: Generated<bigint>;
    pet_id: bigint;
    /** The account that placed the order. */
    account_id: bigint;
    /** The account that added the pet; null if only managers may act on it. */
    owner_id: bigint | null;
    status: OrderStatus;
    reference: string | null;
    placed_at: bigint;
    expires_at: bigint | null;
    updated_at: bigint;
  };
  events: {
    /** The position in the feed; null until the event gets one (`events/event-store.ts`). */
    id: Generated<bigint>;
    type: EventType;
    at: bigint;
    /** The author of the change; null for the command line and for expired holds. The API does not return it. */
    account_id: bigint | null;
    api_key_id: bigint | null;
    /** For an event of an order: the accounts that placed the order and that own its pet. Both may see the event. */
    placed_by: bigint | null;
    owner_id: bigint | null;
    /** The pet or the order after the change, in the JSON of the API. */
    body: string;
    /** The pet, or the pet of the order. */
    pet_id: bigint;
  };
  /** One row. */
  event_feed: { last_purged: bigint };
  idempotency_keys: {
    account_id: bigint;
    key: string;
    /** SHA-256 of method, path and body, as in `idempotency/request-fingerprint.ts`. */
    fingerprint: string;
    status: bigint;
    location: string | null;
    body: string;
    created_at: bigint;
  };
  /**
   * One row. `backed_up_at` is the time of a backup, and null in a store that is in use. `environment` is null until the
   * first process that needs it sets it.
   */
  store_identity: { id: string; backed_up_at: bigint | null; environment: Generated<string | null> };
  /** Ids that a recovery skipped, because the store may have assigned them after the backup was made. */
  skipped_ids: { table_name: string; first_id: bigint; last_id: bigint };
}
