import type { Store } from '../data/seed.ts';
import { startChild } from '../processes/processes.ts';

/** The requests of `overload-mix.ts` in a closed loop, or by schedule whatever the answers do. */
export interface LoadSpec {
  readonly url: string;
  /** The catalogue that is asked for, and the key. */
  readonly store: Store;
  readonly seconds: number;
  /** Open before the first request. */
  readonly connections: number;
  /** Opened one by one when all are busy. */
  readonly mostConnections: number;
  /** Arrivals a second; without it every connection sends as soon as it has an answer. */
  readonly perSecond: number | undefined;
  /** Which request of the mix is the first, so that no run repeats the one before. */
  readonly first: number;
}

/** What came back; latencies in milliseconds from when a request should have been sent. */
export interface Answers {
  readonly offered: number;
  /** Within the seconds of the load, as the next. */
  readonly acceptedPerSecond: number;
  readonly shedPerSecond: number;
  /** Neither accepted nor properly shed. */
  readonly others: number;
  readonly broken: number;
  /** What was wrong with some of those. */
  readonly faults: readonly string[];
  /** Still waiting for a free connection when the load ended. */
  readonly unsent: number;
  readonly connections: number;
  /** By how much the generator itself was late, for what else had its core. */
  readonly lateP99: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly p99BySecond: readonly number[];
  readonly shedP99: number;
}

/** Sends a load from the core of the load; `onEnd` is called when it ends, before the last answers are there. */
export async function send(spec: LoadSpec, onEnd: () => Promise<unknown> = async () => {}): Promise<Answers> {
  const child = startChild('open-loop.ts', [JSON.stringify(spec)], { core: 'load' });
  await child.printed(/(ended)/);
  await onEnd();
  const answers: Answers = JSON.parse((await child.output()).trim().split('\n').at(-1) ?? '');
  return answers;
}
