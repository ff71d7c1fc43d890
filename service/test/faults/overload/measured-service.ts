import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { memoryOf, openFilesOf } from '@petstore/testing/processes/proc-files.ts';
import { makeStore } from '../disk/served-store.ts';

/** The service as a process whose memory and open files a test measures. */

export const KIB = 1024;
export const MIB = 1024 * KIB;

export interface MeasuredService extends Serving {
  /** The key of an account with an unlimited quota. */
  key: string;
  /** The key of another such account. */
  otherKey: string;
  /** Adds an account like that of `key`, and returns its key. */
  addKey(): Promise<string>;
  residentBytes(): number;
  openFiles(): number;
  /** Sends one request on a new connection. */
  get(path: string): Promise<ApiResponse>;
  /** Returns the account's requests of this day, including this one. */
  used(): Promise<number>;
}

export async function serveMeasured(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredService> {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const addKey = () => makeStore(path, `load ${Math.random()}`);
  const [key, otherKey] = [await addKey(), await addKey()];
  const serving = await serveProcess(t, { DATABASE_URL: `sqlite:${path}`, ...env });
  const get = (path: string) => exchange(serving.url, rawRequest({ path, key }));
  return {
    ...serving,
    key,
    otherKey,
    addKey,
    residentBytes: () => residentBytesOf(serving),
    openFiles: () => openFilesOf(serving.pid),
    get,
    used: async () => Number(at((await get('/v1/usage')).json, 'day', 'used')),
  };
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
