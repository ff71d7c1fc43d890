// Runs on SQLite and on PostgreSQL.
// cspell:ignore attidentity attname attnum attrelid indexrelid indisunique indkey indrelid regnamespace relname relnamespace
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import type { SendOptions } from '@petstore/testing/http/send.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { applicationOf } from '../applications/application-fixture.ts';

/**
 * Each unique index of the store, and what happens if two requests add the same to it at once, also by two processes on PostgreSQL:
 * one adds it, and the others get what they would get afterwards, never a 5xx.
 */

const CLIENTS = 12;
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const env = { SECRETS_KEY, OUTBOUND_NETWORKS: '127.0.0.1' };

const service = await startSharedService({ env });
const isShared = service.database.engine.supportsConcurrentWrites;
const processes = isShared ? [service, await startSharedService({ env, store: service.store })] : [service];
const { key } = await service.account({ role: 'admin' });

interface Race {
  readonly index: string;
  /** The statuses besides that of the one that succeeds. */
  readonly statuses: readonly number[];
  /** The status of the one that succeeds; undefined if all of them may. */
  readonly one?: number;
  requests(): Promise<(client: number) => readonly [string, SendOptions]>;
}

const post = (path: string, body: unknown, more: SendOptions = {}) =>
  [path, { method: 'POST', key, body, ...more }] as const;
const put = (path: string, body: unknown) => [path, { method: 'PUT', key, body }] as const;
const patch = (path: string, body: unknown) => [path, { method: 'PATCH', key, body }] as const;
const always = (request: readonly [string, SendOptions]) => async () => () => request;

let names = 0;
const unique = () => `name-${++names}`;
const newPet = () => addPet(service, key, { status: 'available' });

const RACES: readonly Race[] = [
  {
    index: 'accounts(name)',
    one: 201,
    statuses: [409],
    requests: async () => {
      const body = { name: unique(), plan: 'free' };
      return () => post('/v1/accounts', body);
    },
  },
  {
    index: 'people(email,account_id)',
    one: 201,
    statuses: [409],
    requests: async () => {
      const body = { name: 'Ana', role: 'volunteer', email: `${unique()}@shelter.example` };
      return () => post('/v1/people', body);
    },
  },
  {
    index: 'people(email,account_id)',
    one: 200,
    statuses: [409],
    requests: async () => {
      const ids: string[] = [];
      for (let client = 0; client < CLIENTS; client += 1) ids.push((await addPerson(service, key)).id);
      const email = `${unique()}@shelter.example`;
      return (client) => patch(`/v1/people/${ids[client]}`, { email });
    },
  },
  {
    index: 'orders(pet_id)',
    one: 201,
    statuses: [409],
    requests: async () => {
      const petId = Number(await newPet());
      return () => post('/v1/store/orders', { petId, reference: 'a' });
    },
  },
  {
    index: 'idempotency_keys(account_id,key)',
    statuses: [201, 409],
    requests: async () => {
      const headers = { 'idempotency-key': unique() };
      return () => post('/v1/pets', { name: 'Rex', categoryId: 1 }, { headers });
    },
  },
  {
    index: 'removed_pets(pet_id)',
    one: 204,
    statuses: [404],
    requests: async () => {
      const id = await newPet();
      return () => [`/v1/pets/${id}`, { method: 'DELETE', key }];
    },
  },
  {
    index: 'merged_pets(pet_id)',
    one: 200,
    statuses: [404, 409],
    requests: async () => {
      const [id, into] = [await newPet(), await newPet()];
      return () => post(`/v1/pets/${id}/merge`, { into: Number(into) });
    },
  },
  {
    index: 'partners(url)',
    one: 201,
    statuses: [400],
    requests: always(post('/v1/partners', { url: 'https://partner.example' })),
  },
  {
    index: 'publishing_sites(account_id,site)',
    statuses: [200],
    requests: always(patch('/v1/publishing/adopt_a_pet', { isOn: true, username: 'a', password: 'b' })),
  },
  {
    index: 'publishing_runs(account_id,site)',
    statuses: [202],
    requests: always(post('/v1/publishing/adopt_a_pet/runs', {})),
  },
  {
    index: 'publishing_words(account_id,site,kind,category_id,word)',
    statuses: [200],
    requests: always(
      put('/v1/publishing/petfinder/words', {
        words: [{ kind: 'breed', categoryId: 1, word: 'Lab', siteWord: 'Labrador Retriever' }],
      }),
    ),
  },
  {
    index: 'application_forms(account_id)',
    statuses: [200],
    requests: always(
      put('/v1/application-settings', {
        isOpen: true,
        takesGeneral: true,
        promiseDays: 7,
        showAnswerTime: false,
      }),
    ),
  },
  {
    index: 'asked_questions(digest)',
    statuses: [201],
    requests: async () => {
      const petId = Number(await newPet());
      return () => post('/v1/applications', applicationOf(petId));
    },
  },
  {
    index: 'email_texts(kind,language)',
    statuses: [200],
    requests: always(
      put('/v1/settings/email-texts', {
        texts: [{ kind: 'declined', language: 'en', subject: 'About {animal}', body: '{message}' }],
      }),
    ),
  },
  {
    index: 'sealed_settings(name)',
    statuses: [200],
    requests: always(
      put('/v1/settings/email', { host: '127.0.0.1', port: 1, security: 'none', from: 'a@b.example' }),
    ),
  },
  { index: 'settings(name)', statuses: [200], requests: always(put('/v1/settings', { publicPages: false })) },
  { index: 'categories(id)', statuses: [200], requests: always(put('/v1/categories/77', { name: 'Cats' })) },
];

