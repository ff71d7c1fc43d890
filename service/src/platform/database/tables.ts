import type { Generated, GeneratedAlways } from 'kysely';
import type { Language } from '../core/languages.ts';
import type {
  AuditAction,
  EventType,
  ImportFileName,
  ImportState,
  LetterKind,
  MailKind,
  MovementReason,
  MovementType,
  OrderStatus,
  PetStatus,
  Region,
  SealedSettingName,
  Sex,
  Size,
} from './column-values.ts';
import type { ApplicationTables } from './table-groups/application-tables.ts';
import type { PartnerTables } from './table-groups/partner-tables.ts';
import type { PublishingRunTables, PublishingTables } from './table-groups/publishing-tables.ts';
import type { WebhookTables } from './table-groups/webhook-tables.ts';

export type SettingName =
  | 'shelter_name'
  | 'contact_url'
  | 'time_zone'
  | 'currency'
  | 'address'
  | 'hours'
  | 'telephone'
  | 'coordinates'
  | 'license'
  | 'public_pages';

/** The columns of each table. Times are int64 milliseconds since the Unix epoch. Queries return every integer as a `bigint`. */
export interface Tables
  extends ApplicationTables,
    PublishingTables,
    PublishingRunTables,
    WebhookTables,
    PartnerTables {
  accounts: {
    id: Generated<bigint>;
    name: string;
    plan: string;
    role: string;
    per_minute: bigint | null;
    per_day: bigint | null;
    created_at: bigint;
    /** Null unless the account is disabled. */
    disabled_at: Generated<bigint | null>;
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
    label: Generated<string | null>;
    /** Below the role of the account; null for the same. */
    role: Generated<string | null>;
    /** The origins of the web pages that may use the key, as JSON; null for any client. */
    allowed_origins: Generated<string | null>;
    /** What the key may do and nothing else, as JSON; null for all that its role may do. */
    scopes: Generated<string | null>;
    /** The key that it replaced; null if none. */
    rotated_from: Generated<bigint | null>;
    /** The first key of its rotations; null for that key. */
    chain_id: Generated<bigint | null>;
  };
  /** When each key was last used, to the minute. A key that was never used has no row. */
  key_uses: { api_key_id: bigint; used_at: bigint };
  /** The link of the first start, until it is used (`access/administration/first-link.ts`). */
  first_links: {
    /** SHA-256 of its token, in hex. */
    digest: string;
    account_id: bigint;
    expires_at: bigint;
  };
  /** Who works for an account and signs in. A person who was removed stays for what names them. */
  people: {
    id: Generated<bigint>;
    account_id: bigint;
    name: string;
    role: string;
    /** In lower case; of one person only, apart from removed ones. */
    email: string | null;
    created_at: bigint;
    removed_at: Generated<bigint | null>;
  };
  /** Links that sign a person in on one device, once. */
  invitations: {
    /** SHA-256 of its secret, in hex. */
    digest: string;
    person_id: bigint;
    // Who made it; both are null for a command.
    by_key_id: Generated<bigint | null>;
    by_person_id: Generated<bigint | null>;
    created_at: bigint;
    expires_at: bigint;
  };
  /** Browsers in which a person is signed in. */
  sessions: {
    id: Generated<bigint>;
    /** SHA-256 of the cookie, in hex. */
    digest: string;
    person_id: bigint;
    /** The browser and the system, for people who look at the list. */
    device: string;
    created_at: bigint;
    used_at: bigint;
    /** Moves with each use. */
    expires_at: bigint;
  };
  /** The bearer tokens of sessions. */
  session_tokens: { digest: string; session_id: bigint; expires_at: bigint };
  passkeys: {
    /** The id of the credential, in base64url. */
    id: string;
    person_id: bigint;
    name: string;
    /** In base64url. */
    public_key: string;
    counter: bigint;
    /** JSON. */
    transports: string;
    created_at: bigint;
    used_at: bigint | null;
  };
  /** The persons as a provider of OpenID Connect knows them. */
  person_identities: { issuer: string; subject: string; person_id: bigint; created_at: bigint };
  /** What a browser that signs in must answer: the challenge of a passkey, a code by e-mail, or the return from a provider. */
  sign_in_attempts: {
    /** SHA-256 of the cookie of the attempt, in hex. */
    digest: string;
    kind: 'passkey' | 'code' | 'provider' | 'code quota';
    /** JSON. */
    content: string;
    tries: bigint;
    expires_at: bigint;
  };
  /** E-mails that wait to be sent, or could not be sent. What was sent is deleted. */
  outbox: {
    id: Generated<bigint>;
    kind: MailKind;
    /** Null for a message to no one, which is deleted in its turn. */
    recipient: string | null;
    /** JSON; null after it has failed. */
    message: string | null;
    created_at: bigint;
    attempts: Generated<bigint>;
    /** When it is sent, or sent again. */
    next_at: bigint;
    /** When sending it again has no sense any more. */
    give_up_at: bigint;
    /** Null while it waits. */
    failed_at: Generated<bigint | null>;
    /** What the server refused the last time, without addresses. */
    failure: Generated<string | null>;
    /** Of a letter about an application, which is written when it is sent: `recipient` and `message` are null. */
    application_id: Generated<bigint | null>;
    /** The message between the shelter and the applicant that the letter brings; null for none. */
    message_id: Generated<bigint | null>;
  };
  /** Texts of letters that an admin has changed. */
  email_texts: { kind: LetterKind; language: Language; subject: string; body: string };
  /** What was sent and stored on a UTC day, by the names of its limits (`access/quota/day-counts.ts`). */
  day_counts: { name: string; day: bigint; number: bigint; bytes: bigint };
  /** Settings with a secret, which no export has. */
  sealed_settings: {
    name: SealedSettingName;
    /** JSON without the secret. */
    content: string;
    /** Sealed (`platform/database/secrets.ts`); null for none. */
    secret: string | null;
  };
  /** One row: the process that sends e-mails. */
  outbox_lease: { runner: string | null; heartbeat: bigint };
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
    /** Null for a pet of an older store whose events are not kept. */
    created_at: Generated<bigint | null>;
    status_changed_at: Generated<bigint | null>;
    /** The start of the intake date of the profile in UTC, which triggers set; null if it is not set. */
    in_care_since: Generated<bigint | null>;
    /** 1 without a photo, else 0: triggers set it. */
    without_photo: Generated<bigint>;
    /** The order in which visitors see available animals (`catalogue/pets/waiting-order.ts`), which the engine makes. */
    waiting_order: GeneratedAlways<bigint>;
    /** The last change of the pet, its profile or its photos. */
    updated_at: Generated<bigint | null>;
    /** As in RFC 3339, which triggers copy from the profile; empty if it is not known. */
    birth_date: Generated<string>;
    // What lists are sorted by (`catalogue/listings/sorted/sorted-listings.ts`), which the engine makes, apart from `name_order` in SQLite.
    /** The start of the name in small letters without accents (`pet-columns/name-order.ts`). */
    name_order: Generated<string>;
    /** `in_care_since`, else `created_at`. */
    care_order: GeneratedAlways<bigint>;
    update_order: GeneratedAlways<bigint>;
  };
  /** What happened to an animal, each on a day of the shelter (docs/adr/0081). */
  movements: {
    id: Generated<bigint>;
    /** Null for a pet in the bin. */
    pet_id: bigint | null;
    /** The pet in the bin that it belongs to; null for a pet of the catalogue. */
    removed_pet_id: Generated<bigint | null>;
    type: MovementType;
    /** Null for a stay in foster care. */
    reason: MovementReason | null;
    /** `YYYY-MM-DD`. */
    date: string;
    /** Of a stay in foster care; null while no end is known. */
    end_date: string | null;
    /** Of a transfer. */
    region: Region | null;
    note: string | null;
    /** The completed order of an adoption. */
    order_id: bigint | null;
    /** The place among the movements of one day of an animal; those with the same place are in the order of their ids. */
    day_order: Generated<bigint>;
  };
  /** The times in care and in foster care, which triggers derive from the movements (docs/adr/0094). `0030-stays.ts` describes the keys. */
  stays: {
    /** The intake or the stay in foster care that began it, or the outcome of which no intake is known. */
    movement_id: bigint;
    pet_id: bigint;
    owner_id: bigint | null;
    category_id: bigint;
    kind: 'stay' | 'foster';
    /** What is not known of it. */
    gap: 'no_intake' | 'no_outcome' | null;
    in_date: string | null;
    /** The day on which it ended; null while it lasts. */
    out_date: string | null;
    /** The first day on which the animal is five months old; null if its date of birth is not known. */
    adult_from: string | null;
    in_key: string | null;
    out_key: string;
  };
  /** The bin: pets that were removed, as they last were (docs/adr/0078). They are in no other table, except for their photos. */
  removed_pets: {
    /** Increases with each removal. */
    id: Generated<bigint>;
    pet_id: bigint;
    name: string;
    category_id: bigint;
    status: PetStatus | null;
    owner_id: bigint | null;
    created_at: bigint | null;
    status_changed_at: bigint | null;
    /** The JSON of the API; null without a profile. */
    profile: string | null;
    removed_at: bigint;
  };
  /** The ids of pets that were merged into others (docs/adr/0083), and are in no other table of pets. */
  merged_pets: {
    pet_id: bigint;
    /** The pet that remains now, which may be in the bin. It was never merged itself. */
    into_id: bigint;
    merged_at: bigint;
  };
  /** What adopters read about a pet. A pet whose profile is empty has no row. */
  profiles: {
    pet_id: bigint;
    /** The JSON of the API. */
    profile: string;
    // Copies of fields for filters, which the engine makes; null if the field is not set, 1 for true, 0 for false.
    sex: GeneratedAlways<Sex | null>;
    size: GeneratedAlways<Size | null>;
    /** As in RFC 3339, so that the order of texts is that of dates. */
    birth_date: GeneratedAlways<string | null>;
    good_with_children: GeneratedAlways<bigint | null>;
    good_with_dogs: GeneratedAlways<bigint | null>;
    good_with_cats: GeneratedAlways<bigint | null>;
  };
  photos: {
    /** 128 random bits in hexadecimal: the address of a photo is a capability. */
    id: string;
    /** Null while the pet is in the bin. */
    pet_id: bigint | null;
    /** The pet while it is in the bin; otherwise null. */
    removed_pet_id: Generated<bigint | null>;
    /** The account that uploaded it; null for an import without an owner. */
    account_id: bigint | null;
    /** 0 is the cover. */
    position: bigint;
    /** Empty until it is set. */
    alt: string;
    /** Of the upload, after its orientation was applied. */
    width: bigint;
    height: bigint;
    /** The average colour, as `#rrggbb`. */
    color: string;
    /** The size of all its files. */
    bytes: bigint;
    /** What the picture is framed by, in percent of its width and height; null for the default. */
    focal_x: Generated<bigint | null>;
    focal_y: Generated<bigint | null>;
  };
  /** The scaled pictures of a photo, by names such as `800.webp`. */
  photo_files: { photo_id: string; name: string; content: Uint8Array };
  /** The index of the search: every prefix of every word of a listing, up to the maximum length. */
  search_prefixes: {
    prefix: string;
    pet_id: bigint;
    /** 1 if a word of the name has the prefix, else 0. */
    in_name: bigint;
  };
  /** The words of names by their trigrams, each word once for all pets (`catalogue/search/name-words.ts`). */
  name_trigrams: { trigram: string; letters: bigint; word: string };
  /** Entries of the index that are no longer true, and are to be removed: the prefixes of a pet, separated by spaces. */
  stale_prefixes: { id: Generated<bigint>; pet_id: bigint; prefixes: string };
  /** At most one row: the pets of an older store that the index and the times of pets still lack. */
  search_progress: { next_id: bigint; last_id: bigint };
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
    /** The store that first exported the pet, as in `exchange/import-export/pet-origin.ts`; null for a pet of another system. */
    origin: Generated<string | null>;
    /** The profile fields of the last import as JSON, null for each empty one; null if no import had such fields. */
    profile: Generated<string | null>;
    /** The digests of the pictures that imports added, as JSON; null if there are none. Also of photos that were removed. */
    photos: Generated<string | null>;
    /** The date of the newest row that was imported: `YYYY-MM-DD`, with a time after `T` if it has one; null without a date. */
    row_date: Generated<string | null>;
    /** The pet that was imported, if that was merged into this one; otherwise null. */
    merged_from: Generated<bigint | null>;
  };
  /** The imports of the last days over HTTP. */
  imports: {
    id: Generated<bigint>;
    /** The account that sent the file. */
    account_id: bigint;
    /** The account that owns new pets. */
    owner_id: bigint;
    // Who sent the file, or started the preview; both are null if a process of an older version has accepted it.
    api_key_id: Generated<bigint | null>;
    person_id: Generated<bigint | null>;
    state: ImportState;
    /** 1 or 0. */
    dry_run: bigint;
    file_name: string;
    format: string;
    /** The mapping as it was sent; null for the columns of an export. */
    mapping: string | null;
    created_at: bigint;
    finished_at: bigint | null;
    /** The process that runs it; null if none does. */
    runner: string | null;
    /** Increases while a process runs it. */
    heartbeat: Generated<bigint>;
    /** How often a process began to run it without applying a row. */
    starts: Generated<bigint>;
    /** The rows of the file without failed ones; null until the file was read. */
    rows: bigint | null;
    /** Of these, the rows that were applied. */
    applied: Generated<bigint>;
    /** The highest id of a pet when the import began; null until then. */
    highest_pet_id: bigint | null;
    /** The effects of the applied rows, and of all rows at the end, as the JSON of a summary. */
    summary: string | null;
    /** Why it failed; null unless it did. */
    failure: string | null;
    /** The language of its texts; null for English. */
    language: Generated<Language | null>;
    /** 1 if the import begins as a preview and starts when a mapping is sent; otherwise 0. */
    has_preview: Generated<bigint>;
    /** What the file contains, as the JSON of a preview; null until the file was read for it. */
    preview: Generated<string | null>;
  };
  /** The files of an import in pieces: the one that was sent, until the import has ended, and the rows that failed. */
  import_files: { import_id: bigint; name: ImportFileName; position: bigint; content: Uint8Array };
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
    /** The orders that were placed with it for animals that go together, as a JSON array of ids; null for an animal that goes alone. */
    bonded_ids: Generated<string | null>;
    /** 1 once its adoption was recorded as a movement; null before it is completed, and if an older version completed it. */
    adoption_recorded: Generated<bigint | null>;
  };
  events: {
    /** The position in the feed; null until the event gets one (`record/events/event-ids.ts`). */
    id: Generated<bigint>;
    type: EventType | AuditAction;
    at: bigint;
    /** The author of the change; null for the command line and for expired holds. Only the audit shows it. */
    account_id: bigint | null;
    api_key_id: bigint | null;
    person_id: Generated<bigint | null>;
    /** For an event of an order: the accounts that placed the order and that own its pet. Both may see the event. */
    placed_by: bigint | null;
    owner_id: bigint | null;
    /** The pet, the listing or the order after the change, in the JSON of the API; else that of `record/audit/audit-entry.ts`. It may refer to parts. */
    body: string;
    /** The pet, or the pet of the order; null for what only the audit shows. */
    pet_id: bigint | null;
    // The listing of a changed pet, as `record/events/event-json.ts` adds it; null for other events, and for those of an older version.
    pet_created_at: Generated<bigint | null>;
    status_changed_at: Generated<bigint | null>;
    /** The `ETag` of its profile. */
    profile_tag: Generated<string | null>;
    /** For the removal of a pet that was merged: the pet that remained; otherwise null. */
    merged_into: Generated<bigint | null>;
  };
  /** Parts of the bodies of events, each stored once for an animal (`record/events/event-parts.ts`). */
  event_parts: {
    digest: string;
    content: string;
    /** The position of an event with the part, at most 100 before that of the last one. On PostgreSQL the `sequence`, on SQLite the id. */
    used_by: bigint;
  };
  /** One row. */
  event_feed: { last_purged: bigint };
  idempotency_keys: {
    account_id: bigint;
    key: string;
    /** SHA-256 of method, path and body, as in `access/idempotency/idempotency-key.ts`. */
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
  /** What admins set while the service runs. */
  settings: { name: SettingName; value: string };
  /** Ids that a recovery skipped, because the store may have assigned them after the backup was made. */
  skipped_ids: { table_name: string; first_id: bigint; last_id: bigint };
  /** Only in PostgreSQL: the servers that wrote the store, the present one last (docs/adr/0071). */
  accepted_servers: {
    /** Counts without a sequence, which may be behind after a recovery. */
    id: bigint;
    token: string;
    system_identifier: string;
    timeline: bigint;
    /** The OID of this table. */
    table_oid: bigint;
    accepted_at: bigint;
  };
}
