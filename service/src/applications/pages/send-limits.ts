import { addressKey } from '../../http/requests/client-address.ts';
import type { CounterTable } from '../../quota/counter-table.ts';
import { dayOf, decideRequest, reportedWindow, type Usage, usageAfter } from '../../quota/fixed-window.ts';
import { senderKey } from '../../quota/minute-quotas.ts';
import type { Quota } from '../../quota/plan.ts';
import { secondsUntil } from '../../quota/quota-headers.ts';
import { tableOf } from '../../quota/shared-tables.ts';

/** What one address may send: a shelter with a tablet for its visitors does not reach it. The limits of all are in `../limits.ts`. */
export const SENT_BY_ADDRESS: Quota = { perMinute: 10, perDay: 100 };

const MAX_ADDRESSES = 20_000;
/** When the table is full, all further addresses share a counter. */
const SHARED = '';
const FIELD = { minute: 0, minuteUsed: 1, day: 2, dayUsed: 3 } as const;

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
      const hasPlace = this.#table.size < MAX_ADDRESSES || this.#table.has(key);
      const row = this.#table.rowOf(hasPlace ? key : senderKey(SHARED));
      const usage = this.#read(row);
      const decision = decideRequest(usage, SENT_BY_ADDRESS, at);
      if (decision.refusedBy !== undefined) return secondsUntil(reportedWindow(decision), at);
      this.#write(row, usageAfter(usage, at));
      return undefined;
    });
  }

  #read(row: number): Usage {
    const read = (field: number) => this.#table.get(row, field);
    return {
      minute: read(FIELD.minute),
      minuteUsed: read(FIELD.minuteUsed),
      day: read(FIELD.day),
      dayUsed: read(FIELD.dayUsed),
    };
  }

  #write(row: number, usage: Usage): void {
    for (const name of Object.keys(FIELD) as Array<keyof Usage>)
      this.#table.set(row, FIELD[name], usage[name]);
  }
}
