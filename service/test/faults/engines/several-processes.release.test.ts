import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { addAccount, type TestAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type AgentResponse, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { serveProcess, serveProcessAt } from '@petstore/testing/processes/petstore-process.ts';
import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

/** Several real processes on one PostgreSQL and one Valkey, behind nginx with the settings of the example. */

const skip = noNginx || noValkey;
const NOON = Date.UTC(2026, 10, 21, 12);
const TERMS = { ...UNLIMITED, role: 'manager' } as const;

interface Place {
  env: { DATABASE_URL: string; VALKEY_URL: string; TRUST_PROXY: string };
  account: TestAccount;
}

async function newPlace(t: TestContext, terms: Parameters<typeof addAccount>[3]): Promise<Place> {
  const store = await freshStore(t);
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  const account = await addAccount(database, 'City shelter', NOON, terms);
  await database.close();
  const valkey = await startValkey(t);
  return { env: { DATABASE_URL: store, VALKEY_URL: valkey.url, TRUST_PROXY: '127.0.0.1' }, account };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

suite('several processes behind nginx', { skip }, () => {
  test('of 1,000 concurrent requests to three processes exactly 300 of a quota of 300 pass, each with another remaining count', async (t) => {
    const { env, account } = await newPlace(t, { plan: 'pro' });
    // On a busy machine Valkey may respond late.
    const slowValkey = { ...env, VALKEY_TIMEOUT_MS: '30000' };
    const services = await Promise.all(times(3, () => serveProcessAt(t, NOON, slowValkey)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 500 });
    t.after(() => agent.destroy());
    const responses = await Promise.all(times(1_000, () => sendOn(agent, `${balancer}/v1/pets`, account)));
    const passed = responses.filter(({ status }) => status === 200);
    const rejected = responses.filter(({ status }) => status === 429);
    // A busy machine may shed some requests, which are not counted.
    const shed = responses.filter(({ status }) => status === 503);
    assert.deepEqual([passed.length, rejected.length], [300, 700 - shed.length]);
    const remaining = passed.map(remainingOf).sort((one, other) => one - other);
    assert.deepEqual(
      remaining,
      times(300, (index) => index),
    );
    assert.deepEqual(new Set(rejected.map(remainingOf)), new Set([0]));
  });

  test('every write is done once when clients repeat it after a process was killed under load', async (t) => {
    const { env, account } = await newPlace(t, TERMS);
    const services = await Promise.all(times(3, () => serveProcess(t, env)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    const shelter = new Shelter(balancer, account.key);
    const reader = new Reader(balancer, account.key);
    await Promise.all([
      shelter.addPets(300, (added) => {
        if (added === 75) services[0]?.kill('SIGKILL');
        if (added === 200) services[1]?.kill('SIGKILL');
      }),
      reader.follow(() => shelter.isDone),
    ]);
    for (const killed of services.slice(0, 2)) assert.equal((await killed.ended).status, 'SIGKILL');
    const catalogue = await readCatalogue(balancer, account.key);
    assert.equal(shelter.acknowledged.size, 300);
    assert.deepEqual(catalogue, shelter.acknowledged);
    assert.deepEqual(reader.pets, catalogue);
    t.diagnostic(`${shelter.repeated} of 300 requests were sent again`);
  });

  test('a process that receives SIGTERM under load ends with status 0, and no read fails', async (t) => {
    const { env, account } = await newPlace(t, TERMS);
    const services = await Promise.all(times(2, () => serveProcess(t, env)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    let sent = 0;
    await Promise.all(
      times(16, async () => {
        while (sent < 600) {
          sent += 1;
          if (sent === 200) services[0]?.kill('SIGTERM');
          assert.equal((await send(`${balancer}/v1/pets`, { key: account.key })).status, 200);
        }
      }),
    );
    assert.equal((await services[0]?.ended)?.status, 0);
  });
});

function remainingOf({ headers }: AgentResponse): number {
  return Number(headers['x-ratelimit-remaining']);
}

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
      times(16, async () => {
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
