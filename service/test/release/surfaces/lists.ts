import assert from 'node:assert/strict';
import { get } from 'node:http';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { VirtualAuthenticator } from '@petstore/testing/sign-in/virtual-authenticator.ts';
import { sql } from 'kysely';
import { MAX_MOVEMENTS } from '../../../src/catalogue/pets/movements/movement.ts';
import { createPet } from '../../../src/catalogue/pets/pet-changes.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { removeTimeLimit } from '../../../src/platform/database/long-transactions.ts';
import { AttackClient, type AttackRequest, sendWhenServed, waitUnless } from './attack-tools.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** Lists that one member makes as long as possible, and reads and changes. The store has longer ones, from a time without a maximum. */

const OLD_MOVEMENTS = 20_000;
const OLD_PASSKEYS = 50_000;
const FOREIGN_EVENTS = 100_000;
const STREAM_MS = 500;
const ROWS = 500;
const JSON_TYPE = { 'content-type': 'application/json' };

const dayOf = (index: number) => new Date(Date.UTC(1960, 0, index)).toISOString().slice(0, 10);

/** Adds an animal that came in and left again and again. */
async function addMoved({ write }: Database, ownerId: bigint, movements: number): Promise<void> {
  await write(async (db) => {
    await removeTimeLimit(db);
    const pet = { name: `Moved ${movements}`, categoryId: 1n, status: 'available' } as const;
    const { id } = await createPet(db, pet, ownerId, { actor: null, at: Date.now() });
    // Those of an animal that comes back from the bin are moved at once.
    const removed = { pet_id: id, name: pet.name, category_id: 1n, removed_at: 0n };
    const none = { status: null, owner_id: null, created_at: null, status_changed_at: null, profile: null };
    await db
      .insertInto('removed_pets')
      .values({ ...removed, ...none })
      .execute();
    const rows = Array.from({ length: movements }, (_, index) => ({
      removed_pet_id: id,
      type: index % 2 === 0 ? ('intake' as const) : ('outcome' as const),
      reason: index % 2 === 0 ? ('stray' as const) : ('lost' as const),
      date: dayOf(index),
    }));
    for (let first = 0; first < rows.length; first += ROWS)
      await db
        .insertInto('movements')
        .values(rows.slice(first, first + ROWS))
        .execute();
    await db
      .updateTable('movements')
      .set({ pet_id: id, removed_pet_id: null })
      .where('removed_pet_id', '=', id)
      .execute();
    await db.deleteFrom('removed_pets').where('pet_id', '=', id).execute();
  });
}

/** Adds, corrects and deletes movements of an animal that has the maximum of them, and of one that has more; and changes its category. */
export const movementsOfOnePet: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  async seed(database, ownerId) {
    await addMoved(database, ownerId, MAX_MOVEMENTS - 1);
    await addMoved(database, ownerId, OLD_MOVEMENTS);
  },
  async run(target, isOver) {
    const found = async (movements: number) => {
      const name = `Moved ${movements}`;
      const [pet] = listOf(await sendWhenServed(target, `/v1/pets?name=${encodeURIComponent(name)}`));
      const path = `/v1/pets/${pet?.id}`;
      const [last] = listOf(await sendWhenServed(target, `${path}/movements?limit=1`));
      return { path, last: `${path}/movements/${last?.id}` };
    };
    const [full, old] = [await found(MAX_MOVEMENTS - 1), await found(OLD_MOVEMENTS)];
    const write = (method: string, path: string, body: object): AttackRequest => ({
      method,
      path,
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });
    const foster = { type: 'foster', date: dayOf(0), endDate: dayOf(0) };
    const next = [
      () => write('POST', `${full.path}/movements`, foster),
      (index: number) => write('PATCH', full.last, { note: `${index}` }),
      (index: number) => write('PATCH', full.path, { categoryId: (index % 2) + 1 }),
      () => write('POST', `${old.path}/movements`, foster),
      () => ({ path: `${old.path}/movements?limit=100` }),
    ];
    return new AttackClient(target).repeat(
      16,
      isOver,
      (index) => next[index % next.length]?.(index) ?? { path: full.path },
    );
  },
};

