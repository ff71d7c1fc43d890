import type { Tables } from '../../../platform/database/tables.ts';
import type { TransferTable } from '../../../platform/database/transfer/transfer-tables.ts';

/**
 * How a column is written: `integer` with all digits, `time` as RFC 3339 in UTC, `boolean`, `text`, `json` as what the
 * text contains, or `file` as the SHA-256 of a file beside it. A `?` allows null, which is left out.
 */
type Kind = 'integer' | 'time' | 'boolean' | 'text' | 'json' | 'file';

export interface ExportedColumn {
  /** In the store. */
  readonly name: string;
  /** In the file. */
  readonly member: string;
  readonly kind: Kind;
  readonly isOptional: boolean;
}

/** A table, and the file that it is exported to. */
export interface ExportedTable {
  readonly file: string;
  readonly columns: readonly ExportedColumn[];
  /** The same for queries. */
  readonly stored: TransferTable;
  /** Whether the file is written only on request, with the digests of keys. */
  readonly isSecret: boolean;
  /** Whether the file is written only on request, because applicants have written it. */
  readonly isOfApplicants: boolean;
  /** Whether exports of older versions lack the file. */
  readonly isNew: boolean;
  /** Whether a row is exported; all by default. */
  readonly keeps: (row: Readonly<Record<string, unknown>>) => boolean;
}

/** Every column of the table, so that a new one cannot be forgotten. */
type Columns<Name extends keyof Tables> = {
  readonly [Column in Exclude<keyof Tables[Name], DerivedColumn>]: Kind | `${Kind}?`;
};

/** The counts of a category, which follow from the pets, the fields of a profile that filters and lists use, sealed passwords, and what a partner need not send again while its animals are stored. */
type DerivedColumn =
  | 'password'
  | 'description_tag'
  | 'animals_tag'
  | 'pets'
  | 'available'
  | 'sex'
  | 'size'
  | 'birth_date'
  | 'in_care_since'
  | 'without_photo'
  | 'waiting_order'
  | 'name_order'
  | 'care_order'
  | 'update_order'
  | `good_with_${'children' | 'dogs' | 'cats'}`;

function exported<Name extends keyof Tables>(
  table: Name,
  kinds: Columns<Name>,
  { key = ['id'], ...options }: Partial<ExportedTable> & { key?: readonly string[] } = {},
): ExportedTable {
  const columns = Object.entries<string>(kinds).map(([name, kind]): ExportedColumn => {
    const member = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { name, member, kind: kind.replace('?', '') as Kind, isOptional: kind.endsWith('?') };
  });
  const stored = columns.map(({ name, kind }) => ({ name, type: storedTypeOf(kind) }));
  return {
    file: `${table.replaceAll('_', '-')}.ndjson`,
    columns,
    stored: { name: table, columns: stored, key: stored.filter(({ name }) => key.includes(name)) },
    isSecret: false,
    isOfApplicants: false,
    isNew: false,
    keeps: () => true,
    ...options,
  };
}

function storedTypeOf(kind: Kind): 'bigint' | 'text' | 'bytea' {
  if (kind === 'file') return 'bytea';
  return kind === 'text' || kind === 'json' ? 'text' : 'bigint';
}

const ACCOUNTS = exported('accounts', {
  id: 'integer',
  name: 'text',
  plan: 'text',
  role: 'text',
  per_minute: 'integer?',
  per_day: 'integer?',
  created_at: 'time',
  disabled_at: 'time?',
});

const API_KEYS = exported(
  'api_keys',
  {
    id: 'integer',
    account_id: 'integer',
    digest: 'text',
    hint: 'text',
    created_at: 'time',
    expires_at: 'time?',
    revoked_at: 'time?',
    label: 'text?',
    role: 'text?',
    allowed_origins: 'text?',
    scopes: 'text?',
    rotated_from: 'integer?',
    chain_id: 'integer?',
  },
  { isSecret: true },
);

const BANS = exported(
  'bans',
  { id: 'integer', api_key_id: 'integer', started_at: 'time', ends_at: 'time', lifted_at: 'time?' },
  { isSecret: true },
);

/** Exports of 1.1.0 and of older versions lack it. Sessions and invitations stay in the store that made them. */
const PEOPLE = exported(
  'people',
  {
    id: 'integer',
    account_id: 'integer',
    name: 'text',
    role: 'text',
    email: 'text?',
    created_at: 'time',
    removed_at: 'time?',
  },
  { isNew: true },
);

