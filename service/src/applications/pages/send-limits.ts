import { addressKey } from '../../http/requests/client-address.ts';
import { dayOf, decideRequest, reportedWindow, type Usage, usageAfter } from '../../quota/fixed-window.ts';
import type { Quota } from '../../quota/plan.ts';
import { secondsUntil } from '../../quota/quota-headers.ts';

/** What one address may send: a shelter with a tablet for its visitors does not reach it. The limits of all are in `../limits.ts`. */
export const SENT_BY_ADDRESS: Quota = { perMinute: 10, perDay: 100 };

const MAX_ADDRESSES = 20_000;
/** When the table is full, all further addresses share a counter. */
const SHARED_KEY = '';
const NONE: Usage = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 };

/** Counts what each client address sends to this process: applications, messages and corrections. In bounded memory. */
export class SendLimits {
  #day = 0;
  readonly #used = new Map<string, Usage>();

  /** Counts one more. Returns after how many seconds the address may send again; undefined if it was counted. */
  consume(address: string | undefined, now: number): number | undefined {
    if (this.#day !== dayOf(now)) {
      this.#day = dayOf(now);
      this.#used.clear();
    }
    const own = addressKey(address ?? '');
    const key = this.#used.has(own) || this.#used.size < MAX_ADDRESSES ? own : SHARED_KEY;
    const usage = this.#used.get(key) ?? NONE;
    const decision = decideRequest(usage, SENT_BY_ADDRESS, now);
    if (decision.refusedBy !== undefined) return secondsUntil(reportedWindow(decision), now);
    this.#used.set(key, usageAfter(usage, now));
    return undefined;
  }
}
