import type { TestContext } from 'node:test';
import { openStore } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import type { InsertObject } from 'kysely';
import { INT64_MAX, INT64_MIN } from '../../platform/core/int64.ts';
import type { LetterKind, SealedSettingName } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { nameOrderColumn } from '../../platform/database/pet-columns/name-order.ts';
import type { SettingName, Tables } from '../../platform/database/tables.ts';
import { textFault } from '../../platform/http/requests/text.ts';
import type { IdleStore } from './transfer-fixture.ts';

const TEXTS = [
  '',
  ' ',
  'NULL',
  'null',
  '{}',
  '{"a",b}',
  '"',
  "'",
  '\\',
  '\\\\',
  '\\N',
  'a\\"b',
  'a,b',
  'line\r\nfeed\ttab',
  '\u007f\u0001\uffff',
  'Zoë 🐕‍🦺',
  'zoe',
  'Zoe',
  'ﬁ',
  'e\u0301',
  '$1',
  '%s',
  '--',
  'x'.repeat(10_000),
];

const INTEGERS = [INT64_MIN, -1n, 0n, 1n, 2n ** 53n + 1n, INT64_MAX];

/** Returns texts that a wrong encoding, quoting or collation would change: known ones and random ones. */
function awkwardTexts(): string[] {
  const any = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => textFault(text) === undefined);
  return [...new Set([...TEXTS, ...fc.sample(any, { numRuns: 80, seed: 1 })])];
}

/** Adds rows with values that are hard to copy to every table of a store that `filledStore` created. */
export async function addAwkwardRows(t: TestContext, { store }: IdleStore): Promise<void> {
  const database = await openStore(t, store);
  await database.write(async (db) => {
    for (const [n, text] of awkwardTexts().entries()) await addRows(db, text, BigInt(n));
    for (const at of INTEGERS) await addLimits(db, at);
    await add(db, 'search_progress', { next_id: 1n, last_id: INT64_MAX });
  });
}

async function add<Name extends keyof Tables>(
  db: Queries,
  table: Name,
  ...rows: InsertObject<Tables, Name>[]
) {
  await db.insertInto(table).values(rows).execute();
}

/** Adds a row unless there is one with its key. */
async function addOnce<Name extends keyof Tables>(db: Queries, table: Name, row: InsertObject<Tables, Name>) {
  await db
    .insertInto(table)
    .values(row)
    .onConflict((is) => is.doNothing())
    .execute();
}

async function addRows(db: Queries, text: string, n: bigint): Promise<void> {
  const at = INTEGERS[Number(n) % INTEGERS.length] ?? 0n;
  const account = {
    name: `account ${text}`,
    plan: text,
    role: text,
    per_minute: at,
    per_day: null,
    created_at: at,
  };
  await add(db, 'accounts', { ...account, disabled_at: at });
  const key = { account_id: 1n, digest: `digest ${text}`, hint: text, created_at: at, expires_at: at };
  const granted = {
    label: text,
    role: text,
    allowed_origins: text,
    scopes: text,
    rotated_from: at,
    chain_id: at,
  };
  const { id: keyId } = await db
    .insertInto('api_keys')
    .values({ ...key, ...granted })
    .returning('id')
    .executeTakeFirstOrThrow();
  await add(db, 'key_uses', { api_key_id: keyId, used_at: at });
  await add(db, 'first_links', { digest: text, account_id: 1n, expires_at: at });
  const owner = n % 2n === 0n ? null : 1n;
  const pet = { name: text, ...nameOrderColumn(db, text), category_id: at, owner_id: owner };
  const { id } = await db.insertInto('pets').values(pet).returning('id').executeTakeFirstOrThrow();
  await addListing(db, id, text, at);
  await addRemovedPet(db, id, text, at);
  await addMovements(db, id, text, at);
  await addApplications(db, id, text, at);
  await addImport(db, text, at);
  await addPerson(db, text, at);
  await addWebhook(db, text, at);
  await addPartner(db, text, at);
  const imported = { owner_id: 1n, reference: text, pet_id: at, name: text, category_id: at };
  await add(db, 'imported_pets', { ...imported, origin: text, profile: text, photos: text, row_date: text });
  const order = { pet_id: n + 100n, account_id: 1n, owner_id: null, reference: text, updated_at: at };
  await add(db, 'orders', {
    ...order,
    status: 'placed',
    placed_at: at,
    expires_at: n % 2n === 0n ? null : at,
  });
  await add(db, 'skipped_ids', { table_name: text, first_id: at, last_id: at });
  const setting = { name: text as SettingName, value: text };
  await add(db, 'settings', setting);
  const event = { type: 'pet.updated', at, placed_by: at, body: text, pet_id: at } as const;
  await add(db, 'events', event);
  await add(db, 'event_parts', { digest: text, content: text, used_by: at });
  const response = { account_id: 1n, key: text, fingerprint: text, status: at, body: text, created_at: at };
  await add(db, 'idempotency_keys', response);
}

