import { createHistogram } from 'node:perf_hooks';
import type { SentRequest } from '@petstore/testing/history/clients/history-client.ts';

const MIB = 1024 * 1024;
const MICROSECONDS = 1_000;

/** Counts what happens in a soak. */
export class Tally {
  #requests = 0;
  readonly #statuses = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  readonly #reads = createHistogram();
  #firstRss: number | undefined;
  #lastRss: number | undefined;
  #peakRss = 0;

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

  noteRss(bytes: number): void {
    this.#firstRss ??= bytes;
    this.#lastRss = bytes;
    this.#peakRss = Math.max(this.#peakRss, bytes);
  }

  /** How many answers had a status. */
  count(status: number): number {
    return this.#statuses.get(String(status)) ?? 0;
  }

  line(seconds: number): string {
    const rss = this.#lastRss === undefined ? '' : ` | RSS ${mib(this.#lastRss)}`;
    return `${String(Math.round(seconds)).padStart(5)} s | ${this.#traffic()}${rss} | faults: ${shown(this.#faults)}`;
  }

  summary(): string[] {
    const at = (percentile: number) => `${(this.#reads.percentile(percentile) / MICROSECONDS).toFixed(1)} ms`;
    const [start, peak, end] = [this.#firstRss, this.#peakRss, this.#lastRss].map((rss) => mib(rss ?? 0));
    return [
      `requests:  ${this.#traffic()}`,
      `errors:    ${shown(this.#errors)}`,
      `faults:    ${shown(this.#faults)}`,
      `reads:     p50 ${at(50)}, p90 ${at(90)}, p99 ${at(99)}, longest ${at(100)}, of ${this.#reads.count} answered`,
      `RSS:       ${this.#peakRss === 0 ? 'not told by this system' : `${start} at the start, ${peak} at its peak, ${end} at the end`}`,
    ];
  }

  #traffic(): string {
    return `${this.#requests.toLocaleString('en')} requests: ${shown(this.#statuses)}`;
  }
}

export function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

function shown(counts: ReadonlyMap<string, number>): string {
  const named = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ') || 'none';
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