/** A person adds passkeys, and lists them; another one has more than one may have. */
export const passkeysOfOnePerson: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  dependsOnEngine: true,
  async seed({ write }, ownerId) {
    await write(async (db) => {
      await removeTimeLimit(db);
      const person = { account_id: ownerId, name: 'Ben', role: 'volunteer', created_at: 0n };
      const { id } = await db.insertInto('people').values(person).returning('id').executeTakeFirstOrThrow();
      const passkey = { person_id: id, name: 'Firefox', public_key: '', counter: 0n, transports: '[]' };
      for (let first = 0; first < OLD_PASSKEYS; first += ROWS)
        await db
          .insertInto('passkeys')
          .values(
            Array.from({ length: ROWS }, (_, index) => ({
              ...passkey,
              id: `old-${first + index}`,
              created_at: 0n,
              used_at: null,
            })),
          )
          .execute();
    });
  },
  async run(target, isOver) {
    const [old] = listOf(await sendWhenServed(target, '/v1/people'));
    const added = await sendWhenServed(target, '/v1/people', {
      method: 'POST',
      body: { name: 'Ana', role: 'volunteer' },
    });
    const home = target.url.replace('127.0.0.1', 'localhost');
    const signIn = async (id: unknown) => {
      const invited = await sendWhenServed(target, `/v1/people/${id}/invitations`, { method: 'POST' });
      const browser = new SessionBrowser(home);
      const secret = String(at(invited.json, 'url')).split('/').at(-1);
      // Other attacks have used up the attempts of this machine's address.
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const joined = await browser.send('/session/invitation', { body: { secret }, headers });
      assert.equal(joined.status, 201, joined.text);
      return browser;
    };
    const [browser, oldBrowser] = [await signIn(at(added.json, 'id')), await signIn(old?.id)];
    const authenticator = new VirtualAuthenticator(home);
    const client = new AttackClient(target);
    const lists = [browser, oldBrowser].map(async (one) => ({
      key: await one.token(),
      path: `/v1/people/${one === browser ? at(added.json, 'id') : old?.id}/passkeys`,
    }));
    const [own, others] = await Promise.all(lists);
    const add = async (one: SessionBrowser, index: number) => {
      // From another address each time.
      const headers = { 'x-forwarded-for': `198.51.${(index >> 8) % 256}.${index % 256}` };
      const options = await one.send('/session/passkeys/options', { headers }).catch(() => undefined);
      if (options?.status !== 200) return client.count(options?.status);
      const body = authenticator.create(options.json);
      client.count((await one.send('/session/passkeys', { body, headers }).catch(() => undefined))?.status);
    };
    const next = [
      (index: number) => add(browser, index),
      (index: number) => add(oldBrowser, index),
      () => client.send(own?.path ?? '', { key: own?.key }),
      () => client.send(others?.path ?? '', { key: others?.key }),
    ];
    return client.repeatWith(16, isOver, async (index) => next[index % next.length]?.(index));
  },
};

/** A reader opens streams from the beginning of a feed whose events are for another account. */
export const streamsOfForeignEvents: SurfaceAttack = {
  plan: 'business',
  role: 'reader',
  async seed({ write }, ownerId) {
    await write(async (db) => {
      await removeTimeLimit(db);
      await sql`insert into events (type, at, owner_id, body)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(FOREIGN_EVENTS)})
        select 'application.updated', ${Date.now()}, ${ownerId + 1_000_000n}, '{}' from n`.execute(db);
    });
  },
  async run({ url, key }, isOver) {
    const client = new AttackClient({ url, urls: [url], key });
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    return client.repeatWith(50, isOver, async () => {
      const request = get(`${url}/v1/events?after=0`, { headers, agent: false }, (response) => {
        client.count(response.statusCode);
        response.resume().on('error', () => {});
      }).on('error', () => {});
      await waitUnless(isOver, STREAM_MS);
      request.destroy();
    });
  },
};
