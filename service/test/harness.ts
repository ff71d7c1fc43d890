import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import type { PlanName, Role } from '../src/accounts/account.ts';
import { insertAccount } from '../src/accounts/account-store.ts';
import { issueApiKey } from '../src/accounts/api-key-store.ts';
import { compose, openDatabase, type Service } from '../src/compose.ts';
import { parseConfig } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import { type Answer, at, listOf, nextOf } from './answers.ts';
import { FakeClock } from './fake-clock.ts';

// As `main.ts` does: the stores that tests make are private.
process.umask(0o077);

export * from './answers.ts';
export * from './fake-clock.ts';

/** Waits for what goes on in the background of this process, turn by turn of its event loop; the runner's time limit ends it. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await nextTurn();
}

/** What has an end, as a test has. */
export interface Scope {
  after(end: () => unknown): void;
}

/** A folder of the test's own, removed after it. */
export async function temporaryFolder(test: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The URL of the SQLite store in a folder. */
export function sqliteIn(folder: string): string {
  return `sqlite:${join(folder, 'petstore.db')}`;
}

/** The URL of a new store of the test's own: in SQLite, or in PostgreSQL where TEST_STORE is `postgres`. */
export async function temporaryStore(test: TestContext): Promise<string> {
  if (process.env.TEST_STORE !== 'postgres') return sqliteIn(await temporaryFolder(test));
  const { freshDatabase } = await import('./postgres-server.ts');
  return freshDatabase(test);
}

/** The Valkey of each store that has one, for the services of one test that share a store. */
const valkeys = new Map<string, Promise<string>>();

/** Where a service on PostgreSQL counts requests in this run: in Valkey, if there is one. */
async function countingIn(test: TestContext, store: string): Promise<Record<string, string>> {
  if (process.env.TEST_STORE !== 'postgres' || store.startsWith('sqlite:')) return {};
  const { freshValkey, noValkey } = await import('./valkey-server.ts');
  if (noValkey !== false) return {};
  const url = valkeys.get(store) ?? freshValkey(test);
  valkeys.set(store, url);
  // A busy machine is no silent Valkey.
  return { VALKEY_URL: await url, VALKEY_SILENCE_MS: '30000' };
}

/** The URL of a new store of the test's own that has its tables and nothing else. */
export async function emptyStore(test: TestContext): Promise<string> {
  const store = await temporaryStore(test);
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  await database.close();
  return store;
}

/** Opens a store, for as long as the test runs. */
export async function openStore(test: TestContext, store: string): Promise<Database> {
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  test.after(() => database.close());
  return database;
}

/** A new store of the test's own, open. */
export async function temporaryDatabase(test: TestContext): Promise<Database> {
  return openStore(test, await temporaryStore(test));
}

/** A store whose disk a test fills and frees; while it is full nothing can be written. */
export function fillable(database: Database) {
  const disk = { isFull: false, fault: new Error('the disk is full') };
  const write: Database['write'] = (work) =>
    disk.isFull ? Promise.reject(disk.fault) : database.write(work);
  return { disk, database: { ...database, write } };
}

/** How a command ended. */
export interface CommandResult {
  status: number;
  out: string;
  err: string;
  /** What `--json` printed; undefined if the output is no JSON. */
  json: unknown;
}

/** Runs one `petstore` command in this process, on the store with the URL. */
export async function runCommand(
  store: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  // Loaded here, so that tests of other things do not load every command.
  const { run } = await import('../src/cli/program.ts');
  let out = '';
  let err = '';
  const status = await run(
    args,
    { DATABASE_URL: store, ...env },
    {
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
    },
  );
  return { status, out, err, json: /^[{[]/.test(out) ? JSON.parse(out) : undefined };
}

export interface TestService extends Service {
  clock: FakeClock;
  url: string;
  /** The URL of its store. */
  store: string;
  /** Where its metrics are, if METRICS_PORT is set. */
  metricsUrl: string | undefined;
  /** Lines that the service logged. */
  logged: string[];
  /** Makes an account with one key, and returns the key's secret. */
  account(terms?: AccountTerms): Promise<TestAccount>;
  /** Sends a request with a real socket; `key` becomes the bearer key. */
  send(path: string, options?: SendOptions): Promise<Answer>;
}

interface AccountTerms {
  plan?: PlanName;
  role?: Role;
  perMinute?: number;
  perDay?: number;
  expiresAt?: number;
  kind?: 'live' | 'test';
}

export interface TestAccount {
  id: bigint;
  keyId: bigint;
  key: string;
}

interface SendOptions {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  /** A string is sent as it is, everything else as JSON. */
  body?: unknown;
}

export interface ServiceOptions {
  clock?: FakeClock;
  env?: Record<string, string>;
  /** The URL of a store that others use too. */
  store?: string;
}

/** The real service on a free port, with a store of its own and a clock that the test moves; closed after the test. */
export async function startService(test: TestContext, options: ServiceOptions = {}): Promise<TestService> {
  const clock = options.clock ?? new FakeClock();
  const store = options.store ?? (await temporaryStore(test));
  const logged: string[] = [];
  const config = parseConfig({
    DATABASE_URL: store,
    PORT: '0',
    ...(await countingIn(test, store)),
    ...options.env,
  });
  const log = pino({ level: config.logLevel }, { write: (line: string) => logged.push(line) });
  const service = await compose(config, clock, log);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= service.close();
    return closed;
  };
  const drain = () => {
    closed ??= service.drain();
    return closed;
  };
  test.after(close);
  const { url, metricsUrl } = await service.listen();
  let accounts = 0;
  return {
    ...service,
    close,
    drain,
    clock,
    url,
    metricsUrl,
    store,
    logged,
    account: (terms = {}) => {
      accounts += 1;
      return addAccount(service.database, `account ${accounts} ${Math.random()}`, clock.now(), terms);
    },
    send: (path, sent) => send(`${url}${path}`, sent),
  };
}

/** Adds an account with one key to a store, whether or not a service runs on it. */
export async function addAccount(
  database: Database,
  name: string,
  now: number,
  { plan = 'business', role = 'member', perMinute, perDay, expiresAt, kind = 'live' }: AccountTerms,
): Promise<TestAccount> {
  const agreed = perMinute === undefined ? undefined : { perMinute, perDay: perDay ?? 1_000_000 };
  const terms = { name, plan: agreed === undefined ? plan : 'enterprise', role, agreed } as const;
  return database.write(async (queries) => {
    const account = await insertAccount(queries, terms, now);
    if (account === undefined) throw new Error(`The account ${name} exists`);
    const { id, secret } = await issueApiKey(queries, { accountId: account.id, kind, expiresAt }, now);
    return { id: account.id, keyId: id, key: secret };
  });
}

export async function send(
  url: string,
  { method = 'GET', key, headers = {}, body }: SendOptions = {},
): Promise<Answer> {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const isJson = body !== undefined && typeof body !== 'string';
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...type, ...authorization, ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : String(body) }),
  });
  const text = await response.text();
  const isJsonAnswer = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJsonAnswer ? JSON.parse(text) : undefined,
  };
}

/** What a list has along its `Link`s, or the event feed up to its head, in the order in which it comes. */
export async function readAll(
  { send: get }: Pick<TestService, 'send'>,
  key: string,
  first: string,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let before: string | undefined;
  // At its head the feed leads to where it is.
  for (let path: string | undefined = first; path !== undefined && path !== before; ) {
    const page: Answer = await get(path, { key });
    found.push(...listOf(page));
    before = path;
    path = nextOf(page);
  }
  return found;
}

/** Adds a pet, available unless `pet` says otherwise, and returns its id. */
export async function addPet(
  service: Pick<TestService, 'send'>,
  key: string,
  pet: object = {},
): Promise<number> {
  const body = { name: 'Frank', categoryId: 1, status: 'available', ...pet };
  return idOfCreated(await service.send('/v1/pets', { method: 'POST', key, body }));
}

/** Places an order on an available pet and returns the order's id. */
export async function placeOrder(
  service: Pick<TestService, 'send'>,
  key: string,
  petId: number,
): Promise<number> {
  return idOfCreated(await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } }));
}

function idOfCreated({ status, json, text }: Answer): number {
  const id = status === 201 ? at(json, 'id') : undefined;
  assert.ok(typeof id === 'number', text);
  return id;
}
