import type { Usage } from '../../client/src/index.ts';
import type { SentRequest } from './clients/history-client.ts';
import type { Violation } from './violation.ts';

/** A crash loses the counts of the last second, plus the time of the write that was to store them. */
const MAX_LOST_MS = 2_000;

/** The requests and responses of one account, to be compared with the service's count. */
export class Consumption {
  readonly account: string;
  readonly #startedOn = today();
  #sent = 0;
  readonly #respondedAt: number[] = [];

  constructor(account: string) {
    this.account = account;
  }

  noteSend(): void {
    this.#sent += 1;
  }

  noteSent({ status }: SentRequest): void {
    const isCounted = status !== undefined && status < 500 && ![401, 429].includes(status);
    if (isCounted) this.#respondedAt.push(performance.now());
  }

  /** @param crashes times at which the service was killed, as `performance.now()`. */
  check({ day }: Usage, crashes: readonly number[]): Violation[] {
    if (today() !== this.#startedOn) return [];
    const isKept = (at: number) => crashes.every((crash) => at < crash - MAX_LOST_MS || at > crash);
    const [min, max] = [this.#respondedAt.filter(isKept).length, this.#sent];
    if (day.used >= min && day.used <= max) return [];
    const promise = 'a request is counted once, and a crash loses the counts of one second at most';
    return [{ promise, acknowledged: { account: this.account, min, max }, found: day }];
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
