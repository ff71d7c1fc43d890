import { pino } from 'pino';
import { parseConfig } from '../service/src/config/config.ts';
import { compose, type Service } from '../service/src/server/compose.ts';
import { type AccountTerms, addAccount, type TestAccount } from './accounts.ts';
import { FakeClock } from './fake-clock.ts';
import type { Scope } from './folders.ts';
import type { ApiResponse } from './http/expect-response.ts';
import { type SendOptions, send } from './http/send.ts';
import { countingIn, serviceStore } from './stores.ts';

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
  send(path: string, options?: SendOptions): Promise<ApiResponse>;
}

export interface ServiceOptions {
  clock?: FakeClock;
  env?: Record<string, string>;
  /** The URL of a store that others use too. */
  store?: string;
}

/** The real service on a free port, with a store of its own and a clock that the test moves; closed after the test. */
export async function startService(test: Scope, options: ServiceOptions = {}): Promise<TestService> {
  const clock = options.clock ?? new FakeClock();
  const store = options.store ?? (await serviceStore(test));
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