/** What persons sign in with is exported with the digests of keys. */
const PASSKEYS = exported(
  'passkeys',
  {
    id: 'text',
    person_id: 'integer',
    name: 'text',
    public_key: 'text',
    counter: 'integer',
    transports: 'text',
    created_at: 'time',
    used_at: 'time?',
  },
  { isSecret: true },
);

const PERSON_IDENTITIES = exported(
  'person_identities',
  { issuer: 'text', subject: 'text', person_id: 'integer', created_at: 'time' },
  { isSecret: true, key: ['issuer', 'subject'] },
);

/** A category without a name exists only because of its pets. */
const CATEGORIES = exported(
  'categories',
  { id: 'integer', name: 'text?' },
  { keeps: ({ name }) => name !== null },
);

export const PETS = exported('pets', {
  id: 'integer',
  name: 'text',
  category_id: 'integer',
  status: 'text?',
  owner_id: 'integer?',
  created_at: 'time?',
  status_changed_at: 'time?',
  updated_at: 'time?',
});

const PROFILES = exported('profiles', { pet_id: 'integer', profile: 'json' }, { key: ['pet_id'] });

/** The bin. Exports of 1.1.0 and of older versions lack it. */
const REMOVED_PETS = exported(
  'removed_pets',
  {
    id: 'integer',
    pet_id: 'integer',
    name: 'text',
    category_id: 'integer',
    status: 'text?',
    owner_id: 'integer?',
    created_at: 'time?',
    status_changed_at: 'time?',
    profile: 'json?',
    removed_at: 'time',
  },
  { isNew: true },
);

/** Exports of 1.1.0 and of older versions lack them. */
const MERGED_PETS = exported(
  'merged_pets',
  { pet_id: 'integer', into_id: 'integer', merged_at: 'time' },
  { key: ['pet_id'], isNew: true },
);

/** Exports of 1.1.0 and of older versions lack them. */
const MOVEMENTS = exported(
  'movements',
  {
    id: 'integer',
    pet_id: 'integer?',
    removed_pet_id: 'integer?',
    type: 'text',
    reason: 'text?',
    date: 'text',
    end_date: 'text?',
    region: 'text?',
    note: 'text?',
    order_id: 'integer?',
    day_order: 'integer',
  },
  { isNew: true },
);

const PHOTOS = exported('photos', {
  id: 'text',
  pet_id: 'integer?',
  removed_pet_id: 'integer?',
  account_id: 'integer?',
  position: 'integer',
  alt: 'text',
  width: 'integer',
  height: 'integer',
  color: 'text',
  bytes: 'integer',
  focal_x: 'integer?',
  focal_y: 'integer?',
});

/** Each picture is the file `photos/PHOTO_ID/NAME`. */
export const PHOTO_FILES = exported(
  'photo_files',
  { photo_id: 'text', name: 'text', content: 'file' },
  { key: ['photo_id', 'name'] },
);

const IMPORTED_PETS = exported(
  'imported_pets',
  {
    owner_id: 'integer',
    reference: 'text',
    pet_id: 'integer',
    name: 'text',
    category_id: 'integer',
    status: 'text?',
    origin: 'text?',
    profile: 'json?',
    photos: 'json?',
    row_date: 'text?',
    merged_from: 'integer?',
  },
  { key: ['owner_id', 'reference'] },
);

const ORDERS = exported('orders', {
  id: 'integer',
  pet_id: 'integer',
  account_id: 'integer',
  owner_id: 'integer?',
  status: 'text',
  reference: 'text?',
  placed_at: 'time',
  expires_at: 'time?',
  updated_at: 'time',
  bonded_ids: 'json?',
  adoption_recorded: 'integer?',
});

export const EVENTS = exported('events', {
  id: 'integer',
  type: 'text',
  at: 'time',
  account_id: 'integer?',
  api_key_id: 'integer?',
  person_id: 'integer?',
  placed_by: 'integer?',
  owner_id: 'integer?',
  pet_id: 'integer?',
  body: 'json',
  pet_created_at: 'time?',
  status_changed_at: 'time?',
  profile_tag: 'text?',
  merged_into: 'integer?',
});

const SKIPPED_IDS = exported(
  'skipped_ids',
  { table_name: 'text', first_id: 'integer', last_id: 'integer' },
  { key: ['table_name', 'first_id'] },
);

