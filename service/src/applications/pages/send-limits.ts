import { addressKey } from '../../http/requests/client-address.ts';
import type { CounterTable } from '../../quota/counter-table.ts';
import { dayOf, decideRequest, reportedWindow, usageAfter } from '../../quota/fixed-window.ts';
import { readUsage, writeUsage } from '../../quota/local-quotas.ts';
import { keyWithPlace, senderKey } from '../../quota/minute-quotas.ts';
import type { Quota } from '../../quota/plan.ts';
import { secondsUntil } from '../../quota/quota-headers.ts';
import { tableOf } from '../../quota/shared-tables.ts';

/** What one address may send: a shelter with a tablet for its visitors does not reach it. The limits of all are in `../limits.ts`. */
export const SENT_BY_ADDRESS: Quota = { perMinute: 10, perDay: 100 };

const MAX_ADDRESSES = 20_000;

/** Counts what each client address sends to this process: applications, messages and corrections. In bounded memory. */
export class SendLimits {
  readonly #table: CounterTable;

  /** @param table that of all threads, if several count. */
  constructor(table = tableOf(undefined, 'sent')) {
    this.#table = table;
  }

  /** Counts one more. Returns after how many seconds the address may send again; undefined if it was counted. */
  consume(address: string | undefined, now: number): number | undefined {
    const key = senderKey(addressKey(address ?? ''));
    return this.#table.exclusivelyAt(now, (at) => {
      this.#table.startWindow(dayOf(at));
      const row = this.#table.rowOf(keyWithPlace(this.#table, key, MAX_ADDRESSES));
      const usage = readUsage(this.#table, row);
      const decision = decideRequest(usage, SENT_BY_ADDRESS, at);
      if (decision.refusedBy !== undefined) return secondsUntil(reportedWindow(decision), at);
      writeUsage(this.#table, row, usageAfter(usage, at));
      return undefined;
    });
  }
}
