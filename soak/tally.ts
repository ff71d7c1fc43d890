import { createHistogram } from 'node:perf_hooks';
import type { SentRequest } from '@petstore/testing/history/clients/history-client.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';

const MIB = 1024 * 1024;
const MICROSECONDS = 1_000;

/** What all parts of one run share. */
export interface Run {
  readonly folder: string;
  readonly random: Random;
  readonly tally: Tally;
  readonly violations: Violation[];
}

/** Counts requests, faults and memory, and prints them. */
export class Tally {
  readonly #statuses = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  readonly #reads = createHistogram();
  #requests = 0;
  #memory: { first: number; last: number; peak: number } | undefined;

  readonly note = ({ method, status, error, ms }: SentRequest): void => {
    this.#requests += 1;
    add(this.#statuses, status === undefined ? 'lost' : String(status));
    if (error !== undefined) add(this.#errors, error);
    const isRead = method === 'GET' && status !== undefined && status < 400;
    if (isRead) this.#reads.record(Math.max(1, Math.round(ms * MICROSECONDS)));
  };

  noteFault(name: string): void {
    add(this.#faults, name);
  }

  noteMemory(bytes: number): void {
    const { first, peak } = this.#memory ?? { first: bytes, peak: bytes };
    this.#memory = { first, last: bytes, peak: Math.max(peak, bytes) };
  }

  /** Returns how many responses had a status. */
  count(status: number): number {
    return this.#statuses.get(String(status)) ?? 0;
  }

  line(ms: number): string {
    const memory = this.#memory === undefined ? '' : ` | RSS ${mib(this.#memory.last)}`;
    const seconds = String(Math.round(ms / 1_000)).padStart(5);
    return `${seconds} s | ${this.#traffic()}${memory} | faults: ${textOf(this.#faults)}`;
  }

  summary(): string[] {
    const reads = [50, 90, 99, 100].map((share) => {
      const ms = this.#reads.percentile(share) / MICROSECONDS;
      return `${share === 100 ? 'longest' : `p${share}`} ${ms.toFixed(1)} ms`;
    });
    const { first, peak, last } = this.#memory ?? { first: 0, peak: 0, last: 0 };
    const memory = `${mib(first)} at the start, ${mib(peak)} at its peak, ${mib(last)} at the end`;
    return [
      `requests:  ${this.#traffic()}`,
      `errors:    ${textOf(this.#errors)}`,
      `faults:    ${textOf(this.#faults)}`,
      `reads:     ${reads.join(', ')}, of ${this.#reads.count} responses`,
      `RSS:       ${peak === 0 ? 'not reported by this system' : memory}`,
    ];
  }

  #traffic(): string {
    return `${this.#requests.toLocaleString('en')} requests: ${textOf(this.#statuses)}`;
  }
}

export function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

function textOf(counts: ReadonlyMap<string, number>): string {
  const named = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ') || 'none';
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
