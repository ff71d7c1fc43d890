import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

/** Three real processes on one PostgreSQL and one Valkey, behind nginx with the settings of the example. */

const PETS = 300;
/** How many pets are acknowledged when a process is killed. */
const KILLS = [75, 200];

test('every write is done once when clients repeat it after a process was killed under load', {
  skip: noNginx || noValkey,
}, async (t) => {
  const DATABASE_URL = await freshStore(t);
  const database = await openDatabase(parseConfig({ DATABASE_URL }));
  const { key } = await addAccount(database, 'City shelter', Date.now(), { ...UNLIMITED, role: 'manager' });
  await database.close();
  const VALKEY_URL = await freshValkey(t);
  // On a busy machine Valkey may respond late.
  const env = { DATABASE_URL, VALKEY_URL, VALKEY_TIMEOUT_MS: '10000', TRUST_PROXY: '127.0.0.1' };
  const services = await Promise.all([serveProcess(t, env), serveProcess(t, env), serveProcess(t, env)]);
  const urls = services.map(({ url }) => url);
  const balancer = await startNginx(t, urls);
  const shelter = new Shelter(balancer, key);
  const reader = new Reader(balancer, key);
  const killed: Serving[] = [];
  const onAdded = (added: number) => {
    const next = services[killed.length];
    if (next === undefined || added < (KILLS[killed.length] ?? PETS + 1)) return;
    next.kill('SIGKILL');
    killed.push(next);
  };
  await Promise.all([shelter.addPets(PETS, onAdded), reader.follow(() => shelter.isDone)]);
  assert.equal(killed.length, KILLS.length);
  for (const each of killed) assert.equal((await each.ended).status, 'SIGKILL');
  const catalogue = await readCatalogue(balancer, key);
  assert.equal(shelter.acknowledged.size, PETS);
  assert.deepEqual(catalogue, shelter.acknowledged);
  assert.deepEqual(reader.pets, catalogue);
  t.diagnostic(`${shelter.repeated} of ${PETS} requests were sent again`);
});

/** Adds pets, and repeats each one with the same Idempotency-Key until it is acknowledged. */
class Shelter {
  readonly acknowledged = new Map<unknown, unknown>();
  repeated = 0;
  isDone = false;
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async addPets(count: number, onAdded: (added: number) => void): Promise<void> {
    let begun = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (begun < count) {
          begun += 1;
          await this.#add(`pet ${begun}`);
          onAdded(this.acknowledged.size);
        }
      }),
    );
    this.isDone = true;
  }

  async #add(name: string): Promise<void> {
    const options = { method: 'POST', key: this.#key, headers: { 'idempotency-key': name } };
    for (;;) {
      const response = await send(`${this.#url}/v1/pets`, { ...options, body: { name, categoryId: 1 } });
      if (response.status === 201) {
        this.acknowledged.set(at(response.json, 'id'), name);
        return;
      }
      // From nginx until it detects the dead process, or from a store whose lock that process still holds.
      assert.ok([502, 503, 504].includes(response.status), response.text);
      this.repeated += 1;
    }
  }
}

/** Builds the catalogue from the feed alone. */
class Reader {
  readonly pets = new Map<unknown, unknown>();
  readonly #url: string;
  readonly #key: string;
  #next = '/v1/events?limit=50';

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async follow(isDone: () => boolean): Promise<void> {
    for (;;) {
      const isLast = isDone();
      const response = await sendUntilAnswered(`${this.#url}${this.#next}`, this.#key);
      const before = this.#next;
      for (const event of listOf(response)) this.#apply(event);
      this.#next = nextOf(response) ?? before;
      if (isLast && this.#next === before) return;
    }
  }

  #apply({ type, pet }: Record<string, unknown>): void {
    assert.equal(type, 'pet.created');
    assert.ok(!this.pets.has(at(pet, 'id')), 'an event comes once');
    this.pets.set(at(pet, 'id'), at(pet, 'name'));
  }
}

async function sendUntilAnswered(url: string, key: string): Promise<ApiResponse> {
  for (;;) {
    const response = await send(url, { key });
    if (response.status === 200) return response;
    assert.ok([502, 504].includes(response.status), response.text);
  }
}

async function readCatalogue(url: string, key: string): Promise<Map<unknown, unknown>> {
  const service = { send: (path: string) => sendUntilAnswered(`${url}${path}`, key) };
  const pets = await readAll(service, key, '/v1/pets?sort=id&limit=100');
  return new Map(pets.map(({ id, name }) => [id, name]));
}