/** Exports of 1.1.0 and of older versions lack them. */
const EMAIL_TEXTS = exported(
  'email_texts',
  { kind: 'text', language: 'text', subject: 'text', body: 'text' },
  { key: ['kind', 'language'], isNew: true },
);

const OF_APPLICANTS = { isOfApplicants: true, isNew: true } as const;

const ASKED_QUESTIONS = exported(
  'asked_questions',
  { id: 'integer', digest: 'text', content: 'json' },
  OF_APPLICANTS,
);

const APPLICATIONS = exported(
  'applications',
  {
    id: 'integer',
    account_id: 'integer?',
    pet_id: 'integer?',
    category_id: 'integer?',
    state: 'text',
    queue: 'integer',
    created_at: 'time',
    updated_at: 'time',
    due_at: 'time',
    answered_at: 'time?',
    ended_at: 'time?',
    erased_at: 'time?',
    assigned_to: 'integer?',
    order_id: 'integer?',
    acceptance_ended_at: 'time?',
    language: 'text',
    name: 'text?',
    email: 'text?',
    telephone: 'text?',
    answers: 'json?',
    asked_id: 'integer?',
    secret: 'text?',
    token_id: 'text?',
  },
  OF_APPLICANTS,
);

/** Who did or wrote something of an application. */
const AUTHOR = {
  author: 'text',
  account_id: 'integer?',
  api_key_id: 'integer?',
  person_id: 'integer?',
} as const;

const APPLICATION_STATES = exported(
  'application_states',
  { id: 'integer', application_id: 'integer', state: 'text', at: 'time', ...AUTHOR, reason: 'text?' },
  OF_APPLICANTS,
);

const APPLICATION_MESSAGES = exported(
  'application_messages',
  { id: 'integer', application_id: 'integer', kind: 'text', at: 'time', ...AUTHOR, content: 'text' },
  OF_APPLICANTS,
);

/** Exports of 1.1.0 and of older versions lack them. */
const APPLICATION_FORMS = exported(
  'application_forms',
  {
    account_id: 'integer',
    questions: 'json?',
    is_open: 'integer',
    takes_general: 'integer',
    promise_days: 'integer',
    shows_answer_time: 'integer',
  },
  { key: ['account_id'], isNew: true },
);

/** Exports of 1.1.0 and of older versions lack them. The password of a site stays in the store that sealed it. */
const PUBLISHING_SITES = exported(
  'publishing_sites',
  {
    account_id: 'integer',
    site: 'text',
    is_on: 'integer',
    username: 'text?',
    host: 'text?',
    port: 'integer?',
    security: 'text?',
    every_hours: 'integer',
    includes_held: 'integer',
    includes_unaltered: 'integer',
  },
  { key: ['account_id', 'site'], isNew: true },
);

const PUBLISHING_WORDS = exported(
  'publishing_words',
  {
    account_id: 'integer',
    site: 'text',
    kind: 'text',
    category_id: 'integer',
    word: 'text',
    site_word: 'text',
  },
  { key: ['account_id', 'site', 'kind', 'category_id', 'word'], isNew: true },
);

/** Exports of 1.1.0 and of older versions lack them. Their animals are read again. */
const PARTNERS = exported(
  'partners',
  {
    id: 'integer',
    url: 'text',
    state: 'text',
    created_at: 'time',
    name: 'text?',
    license: 'text?',
    coordinates: 'text?',
    page_url: 'text?',
    animals_url: 'text?',
    next_at: 'integer',
    read_at: 'time?',
    failing_since: 'time?',
    failure: 'text?',
  },
  { isNew: true },
);

const SETTINGS = exported('settings', { name: 'text', value: 'text' }, { key: ['name'] });

/** In an order in which no row refers to a row of a later file. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  ACCOUNTS,
  API_KEYS,
  BANS,
  PEOPLE,
  PASSKEYS,
  PERSON_IDENTITIES,
  CATEGORIES,
  PETS,
  PROFILES,
  REMOVED_PETS,
  MERGED_PETS,
  MOVEMENTS,
  PHOTOS,
  PHOTO_FILES,
  IMPORTED_PETS,
  ORDERS,
  EVENTS,
  SKIPPED_IDS,
  SETTINGS,
  EMAIL_TEXTS,
  APPLICATION_FORMS,
  PARTNERS,
  PUBLISHING_SITES,
  PUBLISHING_WORDS,
  ASKED_QUESTIONS,
  APPLICATIONS,
  APPLICATION_STATES,
  APPLICATION_MESSAGES,
];
