import type { TestContext } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { memoryOf, openFilesOf } from '@petstore/testing/processes/proc-files.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

/** The service as processes whose memory and open files a test measures. */

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Its other members as a process are those of the first one. */
export interface MeasuredService extends Serving {
  /** The URLs of all its processes. */
  urls: readonly string[];
  /** The key of an account with an unlimited quota. */
  key: string;
  /** The key of another such account. */
  otherKey: string;
  /** Adds an account like that of `key`, and returns its key. */
  addKey(): Promise<string>;
  /** Of all its processes. */
  residentBytes(): number;
  /** Of all its processes. */
  openFiles(): number;
  /** Sends one request on a new connection. */
  get(path: string): Promise<ApiResponse>;
  /** Returns the account's requests of this day, including this one. */
  used(): Promise<number>;
}

type Environment = Readonly<Record<string, string>>;

/** Serves a new embedded store. */
export async function serveMeasured(t: TestContext, env: Environment = {}): Promise<MeasuredService> {
  return serveMeasuredStore(t, { DATABASE_URL: sqliteIn(await temporaryFolder(t)), ...env }, 1);
}

/** Serves a store by a number of processes. */
export async function serveMeasuredStore(
  t: TestContext,
  env: Environment & { readonly DATABASE_URL: string },
  processes: number,
): Promise<MeasuredService> {
  const addKey = () => addUnlimitedAccount(env.DATABASE_URL);
  const [key, otherKey] = [await addKey(), await addKey()];
  const serving = await serveProcess(t, env);
  const all = [serving];
  while (all.length < processes) all.push(await serveProcess(t, env));
  const get = (path: string) => exchange(serving.url, rawRequest({ path, key }));
  return {
    ...serving,
    urls: all.map(({ url }) => url),
    key,
    otherKey,
    addKey,
    residentBytes: () => sum(all.map(residentBytesOf)),
    openFiles: () => sum(all.map(({ pid }) => openFilesOf(pid))),
    get,
    used: async () => Number(at((await get('/v1/usage')).json, 'day', 'used')),
  };
}

async function addUnlimitedAccount(store: string): Promise<string> {
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  const { key } = await addAccount(database, `load ${Math.random()}`, Date.now(), UNLIMITED);
  await database.close();
  return key;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function residentBytesOf({ pid }: Pick<Serving, 'pid'>): number {
  return memoryOf(pid)?.now ?? Number.NaN;
}

/** The largest growth of the memory at the calls of `look`. */
export class Growth {
  readonly #service: MeasuredService;
  readonly #before: number;
  #max = 0;

  constructor(service: MeasuredService) {
    this.#service = service;
    this.#before = service.residentBytes();
  }

  look(): number {
    this.#max = Math.max(this.#max, this.#service.residentBytes() - this.#before);
    return this.#max;
  }

  toString(): string {
    return `${(this.look() / MIB).toFixed(1)} MiB more memory`;
  }
}

/** Sends `count` requests, each on a new connection; returns the milliseconds of the slowest. */
export async function assertServesOthers(
  service: MeasuredService,
  count: number,
  growth?: Growth,
): Promise<number> {
  let slowest = 0;
  for (let sent = 0; sent < count; sent += 1) {
    const start = performance.now();
    const { status, text } = await service.get('/v1/pets?limit=1');
    if (status !== 200) throw new Error(`a valid request got ${status} ${text}`);
    slowest = Math.max(slowest, performance.now() - start);
    growth?.look();
  }
  return Math.round(slowest);
}
