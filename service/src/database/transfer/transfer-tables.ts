import type { SelectType } from 'kysely';
import type { Tables } from '../tables.ts';

/** A column's type in PostgreSQL; that of its array is the same with `[]`. */
type PostgresType<Value> = bigint extends Value ? 'bigint' : 'text';

type Layouts = {
  readonly [Table in Exclude<keyof Tables, 'category_totals'>]: {
    /** The primary key, column by column in the order of its index. */
    readonly key: readonly (keyof Tables[Table])[];
    readonly columns: {
      readonly [Column in keyof Tables[Table]]: PostgresType<SelectType<Tables[Table][Column]>>;
    };
  };
};

/** Every table, in an order in which no row refers to one that comes later. */
const LAYOUTS: Layouts = {
  accounts: {
    key: ['id'],
    columns: {
      id: 'bigint',
      name: 'text',
      plan: 'text',
      role: 'text',
      per_minute: 'bigint',
      per_day: 'bigint',
      created_at: 'bigint',
    },
  },
  api_keys: {
    key: ['id'],
    columns: {
      id: 'bigint',
      account_id: 'bigint',
      digest: 'text',
      hint: 'text',
      created_at: 'bigint',
      expires_at: 'bigint',
      revoked_at: 'bigint',
    },
  },
  bans: {
    key: ['id'],
    columns: {
      id: 'bigint',
      api_key_id: 'bigint',
      started_at: 'bigint',
      ends_at: 'bigint',
      lifted_at: 'bigint',
    },
  },
  quota_counters: {
    key: ['window_name', 'window_number', 'account_id'],
    columns: { account_id: 'bigint', window_name: 'text', window_number: 'bigint', used: 'bigint' },
  },
  categories: {
    key: ['id'],
    columns: { id: 'bigint', name: 'text', pets: 'bigint', available: 'bigint' },
  },
  pets: {
    key: ['id'],
    columns: { id: 'bigint', name: 'text', category_id: 'bigint', status: 'text', owner_id: 'bigint' },
  },
  imported_pets: {
    key: ['owner_id', 'reference'],
    columns: {
      owner_id: 'bigint',
      reference: 'text',
      pet_id: 'bigint',
      name: 'text',
      category_id: 'bigint',
      status: 'text',
      origin: 'text',
    },
  },
  orders: {
    key: ['id'],
    columns: {
      id: 'bigint',
      pet_id: 'bigint',
      account_id: 'bigint',
      owner_id: 'bigint',
      status: 'text',
      reference: 'text',
      placed_at: 'bigint',
      expires_at: 'bigint',
      updated_at: 'bigint',
    },
  },
  events: {
    key: ['id'],
    columns: {
      id: 'bigint',
      type: 'text',
      at: 'bigint',
      account_id: 'bigint',
      api_key_id: 'bigint',
      placed_by: 'bigint',
      owner_id: 'bigint',
      body: 'text',
      pet_id: 'bigint',
    },
  },
  event_feed: { key: ['last_purged'], columns: { last_purged: 'bigint' } },
  idempotency_keys: {
    key: ['account_id', 'key'],
    columns: {
      account_id: 'bigint',
      key: 'text',
      fingerprint: 'text',
      status: 'bigint',
      location: 'text',
      body: 'text',
      created_at: 'bigint',
    },
  },
  store_identity: { key: ['id'], columns: { id: 'text', backed_up_at: 'bigint' } },
  skipped_ids: {
    key: ['table_name', 'first_id'],
    columns: { table_name: 'text', first_id: 'bigint', last_id: 'bigint' },
  },
};

interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'text';
}

export interface TransferTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly Column[];
}

export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries(LAYOUTS).map(([name, layout]) => {
  const columns = Object.entries(layout.columns).map(([column, type]) => ({ name: column, type }));
  const key = layout.key.flatMap((part) => columns.filter((column) => column.name === part));
  return { name, columns, key };
});
