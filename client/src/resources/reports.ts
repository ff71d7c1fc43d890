import type { AnimalsCount, ApplicationsReport, Operations, StaysReport } from '../contract.ts';
import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** Options of a report of some months, such as `{ from: '2026-01', to: '2026-06' }`. */
export type ReportOptions = CallOptions & Operations['getStaysReport']['query'];

/** Options of a report of one month. */
export type MonthOptions = CallOptions & Operations['getAnimalsCount']['query'];

/** Figures from the movements and the applications. A member gets those of its own animals, a manager those of all; of applications each its own. */
export class Reports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns what came in, what left, and how long it stayed, by months. */
  async stays(options?: ReportOptions): Promise<StaysReport> {
    return (await this.#transport.call('getStaysReport', periodOf(options))).result;
  }

  /** Returns the same as a CSV file. */
  async staysCsv(options?: ReportOptions): Promise<Blob> {
    return (await this.#transport.call('exportStaysReport', periodOf(options))).result;
  }

  /** Returns how many applications arrived and were answered, by months. */
  async applications(options?: ReportOptions): Promise<ApplicationsReport> {
    return (await this.#transport.call('getApplicationsReport', periodOf(options))).result;
  }

  /** Returns the same as a CSV file. */
  async applicationsCsv(options?: ReportOptions): Promise<Blob> {
    return (await this.#transport.call('exportApplicationsReport', periodOf(options))).result;
  }

  /** Returns the Basic Data Matrix of Shelter Animals Count for one month. */
  async animalsCount(options?: MonthOptions): Promise<AnimalsCount> {
    return (await this.#transport.call('getAnimalsCount', monthOf(options))).result;
  }

  /** Returns the same as a CSV file. */
  async animalsCountCsv(options?: MonthOptions): Promise<Blob> {
    return (await this.#transport.call('exportAnimalsCount', monthOf(options))).result;
  }
}

function periodOf({ from, to, ...options }: ReportOptions = {}) {
  return { query: { from, to }, options };
}

function monthOf({ month, ...options }: MonthOptions = {}) {
  return { query: { month }, options };
}
