import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until.ts';
import { isNormal, SteadyLoad } from './steady-load.ts';

const MINUTE_MS = 60_000;
const CONNECTIONS = 8;
/** Short, to find what a process still admits; not so short that the strikes of these seconds lead to a ban. */
const REFUSED_PAUSE_MS = 150;
/** A request that is sent at the end of a minute may be counted in the next. */
const MARGIN_MS = 500;

/** Uses up the quota of an account and goes on asking, all within one UTC minute. */
export class MeteredLoad {
  readonly #load: SteadyLoad;
  readonly #endOfMinute: NodeJS.Timeout;

  private constructor(url: string, key: string, leftMs: number) {
    const pauseMs = (isAdmitted: boolean) => (isAdmitted ? 0 : REFUSED_PAUSE_MS);
    this.#load = new SteadyLoad([
      { url, key, connections: CONNECTIONS, pauseMs: (answer) => pauseMs(isNormal(answer)) },
    ]);
    this.#endOfMinute = setTimeout(() => void this.#load.stop(), leftMs - MARGIN_MS);
  }

  /** Begins when so much of a minute is left, and returns when the quota is used up. */
  static async start(url: string, key: string, neededMs: number): Promise<MeteredLoad> {
    if (leftOfMinuteMs() < neededMs) await sleep(leftOfMinuteMs() + 1);
    const metered = new MeteredLoad(url, key, leftOfMinuteMs());
    try {
      await until(async () => metered.#load.answers.some(({ status }) => status === 429), 'a 429');
    } catch (error) {
      await metered.stop();
      throw error;
    }
    return metered;
  }

  /** Returns how many requests were admitted. */
  async stop(): Promise<number> {
    clearTimeout(this.#endOfMinute);
    await this.#load.stop();
    return this.#load.answers.filter(isNormal).length;
  }
}

function leftOfMinuteMs(): number {
  return MINUTE_MS - (Date.now() % MINUTE_MS);
}
