import { Petstore, type PetstoreOptions } from '../../src/index.ts';
import type { TestClock } from './test-clock.ts';

/** What a case runs against: the real service with a clock that stands still until it is moved. */
export interface Stage {
  /** The service's base address. */
  readonly url: string;
  /** An address from which every request is sent on to the service's. */
  readonly redirectingUrl: string;
  /** Makes an account, on the plan Business and a member unless told otherwise, and returns its API key. */
  account(terms?: AccountTerms): Promise<string>;
  /** Moves the service's clock. */
  advance(ms: number): Promise<void>;
  /** Moves the service's clock to the beginning of the next minute. */
  nextMinute(): Promise<void>;
}

export interface AccountTerms {
  plan?: 'free' | 'pro' | 'business';
  role?: 'reader' | 'member' | 'manager';
  perMinute?: number;
  perDay?: number;
}

/** One promise, in code that runs in every runtime: nothing of Node, nothing of a browser alone. */
export interface Case {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

/** A client of the stage with a key of its own. */
export async function clientOf(
  stage: Stage,
  { terms, ...options }: Partial<PetstoreOptions> & { terms?: AccountTerms } = {},
): Promise<Petstore> {
  return new Petstore({ baseUrl: stage.url, apiKey: await stage.account(terms), ...options });
}

/** A client whose waits pass as fast as the clock is moved. */
export function clockedClientOf(
  stage: Stage,
  clock: TestClock,
  options: Parameters<typeof clientOf>[1] = {},
): Promise<Petstore> {
  return clientOf(stage, { clock, timeoutSeconds: clock.timeoutSeconds, ...options });
}

/** Fails unless both are the same by their members; a `bigint` is never the same as a number. */
export function same(actual: unknown, expected: unknown, what = 'value'): void {
  const [left, right] = [written(actual), written(expected)];
  if (left !== right) throw new Error(`${what} is ${left} and should be ${right}`);
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`);
}

/** What a promise is rejected with; fails if it is not. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`resolved with ${written(outcome.value)}, and should have failed`);
}

/** The same, of a class. */
export async function failureOf<Failure>(
  promise: Promise<unknown>,
  kind: abstract new (...args: never[]) => Failure,
): Promise<Failure> {
  const error = await errorOf(promise);
  if (error instanceof kind) return error;
  throw new Error(`failed with ${String(error)}, and should have with a ${kind.name}`);
}

function written(value: unknown): string {
  const text = JSON.stringify(value, (_, member) => {
    if (typeof member === 'bigint') return `${member}n`;
    return isPlain(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member;
  });
  return text ?? String(value);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
