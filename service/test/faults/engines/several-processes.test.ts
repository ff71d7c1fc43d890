import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { addAccount, type TestAccount } from '@petstore/testing/accounts.ts';
import { type ApiResponse, assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess, serveProcessAt } from '@petstore/testing/processes/petstore-process.ts';
import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/server/compose.ts';

/** Several real processes on one PostgreSQL and one Valkey, behind nginx with the settings of the example. */

const skip = noNginx || noValkey;
const NOON = Date.UTC(2026, 10, 21, 12);
const UNLIMITED = { perMinute: 1_000_000_000, perDay: 1_000_000_000, role: 'manager' } as const;

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
  test('of 2,000 requests at once to four processes exactly 300 of a quota of 300 pass, each told another rest', async (t) => {
    const { env, account } = await newPlace(t, { plan: 'pro' });
    // A busy machine is no silent Valkey.
    const patient = { ...env, VALKEY_TIMEOUT_MS: '30000' };
    const services = await Promise.all(times(4, () => serveProcessAt(t, NOON, patient)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 500 });
    t.after(() => agent.destroy());
    const answers = await Promise.all(times(2_000, () => get(agent, `${balancer}/v1/pets`, account.key)));
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([passed.length, refused.length], [300, 1_700]);
    const rests = passed.map(({ remaining }) => Number(remaining)).sort((one, other) => one - other);
    assert.deepEqual(
      rests,
      times(300, (rest) => rest),
    );
    assert.deepEqual(new Set(refused.map(({ remaining }) => remaining)), new Set(['0']));
  });

  test('a process that is killed under load takes nothing along: clients send again, and every write is there once', async (t) => {
    const { env, account } = await newPlace(t, UNLIMITED);
    const services = await Promise.all(times(3, () => serveProcess(t, env)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    const shelter = new Shelter(balancer, account.key);
    const reader = new Reader(balancer, account.key);
    await Promise.all([
      shelter.addPets(600, (added) => {
        if (added === 150) services[0]?.kill('SIGKILL');
        if (added === 400) services[1]?.kill('SIGKILL');
      }),
      reader.follow(() => shelter.isDone),
    ]);
    for (const killed of services.slice(0, 2)) assert.equal((await killed.ended).status, 'SIGKILL');
    const catalogue = await readCatalogue(balancer, account.key);
    assert.equal(shelter.acknowledged.size, 600);
    assert.deepEqual(catalogue, shelter.acknowledged);
    assert.deepEqual(reader.pets, catalogue);
    t.diagnostic(`${shelter.repeated} of 600 requests were sent again`);
  });

  test('a process that is told to stop under load ends with status 0, and refuses few on its way', async (t) => {
    const { env, account } = await newPlace(t, UNLIMITED);
    const services = await Promise.all(times(2, () => serveProcess(t, env)));
    const balancer = await startNginx(
      t,
      services.map(({ url }) => url),
    );
    const refused: ApiResponse[] = [];
    let sent = 0;
    await Promise.all(
      times(16, async () => {
        while (sent < 1_000) {
          sent += 1;
          if (sent === 300) services[0]?.kill('SIGTERM');
          const answer = await send(`${balancer}/v1/pets`, { key: account.key });
          if (answer.status !== 200) refused.push(answer);
        }
      }),
    );
    assert.equal((await services[0]?.ended)?.status, 0);
    for (const answer of refused) {
      assertError(answer, 503, 'service_unavailable');
      assert.equal(answer.headers.get('retry-after'), '1');
    }
    assert.ok(refused.length < 200);
    t.diagnostic(`${refused.length} of 1,000 requests were told to come again`);
  });
});

interface Short {
  status: number | undefined;
  remaining: string | undefined;
}

/** With few enough sockets for any machine, and no more work than that. */
function get(agent: Agent, url: string, key: string): Promise<Short> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().on('end', () => {
        const remaining = response.headers['x-ratelimit-remaining'];
        resolve({ status: response.statusCode, remaining: remaining?.toString() });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Adds pets as a careful client does: what was not acknowledged is sent again with the same Idempotency-Key. */
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
      const answer = await send(`${this.#url}/v1/pets`, { ...options, body: { name, categoryId: 1 } });
      if (answer.status === 201) {
        this.acknowledged.set(at(answer.json, 'id'), name);
        return;
      }
      // From nginx while it finds out, or from a store that is busy with what the dead process had begun.
      assert.ok([502, 503, 504].includes(answer.status), answer.text);
      this.repeated += 1;
    }
  }
}

/** Holds the catalogue by the feed alone. */
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
      const answer = await sendUntilAnswered(`${this.#url}${this.#next}`, this.#key);
      const before = this.#next;
      for (const event of listOf(answer)) this.#apply(event);
      this.#next = nextOf(answer) ?? before;
      if (isLast && this.#next === before) return;
    }
  }

  #apply({ type, pet }: Record<string, unknown>): void {
    assert.equal(type, 'pet.created');
    assert.ok(!this.pets.has(at(pet, 'id')), 'told once');
    this.pets.set(at(pet, 'id'), at(pet, 'name'));
  }
}

async function sendUntilAnswered(url: string, key: string): Promise<ApiResponse> {
  for (;;) {
    const answer = await send(url, { key });
    if (answer.status === 200) return answer;
    assert.ok([502, 504].includes(answer.status), answer.text);
  }
}

async function readCatalogue(url: string, key: string): Promise<Map<unknown, unknown>> {
  const found = new Map<unknown, unknown>();
  for (let next: string | undefined = '/v1/pets?sort=id&limit=100'; next !== undefined; ) {
    const page: ApiResponse = await send(`${url}${next}`, { key });
    for (const pet of listOf(page)) found.set(pet.id, pet.name);
    next = nextOf(page);
  }
  return found;
}
