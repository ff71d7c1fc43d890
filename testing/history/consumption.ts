import type { Usage } from '../../client/src/index.ts';
import type { Sent } from './clients/caller.ts';
import type { Violation } from './violation.ts';

/** A crash forgets the counts of a second, and the write that was to keep them takes its time. */
const FORGOTTEN_MS = 2_000;

/** What the people of one account sent and were answered, to be compared with what the service has counted. */
export class Consumption {
  readonly account: string;
  readonly #startedOn = today();
  #sent = 0;
  readonly #answeredAt: number[] = [];

  constructor(account: string) {
    this.account = account;
  }

  noteSend(): void {
    this.#sent += 1;
  }

  noteSent({ status }: Sent): void {
    const isCounted = status !== undefined && status < 500 && ![401, 429].includes(status);
    if (isCounted) this.#answeredAt.push(performance.now());
  }

  /** @param crashes when the service was killed, by the clock of `performance`. */
  check({ day }: Usage, crashes: readonly number[]): Violation[] {
    if (today() !== this.#startedOn) return [];
    const isKept = (at: number) => crashes.every((crash) => at < crash - FORGOTTEN_MS || at > crash);
    const [least, most] = [this.#answeredAt.filter(isKept).length, this.#sent];
    if (day.used >= least && day.used <= most) return [];
    const promise = 'a request is counted once, and a crash forgets the counts of a second at most';
    return [{ promise, acknowledged: { account: this.account, least, most }, found: day }];
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
