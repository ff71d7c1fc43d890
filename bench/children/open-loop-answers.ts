import type { Answers } from '../overload/overload-load.ts';
import { percentile } from '../rounds.ts';
import type { Received } from './open-loop-connection.ts';

/** Every so many 503 is read whole, and the first. */
const SAMPLE_EVERY = 50;
const QUOTA_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const KEPT_FAULTS = 5;

/** Counts what came back. Times are milliseconds since the first arrival. */
export class AnswerLog {
  readonly #durationMs: number;
  readonly #accepted: number[] = [];
  /** The latencies of those accepted, by the second in which they should have been sent. */
  readonly #bySecond: number[][] = [];
  readonly #shed: number[] = [];
  readonly #faults: string[] = [];
  #acceptedInTime = 0;
  #shedInTime = 0;
  #others = 0;
  #broken = 0;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  note({ status, head, body }: Received, dueAt: number, now: number): void {
    const isInTime = now <= this.#durationMs;
    if (status >= 200 && status < 300) {
      this.#accepted.push(now - dueAt);
      const second = Math.max(0, Math.floor(dueAt / 1000));
      this.#bySecond[second] ??= [];
      this.#bySecond[second].push(now - dueAt);
      if (isInTime) this.#acceptedInTime += 1;
      return;
    }
    const isSample = this.#shed.length % SAMPLE_EVERY === 0;
    const fault = status === 503 ? shedFault(head, isSample ? body : undefined) : `${status}`;
    if (fault !== undefined) {
      this.#others += 1;
      this.#tell(`${fault}: ${body.toString().slice(0, 200)}`);
      return;
    }
    this.#shed.push(now - dueAt);
    if (isInTime) this.#shedInTime += 1;
  }

  noteBroken(): void {
    this.#broken += 1;
    this.#tell('a connection broke before its answer was there');
  }

  summary(): Omit<Answers, 'offered' | 'unsent' | 'connections' | 'lateP99'> {
    const seconds = this.#durationMs / 1000;
    return {
      acceptedPerSecond: this.#acceptedInTime / seconds,
      shedPerSecond: this.#shedInTime / seconds,
      others: this.#others,
      broken: this.#broken,
      faults: this.#faults,
      p50: percentile(this.#accepted, 0.5),
      p99: percentile(this.#accepted, 0.99),
      longest: percentile(this.#accepted, 1),
      p99BySecond: Array.from(this.#bySecond, (latencies = []) => percentile(latencies, 0.99)),
      shedP99: percentile(this.#shed, 0.99),
    };
  }

  #tell(fault: string): void {
    if (this.#faults.length < KEPT_FAULTS) this.#faults.push(fault);
  }
}

/** What is wrong with an answer of 503, if it is not one that tells a client what to do. */
function shedFault(head: string, sample: Buffer | undefined): string | undefined {
  if (!/\r\nretry-after: [1-9]\d*(\r\n|$)/i.test(head)) return '503 without Retry-After';
  if (sample === undefined) return undefined;
  const lower = head.toLowerCase();
  const missing = QUOTA_HEADERS.find((name) => !lower.includes(`\r\n${name.toLowerCase()}: `));
  if (missing !== undefined) return `503 without ${missing}`;
  const { code, message, status } = JSON.parse(sample.toString());
  const isError = code === 'service_unavailable' && typeof message === 'string' && status === 503;
  return isError ? undefined : '503 without the body of an error';
}
