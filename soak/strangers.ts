import { codeOf, lossOf, type SentRequest } from '@petstore/testing/history/clients/history-client.ts';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';

const MINUTE_S = 60;

interface Surroundings {
  url: string;
  random: Random;
  violations: Violation[];
  note: (sent: SentRequest) => void;
}

/** Somebody who goes on sending when the quota is used up, until the key is banned and after. */
export class Impolite implements WorkloadClient {
  readonly perMinute = 60;
  /** A crash may forget the counts of a second, in which this many are sent. */
  readonly perCrash = 40;
  /** Admitted requests, by the second in which their window ends. */
  readonly admitted = new Map<string, number>();
  readonly #surroundings: Surroundings;
  readonly #key: string;

  constructor(surroundings: Surroundings, key: string) {
    this.#surroundings = surroundings;
    this.#key = key;
  }

  async step(): Promise<void> {
    const response = await get(this.#surroundings, '/v1/pets?limit=1', this.#key);
    if (response === undefined) return;
    const reset = response.headers.get('x-ratelimit-reset') ?? '';
    if (response.status === 200) this.admitted.set(reset, (this.admitted.get(reset) ?? 0) + 1);
    expect(this.#surroundings, response.status, [200, 429, 503], 'a quota is answered by 200 or 429');
  }

  /** @param crashes when the service was killed, by the clock of `performance`. */
  check(crashes: readonly number[]): Violation[] {
    const windows = crashes.map((at) => String(MINUTE_S * Math.ceil(secondsAt(at) / MINUTE_S)));
    const mostIn = (window: string) =>
      this.perMinute + this.perCrash * windows.filter((one) => one === window).length;
    const over = [...this.admitted].filter(([window, count]) => count > mostIn(window));
    return over.map(([window, count]) => ({
      promise: 'a quota admits as many as it says, and after a crash those of a second more',
      acknowledged: { perMinute: this.perMinute, most: mostIn(window) },
      found: { window, admitted: count },
    }));
  }
}

/** Unix time. */
function secondsAt(at: number): number {
  return (performance.timeOrigin + at) / 1_000;
}

/** Somebody who guesses keys. */
export class Guesser implements WorkloadClient {
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  async step(): Promise<void> {
    const letters = Array.from({ length: 49 }, () => this.#surroundings.random.between(0, 35).toString(36));
    const response = await get(this.#surroundings, '/v1/pets', `petstore_live_${letters.join('')}`);
    if (response === undefined) return;
    expect(this.#surroundings, response.status, [401, 429, 503], 'a wrong key is answered by 401 or 429');
  }
}

/** Undefined if there was no answer. */
async function get({ url, note }: Surroundings, path: string, key: string): Promise<Response | undefined> {
  // Not among the reads whose time is told: it has a method of its own.
  const tell = (status: number | undefined, error: string | undefined) =>
    note({ method: 'stranger', status, error, ms: 0 });
  try {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const error = await codeOf(response.clone());
    await response.bytes();
    tell(response.status, response.ok ? undefined : error);
    return response;
  } catch (error) {
    tell(undefined, lossOf(error));
    return undefined;
  }
}

function expect({ violations }: Surroundings, status: number, allowed: number[], promise: string): void {
  if (!allowed.includes(status)) violations.push({ promise, acknowledged: allowed, found: status });
}
