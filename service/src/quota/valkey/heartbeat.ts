import { randomUUID } from 'node:crypto';
import { SECOND } from '../../core/clock.ts';
import type { Quota } from '../plan.ts';
import type { ValkeyConnection } from './connection.ts';

/** A process that was not heard of for this long is gone. */
const GONE_AFTER_MS = 5 * SECOND;

/** One of `of` processes, counted from 0. */
export interface ProcessShare {
  readonly index: number;
  readonly count: number;
}

/** Announces this process to the others, and knows which share of a quota is its own when Valkey is away. */
export class Heartbeat {
  readonly #connection: ValkeyConnection;
  readonly #processes: string;
  readonly #name = randomUUID();
  #share: ProcessShare = { index: 0, count: 1 };

  constructor(connection: ValkeyConnection, installation: string) {
    this.#connection = connection;
    this.#processes = processesKey(installation);
  }

  get share(): ProcessShare {
    return this.#share;
  }

  /** Tells the others; undefined if Valkey is away. */
  announce(): Promise<ProcessShare | undefined> {
    return this.#connection.call(async (redis) => {
      const names: unknown = await redis.petstoreAnnounce(this.#processes, this.#name, GONE_AFTER_MS);
      if (!Array.isArray(names)) throw new Error(`Valkey answered ${JSON.stringify(names)}`);
      // Sorted, so that every process counts in the same order.
      return { index: names.toSorted().indexOf(this.#name), count: names.length };
    });
  }

  /** Takes what an announcement told for the processes there are. */
  setShare(share: ProcessShare): void {
    this.#share = share;
  }

  async leave(): Promise<void> {
    await this.#connection.call((redis) => redis.zrem(this.#processes, this.#name));
  }
}

/** One key, so that it is on one node of a cluster. */
export function processesKey(installation: string): string {
  return `petstore:${installation}:processes`;
}

/** The part of a quota that falls to one process; those of all processes sum up to it exactly. */
export function quotaShare({ perMinute, perDay }: Quota, share: ProcessShare): Quota {
  return {
    perMinute: partOf(perMinute, share),
    perDay: perDay === undefined ? undefined : partOf(perDay, share),
  };
}

function partOf(whole: number, { index, count }: ProcessShare): number {
  return Math.floor(whole / count) + (index < whole % count ? 1 : 0);
}
