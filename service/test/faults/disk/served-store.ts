import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess, startServe } from '@petstore/testing/processes/petstore-process.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { openSqlite } from '../../../src/database/sqlite/sqlite.ts';

/** The real program on a store of the test's own, and what it answered. */
export interface ServedStore extends Pick<TestService, 'send'> {
  path: string;
  /** Of a member that may send as much as it likes. */
  key: string;
  serving: Serving;
}

const UNLIMITED = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };

/** Makes a store with one account in a file; returns the account's key. */
export async function makeStore(path: string): Promise<string> {
  const database = await openSqlite(path);
  const { key } = await addAccount(database, 'default', Date.now(), UNLIMITED);
  await database.close();
  return key;
}

/** Adds pets from 1 to `count` to a store that nobody serves, without telling the feed. */
export function addPetsTo(path: string, count: number, name: string): void {
  const store = new DatabaseSync(path);
  store.exec(`
    with recursive n(id) as (select 1 union all select id + 1 from n where id < ${count})
    insert into pets (name, category_id, status) select '${name} ' || id || ';', id % 7, 'available' from n`);
  store.close();
}

/** Serves the store in a file, which is made unless there is a key to it. */
export async function serveStore(
  t: TestContext,
  path: string,
  known?: string,
  env: Record<string, string> = {},
): Promise<ServedStore> {
  const key = known ?? (await makeStore(path));
  const serving = await serveProcess(t, { DATABASE_URL: `sqlite:${path}`, ...env });
  return { path, key, serving, send: (to, options) => send(`${serving.url}${to}`, options) };
}

/** Stops it, and serves the same store anew. */
export async function serveAgain(t: TestContext, { path, key, serving }: ServedStore): Promise<ServedStore> {
  await stop(serving);
  return serveStore(t, path, key);
}

export async function stop(serving: Serving): Promise<void> {
  const { status, err } = await serving.stop();
  assert.equal(status, 0, err);
}

/** What a start that must fail printed to standard error: fails unless it is one line, with status 1. */
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

/** Fails unless it is one line for the operator, and no stack. */
export function assertOneLine(complaint: string): void {
  assert.match(complaint, /^petstore: (?!unexpected)[^\n]*\n$/);
}

/** Fails unless it is a 503 that says when to come back and what the operator must do, and nothing of the inside. */
export function assertUnavailable(answer: ApiResponse, message: string): void {
  assertError(answer, 503, 'service_unavailable');
  assert.equal(at(answer.json, 'message'), message);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.ok(answer.headers.has('x-ratelimit-remaining'));
}

/** Clients that add pets, each one after the other, and remember what they were answered. */
export class PetLoad {
  readonly acknowledged = new Map<unknown, string>();
  readonly refused: { name: string; answer: ApiResponse }[] = [];
  readonly #store: ServedStore;
  #sent = 0;

  constructor(store: ServedStore) {
    this.#store = store;
  }

  /** Goes on until `isDone`, which is asked after each answer, says so. */
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
    const answer = await send('/v1/pets', { method: 'POST', key, body });
    if (answer.status === 201) this.acknowledged.set(at(answer.json, 'id'), body.name);
    else this.refused.push({ name: body.name, answer });
  }

  /** Fails unless every acknowledged pet is in the catalogue, as it was sent, and none that was refused. */
  async assertKept({ send, key }: ServedStore): Promise<void> {
    const pets = await readAll({ send }, key, '/v1/pets?limit=100');
    const names = new Map(pets.map(({ id, name }) => [id, name]));
    for (const [id, name] of this.acknowledged) assert.equal(names.get(id), name, `pet ${id}`);
    const found = new Set(names.values());
    for (const { name } of this.refused) assert.ok(!found.has(name), `${name} was refused and is there`);
  }
}

/** Fails unless a whole store is in the file. */
export async function assertSound(path: string): Promise<void> {
  const database = await openSqlite(path);
  const faults = await database.faults();
  await database.close();
  assert.deepEqual(faults, []);
}