/** The other indexes. */
const OTHERS: Readonly<Record<string, string>> = {
  'api_keys(digest)': 'random',
  'applications(secret)': 'random',
  'first_links(digest)': 'random',
  'form_keys(secret)': 'random',
  'invitations(digest)': 'random',
  'photos(id)': 'random',
  'photo_files(photo_id,name)': 'random',
  'partner_photos(photo_id,name)': 'random',
  'session_tokens(digest)': 'random',
  'sessions(digest)': 'random',
  'sign_in_attempts(digest)': 'random, or on conflict',
  'applications(token_id)': 'on conflict: send-limits.test.ts',
  'day_counts(name,day)': 'on conflict',
  'publishing_photos(account_id,site,target,path)': 'on conflict',
  'quota_counters(window_name,window_number,account_id)': 'on conflict',
  'profiles(pet_id)': 'on conflict',
  'event_parts(digest)': 'on conflict',
  'events(id)': 'one process assigns them at a time',
  'key_uses(api_key_id)': 'on conflict',
  'stays(movement_id)': 'a trigger, with the lock of the animal',
  'search_prefixes(prefix,pet_id)': 'a trigger, with the lock of the animal',
  'name_trigrams(trigram,letters,word)': 'on conflict',
  'partner_animals(partner_id,remote_id)': 'deleted before, and retried',
  'imported_pets(owner_id,reference)': 'retried: the next attempt recognises the animal',
  'passkeys(id)': 'looked for before, and retried',
  'person_identities(issuer,subject)': 'looked for before, and retried',
  'import_files(import_id,name,position)': 'one process writes a file',
};

/** Of the machinery of the store, which requests do not write. */
const INTERNAL = /^(kysely_|skipped_ids|accepted_servers|store_|search_progress)/;

async function uniqueIndexes(): Promise<string[]> {
  const db = service.database.read;
  const listed = isShared
    ? await sql<{ found: string }>`
        select c.relname || '(' || string_agg(a.attname, ',' order by k.place) || ')' as found
        from pg_index i join pg_class c on c.oid = i.indrelid
          cross join lateral unnest(i.indkey) with ordinality as k(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indisunique and c.relnamespace = current_schema()::regnamespace
        group by i.indexrelid, c.relname having max(a.attidentity) = ''`.execute(db)
    : await sql<{ found: string }>`
        select t.name || '(' || (select group_concat(name, ',') from pragma_index_info(i.name)) || ')' as found
        from sqlite_master t, pragma_index_list(t.name) i where t.type = 'table' and i."unique"`.execute(db);
  return listed.rows.map(({ found }) => found).filter((found) => !INTERNAL.test(found));
}

test('each unique index has its race, or a reason why it needs none', async () => {
  const known = new Set([...RACES.map(({ index }) => index), ...Object.keys(OTHERS)]);
  assert.deepEqual(
    (await uniqueIndexes()).filter((index) => !known.has(index)),
    [],
  );
});

for (const { index, one, statuses, requests } of RACES)
  test(`of ${CLIENTS} requests that add the same to ${index}${one === undefined ? '' : ' at once exactly one succeeds'}, none is 5xx`, async () => {
    const requestOf = await requests();
    const responses = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => {
        const [path, options] = requestOf(client);
        const to = processes[client % processes.length] ?? service;
        return to.send(path, options);
      }),
    );
    const won = responses.filter(({ status }) => status === one);
    assert.equal(won.length, one === undefined ? 0 : 1, responses.map(({ text }) => text).join('\n'));
    for (const { status, text } of responses) assert.ok(status === one || statuses.includes(status), text);
  });
