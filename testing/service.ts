import { after } from 'node:test';
import { pino } from 'pino';
import { parseConfig } from '../service/src/platform/config/config.ts';
import { MINUTE } from '../service/src/platform/core/clock.ts';
import { compose, type Service } from '../service/src/server/compose.ts';
import { type AccountTerms, addAccount, type TestAccount } from './accounts.ts';
import { FakeClock } from './fake-clock.ts';
import { runAfter, type Scope } from './folders.ts';
import type { ApiResponse } from './http/expect-response.ts';
import { type SendOptions, send } from './http/send.ts';
import { countingIn, temporaryStore, threadsOn } from './stores.ts';
import { noteConnections, portsOfClients } from './threads/connections.ts';
import { fetchFromEachThread } from './threads/each-thread.ts';
import { TestThread } from './threads/test-threads.ts';

export interface TestService extends Service {
  clock: FakeClock;
  url: string;
  store: string;
  /** The URL of the metrics; undefined unless METRICS_PORT is set. */
  metricsUrl: string | undefined;
  /** The lines of the log. */
  logged: string[];
  /** Resolves with how many wait for events in all threads. */
  followers(): Promise<number>;
  /** Resolves when all who wait for events have been given them. */
  idleFeed(): Promise<void>;
  /** Adds an account with one key. */
  account(terms?: AccountTerms): Promise<TestAccount>;
  /** Sends a request over a real socket, with `key` as the bearer token. */
  send(path: string, options?: SendOptions): Promise<ApiResponse>;
}

export interface ServiceOptions {
  clock?: FakeClock;
  env?: Record<string, string>;
  /** The URL of an existing store; otherwise the service gets a new one. */
  store?: string;
}

/** Starts the real service on a free port, with a clock that the test moves, and closes it after the test. */
export async function startService(test: Scope, options: ServiceOptions = {}): Promise<TestService> {
  const clock = options.clock ?? new FakeClock();
  const store = options.store ?? (await temporaryStore(test));
  const logged: string[] = [];
  const config = parseConfig({
    DATABASE_URL: store,
    PORT: '0',
    ...(await countingIn(test, store)),
    ...threadsOn(store),
    ...options.env,
  });
  const log = pino({ level: config.logLevel }, { write: (line: string) => logged.push(line) });
  const acceptedBy = portsOfClients();
  const threads = new Map<number, TestThread>();
  const service = await compose(config, clock, log, undefined, (start) => {
    const thread = new TestThread(start, clock, acceptedBy);
    threads.set(start.number, thread);
    return thread;
  });
  let how: 'close' | 'drain' = 'close';
  const close = runAfter(test, () => service[how]());
  const { url, metricsUrl } = await service.listen();
  if (config.workers > 1) {
    noteConnections(service.app, acceptedBy, 1);
    test.after(await fetchFromEachThread(url, config.workers, acceptedBy));
  }
  let accounts = 0;
  return {
    ...service,
    close,
    drain: () => {
      how = 'drain';
      return close();
    },
    clock,
    url,
    metricsUrl,
    store,
    logged,
    followers: async () => {
      const others = await Promise.all([...threads.values()].map((thread) => thread.ask('followers')));
      return others.reduce((sum, followers) => sum + followers, service.feed.size);
    },
    idleFeed: async () => {
      await Promise.all([service.feed.idle(), ...[...threads.values()].map((thread) => thread.ask('idle'))]);
    },
    account: (terms = {}) => {
      accounts += 1;
      return addAccount(service.database, `account ${accounts} ${Math.random()}`, clock.now(), terms);
    },
    send: (path, sent) => send(`${url}${path}`, sent),
  };
}

/** Starts a service for all tests of a file, and closes it after them. */
export async function startSharedService(options?: ServiceOptions): Promise<TestService> {
  // The connections to the servers of the tests do not keep the process alive.
  const alive = setInterval(() => {}, MINUTE);
  try {
    return await startService({ after }, options);
  } finally {
    clearInterval(alive);
  }
}

/**
 * Starts a service for the tests of a file that use only accounts of their own. Each call of the returned function moves
 * its clock to noon, where the clock of a new service begins.
 */
export async function startSharedServiceAtNoon(options?: ServiceOptions): Promise<() => TestService> {
  const service = await startSharedService(options);
  return () => {
    service.clock.advanceToNoon();
    return service;
  };
}