async function addPerson(db: Queries, text: string, at: bigint): Promise<void> {
  const person = { account_id: 1n, name: text, role: text, email: text, created_at: at, removed_at: at };
  const { id } = await db.insertInto('people').values(person).returning('id').executeTakeFirstOrThrow();
  const times = { created_at: at, expires_at: at };
  await add(db, 'invitations', { digest: text, person_id: id, by_key_id: at, by_person_id: at, ...times });
  const session = { digest: text, person_id: id, device: text, used_at: at, ...times };
  const added = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  const token = { digest: text, session_id: added.id, expires_at: at };
  await add(db, 'session_tokens', token);
  const passkey = { id: text, person_id: id, name: text, public_key: text, counter: at, transports: text };
  await add(db, 'passkeys', { ...passkey, created_at: at, used_at: at });
  const identity = { issuer: text, subject: text, person_id: id, created_at: at };
  await add(db, 'person_identities', identity);
  const attempt = { digest: text, kind: 'code', content: text, tries: at, expires_at: at } as const;
  await add(db, 'sign_in_attempts', attempt);
  const letter = { kind: 'code', recipient: text, message: text, failure: text } as const;
  const due = { attempts: at, next_at: at, give_up_at: at, created_at: at, failed_at: at };
  await add(db, 'outbox', { ...letter, ...due, application_id: at, message_id: at });
  await add(db, 'email_texts', { kind: text as LetterKind, language: 'en', subject: text, body: text });
  await add(db, 'day_counts', { name: text, day: at, number: at, bytes: at });
  const sealed = { name: text as SealedSettingName, content: text, secret: text };
  await add(db, 'sealed_settings', sealed);
}

async function addWebhook(db: Queries, text: string, at: bigint): Promise<void> {
  const texts = {
    url: text,
    description: text,
    event_types: text,
    secrets: text,
    role: text,
    leased_by: text,
  };
  const numbers = { sends_batches: 1n, position: at, skipped_until: at, pending_id: at, attempts: at };
  const owner = { api_key_id: at, person_id: at };
  const times = { created_at: at, failing_since: at, next_at: at, leased_until: at };
  const row = { account_id: 1n, state: 'off', ...texts, ...numbers, ...times, ...owner } as const;
  const { id } = await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow();
  const kind = { webhook_id: id, kind: 'events', state: 'failed', after_id: at, last_id: at } as const;
  const result = { events: at, attempts: at, duration_ms: at, status: at, failure: text, answer: text };
  const delivery = { ...kind, ...result, created_at: at, attempted_at: at };
  await add(db, 'webhook_deliveries', delivery);
}

/** Without what is not in an export: the tags of what was read. */
async function addPartner(db: Queries, text: string, at: bigint): Promise<void> {
  const texts = { url: `${at} ${text}`, name: text, license: text, coordinates: text, failure: text };
  const times = { created_at: at, next_at: at, read_at: at, failing_since: at };
  const row = { ...texts, ...times, state: 'off', page_url: text, animals_url: text } as const;
  const { id } = await db.insertInto('partners').values(row).returning('id').executeTakeFirstOrThrow();
  const animal = {
    remote_id: text,
    position: at,
    animal: text,
    photo_url: text,
    photo_id: text,
    photo: text,
  };
  await add(db, 'partner_animals', { ...animal, partner_id: id });
  await addOnce(db, 'partner_photos', { photo_id: text, name: text, content: new Uint8Array([0, 1, 255]) });
}

async function addImport(db: Queries, text: string, at: bigint): Promise<void> {
  const job = { account_id: 1n, owner_id: 1n, state: 'done', dry_run: 0n, created_at: at } as const;
  const texts = { file_name: text, format: text, mapping: text, summary: text, failure: text, preview: text };
  const others = { language: 'es', has_preview: 1n, api_key_id: at, person_id: at } as const;
  const row = { ...job, ...texts, ...others, finished_at: at, runner: text, rows: at, highest_pet_id: at };
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  const content = new TextEncoder().encode(text);
  const piece = { import_id: id, name: 'bad rows', position: at, content } as const;
  await add(db, 'import_files', piece);
}

