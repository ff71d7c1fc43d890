import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import type { Scope } from '@petstore/testing/folders.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess, startServe } from '@petstore/testing/processes/petstore-process.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';

/** The real program on the store of one test. */
export interface ServedStore extends Pick<TestService, 'send'> {
  path: string;
  /** The key of a member with an unlimited quota. */
  key: string;
  serving: Serving;
}

/** Adds an account with an unlimited quota to a store, which it creates if there is none; returns the account's key. */
export async function makeStore(path: string, account = 'default'): Promise<string> {
  const database = await openSqlite(path);
  const { key } = await addAccount(database, account, Date.now(), UNLIMITED);
  await database.close();
  return key;
}

/** Adds pets from 1 to `count`, without events, to a store that is not served. */
export function addPetsTo(path: string, count: number, name: string): void {
  const store = new DatabaseSync(path);
  store.exec(`
    with recursive n(id) as (select 1 union all select id + 1 from n where id < ${count})
    insert into pets (name, category_id, status) select '${name} ' || id || ';', id % 7, 'available' from n`);
  store.close();
}

/** Serves the store in a file. Creates it unless a key to it is given. */
export async function serveStore(
  t: Scope,
  path: string,
  known?: string,
  env: Record<string, string> = {},
): Promise<ServedStore> {
  const key = known ?? (await makeStore(path));
  const serving = await serveProcess(t, { DATABASE_URL: `sqlite:${path}`, ...env });
  return { path, key, serving, send: (to, options) => send(`${serving.url}${to}`, options) };
}

/** Stops the service and starts it again on the same store. */
export async function serveAgain(t: TestContext, { path, key, serving }: ServedStore): Promise<ServedStore> {
  await stop(serving);
  return serveStore(t, path, key);
}

export async function stop(serving: Serving): Promise<void> {
  const { status, err } = await serving.stop();
  assert.equal(status, 0, err);
}

export async function crash(serving: Serving): Promise<void> {
  serving.kill('SIGKILL');
  await serving.ended;
}

/** Starts a service that must fail; asserts status 1 and returns the one line of its standard error. */
export async function refusedStart(t: TestContext, path: string): Promise<string> {
  const started = startServe(t, { DATABASE_URL: `sqlite:${path}` });
  // A service that starts although it must not never ends by itself.
  started.printed(/listens on/).then(
    () => started.kill('SIGKILL'),
    () => {},
  );
  const { status, out, err } = await started.ended;
  assert.deepEqual([status, out], [1, ''], err);
  assertOneLine(err);
  return err;
}

/** Asserts that a command printed one line for the operator, and no stack. */
export function assertOneLine(complaint: string): void {
  assert.match(complaint, /^petstore: (?!unexpected)[^\n]*\n$/);
}

/** Asserts a 503 with Retry-After, quota headers and exactly this message. */
export function assertUnavailable(response: ApiResponse, message: string): void {
  assertError(response, 503, 'service_unavailable');
  assert.equal(at(response.json, 'message'), message);
  assert.equal(response.headers.get('retry-after'), '1');
  assert.ok(response.headers.has('x-ratelimit-remaining'));
}

/** Concurrent clients that add pets, and the responses to them. */
export class PetLoad {
  readonly acknowledged = new Map<unknown, string>();
  readonly refused: { name: string; response: ApiResponse }[] = [];
  readonly #store: ServedStore;
  #sent = 0;

  constructor(store: ServedStore) {
    this.#store = store;
  }

  /** Runs until `isDone` returns true; it is called after each response. */
  async run(clients: number, isDone: () => boolean): Promise<void> {
    let done = false;
    const client = async () => {
      while (!done) {
        await this.#add();
        done ||= isDone();
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  async #add(): Promise<void> {
    this.#sent += 1;
    const body = { name: `pet ${this.#sent}`, categoryId: 1 };
    const { send, key } = this.#store;
    const response = await send('/v1/pets', { method: 'POST', key, body });
    if (response.status === 201) this.acknowledged.set(at(response.json, 'id'), body.name);
    else this.refused.push({ name: body.name, response });
  }

  /** Asserts that every acknowledged pet is in the catalogue as it was sent, and no rejected one. */
  async assertKept({ send, key }: ServedStore): Promise<void> {
    const pets = await readAll({ send }, key, '/v1/pets?limit=100');
    const names = new Map(pets.map(({ id, name }) => [id, name]));
    for (const [id, name] of this.acknowledged) assert.equal(names.get(id), name, `pet ${id}`);
    const found = new Set(names.values());
    for (const { name } of this.refused)
      assert.ok(!found.has(name), `${name} was rejected but is in the catalogue`);
  }
}

/** Asserts that the file is a store without faults. */
export async function assertSound(path: string): Promise<void> {
  const database = await openSqlite(path);
  const faults = await database.faults();
  await database.close();
  assert.deepEqual(faults, []);
}
