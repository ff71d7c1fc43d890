import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openSqlite } from '../../src/database/sqlite.ts';
import { type Answer, addAccount, send, temporaryFolder } from '../harness.ts';
import { runServe, type Serving, serveProcess } from '../petstore-process.ts';
import { RawConnection, rawRequest } from '../raw-http.ts';

/** "A 201 survives kill -9": the real program, as a process of its own, under load. */

const ROUNDS = 20;
const CLIENTS = 8;

function serve(t: TestContext, path: string): Promise<Serving> {
  return serveProcess(t, { DATABASE_URL: `sqlite:${path}` });
}

interface Store {
  path: string;
  key: string;
}

/** A store with an account that may send as much as it likes. */
async function newStore(t: TestContext): Promise<Store> {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const database = await openSqlite(path);
  const terms = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };
  const { key } = await addAccount(database, 'load', Date.now(), terms);
  await database.close();
  return { path, key };
}

/** Every 201 that came back: id and name. */
class Acknowledged {
  readonly names = new Map<unknown, string>();
  #sent = 0;

  /** Adds pets, one after the other, until the service is gone or says that it goes. */
  async addUntilGone({ url }: Serving, key: string, onAdded: () => void): Promise<void> {
    for (;;) {
      this.#sent += 1;
      const body = { name: `pet ${this.#sent}`, categoryId: 1 };
      const answer = await send(`${url}/v1/pets`, { method: 'POST', key, body }).catch(() => undefined);
      if (answer === undefined || answer.status === 503) return;
      assert.equal(answer.status, 201, answer.text);
      this.names.set(idOf(answer.json), body.name);
      onAdded();
    }
  }
}

function idOf(pet: unknown): unknown {
  assert.ok(typeof pet === 'object' && pet !== null && 'id' in pet);
  return pet.id;
}

async function loadUntilGone(serving: Serving, key: string, acknowledged: Acknowledged, onAdded: () => void) {
  const clients = Array.from({ length: CLIENTS }, () => acknowledged.addUntilGone(serving, key, onAdded));
  await Promise.all(clients);
}

/** All pets of the catalogue, along the Links. */
async function readAll({ url }: Serving, key: string): Promise<Map<unknown, string>> {
  const found = new Map<unknown, string>();
  let next: string | undefined = '/v1/pets?sort=id&limit=100';
  while (next !== undefined) {
    const page: Answer = await send(`${url}${next}`, { key });
    assert.ok(page.status === 200 && Array.isArray(page.json), page.text);
    for (const pet of page.json) {
      assert.ok(!found.has(pet.id), 'the walk does not end');
      found.set(pet.id, pet.name);
    }
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return found;
}

function assertNothingLost(acknowledged: Acknowledged, found: Map<unknown, string>): void {
  for (const [id, name] of acknowledged.names)
    assert.equal(found.get(id), name, `pet ${id} was acknowledged`);
}

async function assertSound(path: string): Promise<void> {
  const database = await openSqlite(path);
  const faults = await database.faults();
  await database.close();
  assert.deepEqual(faults, []);
}

// At the same time, because one of them waits for the eight seconds that a request may take to end.
suite('the real program', { concurrency: true }, () => {
  test(`${ROUNDS} times kill -9 under load loses no pet that was acknowledged`, async (t) => {
    const { path, key } = await newStore(t);
    const acknowledged = new Acknowledged();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const serving = await serve(t, path);
      assertNothingLost(acknowledged, await readAll(serving, key));
      // Sooner in one round, later in another, and never between two requests: the clients do not pause.
      const enough = acknowledged.names.size + 3 * round;
      await loadUntilGone(serving, key, acknowledged, () => {
        if (acknowledged.names.size >= enough) serving.process.kill('SIGKILL');
      });
      assert.equal(await serving.ended, 'SIGKILL');
    }
    const last = await serve(t, path);
    assertNothingLost(acknowledged, await readAll(last, key));
    last.process.kill('SIGKILL');
    await last.ended;
    await assertSound(path);
    assert.ok(acknowledged.names.size >= ROUNDS * 30);
  });

  test('SIGTERM under load ends with status 0 and loses nothing', async (t) => {
    const { path, key } = await newStore(t);
    const acknowledged = new Acknowledged();
    const serving = await serve(t, path);
    await loadUntilGone(serving, key, acknowledged, () => {
      if (acknowledged.names.size === 50) serving.process.kill('SIGTERM');
    });
    assert.equal(await serving.ended, 0);
    const again = await serve(t, path);
    assertNothingLost(acknowledged, await readAll(again, key));
    again.process.kill('SIGTERM');
    assert.equal(await again.ended, 0);
    await assertSound(path);
  });

  test('SIGTERM ends with status 0 within 10 s, although a request never does', async (t) => {
    const { path, key } = await newStore(t);
    const serving = await serve(t, path);
    assert.equal((await send(`${serving.url}/v1/pets`, { key })).status, 200);
    const endless = await RawConnection.open(serving.url);
    const headers = ['Content-Type: application/json', 'Content-Length: 50', 'Expect: 100-continue'];
    endless.write(rawRequest({ method: 'POST', key, headers }));
    assert.equal((await endless.answer()).status, 100);
    const asked = performance.now();
    serving.process.kill('SIGTERM');
    assert.equal(await serving.ended, 0);
    assert.ok(performance.now() - asked < 10_000);
  });

  test('a second serve on the same store refuses with one line and status 1, and the first goes on', async (t) => {
    const { path, key } = await newStore(t);
    const first = await serve(t, path);
    const { process, ended } = runServe(t, { DATABASE_URL: `sqlite:${path}` });
    const [out, err] = [process.stdout.toArray(), process.stderr.toArray()];
    assert.equal(await ended, 1);
    assert.equal((await out).join(''), '');
    assert.match((await err).join(''), /^petstore: another "petstore serve" is using .*\n$/);
    assert.equal((await send(`${first.url}/v1/pets`, { key })).status, 200);
    first.process.kill('SIGTERM');
    assert.equal(await first.ended, 0);
  });
});
