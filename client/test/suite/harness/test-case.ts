import { Petstore, type PetstoreOptions } from '../../../src/index.ts';
import type { TestClock } from './test-clock.ts';

/** The real service, with a clock that only moves when a test moves it. */
export interface TestEnvironment {
  /** The base address of the service. */
  readonly url: string;
  /** An address that redirects every request to the service. */
  readonly redirectingUrl: string;
  /** Creates an account and returns its API key. By default it is a member on the plan Business. */
  account(terms?: AccountTerms): Promise<string>;
  /** Moves the clock of the service. */
  advance(ms: number): Promise<void>;
  /** Moves the clock of the service to the start of the next minute. */
  nextMinute(): Promise<void>;
}

export interface AccountTerms {
  plan?: 'free' | 'pro' | 'business';
  role?: 'reader' | 'member' | 'manager' | 'admin';
  perMinute?: number;
  perDay?: number;
}

/** A test that runs in every runtime: it uses no API of Node alone or of browsers alone. */
export interface TestCase {
  readonly name: string;
  run(environment: TestEnvironment): Promise<void>;
}

type ClientOptions = Partial<PetstoreOptions> & { terms?: AccountTerms };

/** Creates a client with an account of its own. */
export async function createClient(
  environment: TestEnvironment,
  { terms, ...options }: ClientOptions = {},
): Promise<Petstore> {
  return new Petstore({ baseUrl: environment.url, apiKey: await environment.account(terms), ...options });
}

/** Creates a client that waits by a test clock. */
export function createClockedClient(
  environment: TestEnvironment,
  clock: TestClock,
  options: ClientOptions = {},
): Promise<Petstore> {
  return createClient(environment, { clock, timeoutSeconds: clock.timeoutSeconds, ...options });
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
