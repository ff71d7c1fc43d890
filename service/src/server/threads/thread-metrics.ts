import type { Metrics } from '../../platform/http/metrics.ts';

/** What is counted as it happens. Gauges are read in the main thread only. */
type Counted = Exclude<keyof Metrics, 'addGauge' | 'setValkeyUp'>;

export type MetricCall = {
  [Name in Counted]: readonly [Name, ...Parameters<Metrics[Name]>];
}[Counted];

/** A message for each call would take longer than the call. */
const MAX_CALLS = 1_000;

/** Keeps what a thread counts until the main thread takes it, which has the metrics of the process. */
export class ThreadMetrics implements Metrics {
  readonly #send: (calls: readonly MetricCall[]) => void;
  #calls: MetricCall[] = [];

  constructor(send: (calls: readonly MetricCall[]) => void) {
    this.#send = send;
  }

  /** Sends what was counted since the last time. */
  flush(): void {
    if (this.#calls.length > 0) this.#send(this.#calls.splice(0));
  }

  readonly observeRequest: Metrics['observeRequest'] = (request) => this.#add(['observeRequest', request]);
  readonly countRefusal: Metrics['countRefusal'] = (by) => this.#add(['countRefusal', by]);
  readonly countShed: Metrics['countShed'] = () => this.#add(['countShed']);
  readonly countClosedConnection: Metrics['countClosedConnection'] = (reason) =>
    this.#add(['countClosedConnection', reason]);
  readonly countBan: Metrics['countBan'] = () => this.#add(['countBan']);
  readonly countWebhookAttempt: Metrics['countWebhookAttempt'] = (result) =>
    this.#add(['countWebhookAttempt', result]);

  /** The gauge has what the main thread knows of Valkey. */
  setValkeyUp(): void {}

  addGauge(): void {}

  #add(call: MetricCall): void {
    this.#calls.push(call);
    if (this.#calls.length >= MAX_CALLS) this.flush();
  }
}

/** Counts in the metrics of the process what a thread has counted. */
export function countCalls(metrics: Metrics, calls: readonly MetricCall[]): void {
  for (const [name, ...parameters] of calls) {
    const count: (...parameters: readonly never[]) => void = metrics[name];
    count.apply(metrics, parameters as never[]); // each call has the parameters of its method
  }
}
