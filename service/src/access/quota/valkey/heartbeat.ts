import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../platform/core/clock.ts';
import type { Quota } from '../plan.ts';
import type { ValkeyConnection } from './connection.ts';
import { unexpectedReply } from './script.ts';

/** A process that did not announce itself for this long has ended. */
const EXPIRY_MS = 5 * SECOND;

/** One of `count` processes; `index` begins at 0. */
export interface ProcessShare {
  readonly index: number;
  readonly count: number;
}

/** Announces this process to the others, and keeps its share of each quota for the time when Valkey is unavailable. */
export class Heartbeat {
  readonly #connection: ValkeyConnection;
  readonly #processesKey: string;
  readonly #name = randomUUID();
  #share: ProcessShare = { index: 0, count: 1 };

  constructor(connection: ValkeyConnection, installation: string) {
    this.#connection = connection;
    this.#processesKey = processesKey(installation);
  }

  get share(): ProcessShare {
    return this.#share;
  }

  /** Announces this process. Returns its share; undefined if Valkey is unavailable. */
  announce(): Promise<ProcessShare | undefined> {
    return this.#connection.call(async (redis) => {
      const names: unknown = await redis.petstoreAnnounce(this.#processesKey, this.#name, EXPIRY_MS);
      if (!Array.isArray(names)) throw unexpectedReply(names);
      // Sorted, so that every process has the same order of all.
      return { index: names.toSorted().indexOf(this.#name), count: names.length };
    });
  }

  setShare(share: ProcessShare): void {
    this.#share = share;
  }

  async leave(): Promise<void> {
    await this.#connection.call((redis) => redis.zrem(this.#processesKey, this.#name));
  }
}

/** Returns the key of the sorted set of all processes. */
export function processesKey(installation: string): string {
  return `petstore:${installation}:processes`;
}

/** Returns one process's share of a quota. The shares of all processes sum up to the quota exactly. */
export function quotaShare({ perMinute, perDay }: Quota, share: ProcessShare): Quota {
  return {
    perMinute: shareOf(perMinute, share),
    perDay: perDay === undefined ? undefined : shareOf(perDay, share),
  };
}

function shareOf(whole: number, { index, count }: ProcessShare): number {
  return Math.floor(whole / count) + (index < whole % count ? 1 : 0);
}
