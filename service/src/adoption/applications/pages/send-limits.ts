import type { CounterTable } from '../../../access/quota/counter-table.ts';
import { dayOf, decideRequest, reportedWindow, usageAfter } from '../../../access/quota/fixed-window.ts';
import type { Quota } from '../../../access/quota/plan.ts';
import { readUsage, writeUsage } from '../../../access/quota/quota-counters.ts';
import { secondsUntil } from '../../../access/quota/quota-headers.ts';
import { keyWithPlace, senderKey } from '../../../access/quota/sender-quotas.ts';
import { tableOf } from '../../../access/quota/shared-tables.ts';
import { addressKey } from '../../../platform/http/requests/client-address.ts';

/** What one address may send by forms: a shelter with a tablet for its visitors does not reach it. The limits of accounts are in `../limits.ts`. */
export const SENT_BY_ADDRESS: Quota = { perMinute: 10, perDay: 100 };
/** The same by keys of web sites, some of which send for all of their visitors from one address. */
export const SENT_BY_SITE: Quota = { perMinute: 30, perDay: 300 };
/** A longer application counts as several: the longest one as nine. */
const COUNTED_BYTES = 32 * 1024;

const MAX_ADDRESSES = 20_000;

/** Counts what each client address sends to this process: applications, messages and corrections. In bounded memory. */
export class SendLimits {
  readonly #quota: Quota;
  readonly #table: CounterTable;

  /** @param table that of all threads, if several count. */
  constructor(quota = SENT_BY_ADDRESS, table = tableOf(undefined, 'sent')) {
    this.#quota = quota;
    this.#table = table;
  }

  /** Counts one more, by its length. Returns after how many seconds the address may send again; undefined if it was counted. */
  consume(address: string | undefined, now: number, bytes = 0): number | undefined {
    const count = 1 + Math.floor(bytes / COUNTED_BYTES);
    const key = senderKey(addressKey(address ?? ''));
    return this.#table.exclusivelyAt(now, (at) => {
      this.#table.startWindow(dayOf(at));
      const row = this.#table.rowOf(keyWithPlace(this.#table, key, MAX_ADDRESSES));
      const usage = readUsage(this.#table, row);
      const decision = decideRequest(usage, this.#quota, at, count);
      if (decision.refusedBy !== undefined) return secondsUntil(reportedWindow(decision), at);
      writeUsage(this.#table, row, usageAfter(usage, at, count));
      return undefined;
    });
  }
}