async function addListing(db: Queries, petId: bigint, text: string, at: bigint): Promise<void> {
  const profile = JSON.stringify({ description: text, sex: 'female', goodWithDogs: petId % 2n === 0n });
  await add(db, 'profiles', { pet_id: petId, profile });
  const id = petId.toString(16).padStart(32, '0');
  const photo = { id, pet_id: petId, account_id: null, position: at, alt: text };
  await add(db, 'photos', { ...photo, width: at, height: at, color: text, bytes: at });
  const content = new TextEncoder().encode(text);
  await add(db, 'photo_files', { photo_id: id, name: '800.webp', content });
  await add(db, 'search_prefixes', { prefix: text, pet_id: petId, in_name: at });
  await add(db, 'stale_prefixes', { pet_id: petId, prefixes: text });
}

async function addRemovedPet(db: Queries, petId: bigint, text: string, at: bigint): Promise<void> {
  // Another id than those of the catalogue.
  const removedId = -1n - petId;
  const times = { created_at: at, status_changed_at: at, removed_at: at };
  const pet = { pet_id: removedId, name: text, category_id: at, status: null, owner_id: 1n, profile: text };
  await add(db, 'removed_pets', { ...pet, ...times });
  await add(db, 'merged_pets', { pet_id: removedId - 100_000n, into_id: removedId, merged_at: at });
  const id = `f${petId.toString(16).padStart(31, '0')}`;
  const photo = { id, pet_id: null, removed_pet_id: removedId, account_id: null, position: at, alt: text };
  await add(db, 'photos', { ...photo, width: at, height: at, color: text, bytes: at });
}

/** One of the pet, and one of the pet in the bin. */
async function addMovements(db: Queries, petId: bigint, text: string, at: bigint): Promise<void> {
  const intake = { type: 'intake', reason: 'transfer_in', date: '2026-01-02', end_date: null } as const;
  const fields = { ...intake, region: 'other', note: text, order_id: at, day_order: at } as const;
  await add(
    db,
    'movements',
    { ...fields, pet_id: petId, removed_pet_id: null },
    { ...fields, pet_id: null, removed_pet_id: -1n - petId },
  );
}

/** One application with everything that it can have. */
async function addApplications(db: Queries, petId: bigint, text: string, at: bigint): Promise<void> {
  const asked = await db
    .insertInto('asked_questions')
    .values({ digest: text, content: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { created_at: at, updated_at: at, due_at: at, answered_at: at, ended_at: at, erased_at: at };
  const links = { account_id: 1n, pet_id: petId, category_id: at, order_id: at, asked_id: asked.id };
  const texts = { language: text, name: text, email: text, telephone: text, answers: text };
  const { id } = await db
    .insertInto('applications')
    .values({
      ...times,
      ...links,
      ...texts,
      state: 'received',
      queue: 1n,
      assigned_to: null,
      secret: text,
      token_id: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { application_id: id, author: 'shelter', at, account_id: at, api_key_id: at } as const;
  const row = { ...entry, person_id: at };
  await add(db, 'application_states', { ...row, state: 'received', reason: text });
  await add(db, 'application_messages', { ...row, kind: 'note', content: text });
  const form = { is_open: at, takes_general: at, promise_days: at, shows_answer_time: at };
  await addOnce(db, 'application_forms', { account_id: 1n, questions: text, ...form });
  const site = { account_id: 1n, site: text, username: text, password: null, host: text, port: at };
  const options = { is_on: at, security: text, every_hours: at, includes_held: at, includes_unaltered: at };
  await addOnce(db, 'publishing_sites', { ...site, ...options });
  const word = { account_id: 1n, site: text, kind: text, category_id: at, word: text, site_word: text };
  await addOnce(db, 'publishing_words', word);
  const run = { account_id: 1n, site: text, target: text, reason: text, runner: text, created_at: at };
  const numbers = { by_request: at, failures: at, photos: at, bytes: at, heartbeat: at, starts: at };
  const ends = { asked_at: at, ended_at: at, animals: at };
  const questions = { question: 'first_upload', confirmed: 'sudden_drop' } as const;
  await add(db, 'publishing_runs', { ...run, ...numbers, ...ends, ...questions, state: 'done' });
  await addOnce(db, 'publishing_photos', {
    account_id: 1n,
    site: text,
    target: text,
    path: text,
    photo_id: text,
  });
  await addOnce(db, 'form_keys', { secret: text });
}

async function addLimits(db: Queries, at: bigint): Promise<void> {
  await addOnce(db, 'categories', { id: at, name: null });
  const ban = { api_key_id: 1n, started_at: at, ends_at: at, lifted_at: at };
  await add(db, 'bans', ban);
  const counter = { account_id: 1n, window_name: 'day', window_number: at, used: at } as const;
  await add(db, 'quota_counters', counter);
}
