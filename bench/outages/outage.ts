import { setTimeout as sleep } from 'node:timers/promises';
import { get } from '../load/one-request.ts';
import { type Answered, isNormal, type Sender, SteadyLoad } from '../load/steady-load.ts';
import type { Sizes } from '../sizes.ts';
import { until } from '../until.ts';

/** An engine that goes away and comes back. */
export interface Outage {
  readonly name: string;
  /** Returns when it has gone. */
  begin(): Promise<unknown>;
  /** Returns when it is back. */
  end(): Promise<unknown>;
}

const KINDS = ['GET', 'POST'] as const;

/** What was seen; times as of `performance.now()`. */
export interface Seen {
  readonly answers: readonly Answered[];
  readonly awayAt: number;
  readonly backAt: number;
  /** When every service said that all is as it should be. */
  readonly readyAt: number;
}

/** Lets an engine go away and come back while requests are sent. */
export async function watch(
  outage: Outage,
  senders: readonly Sender[],
  serviceUrls: readonly string[],
  { awayMs, calmMs }: Sizes['outages'],
): Promise<Seen> {
  const load = new SteadyLoad(senders);
  try {
    await sleep(calmMs);
    const awayAt = performance.now();
    await outage.begin();
    await sleep(awayMs);
    await outage.end();
    const backAt = performance.now();
    await until(() => areReady(serviceUrls), 'the readiness of the services');
    const readyAt = performance.now();
    await until(async () => KINDS.every((kind) => hasNormal(load.answers, kind, backAt)), 'a normal answer');
    await sleep(calmMs);
    return { answers: load.answers, awayAt, backAt, readyAt };
  } finally {
    await load.stop();
  }
}

function hasNormal(answers: readonly Answered[], kind: Answered['kind'], since: number): boolean {
  return answers.some((answer) => answer.kind === kind && answer.endedAt > since && isNormal(answer));
}

/** A note says that an engine is away, without which the service does its work all the same. */
async function areReady(serviceUrls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(serviceUrls.map((url) => get(`${url}/readyz`, '')));
  return answers.every(({ status, body }) => status === 200 && !('note' in JSON.parse(body)));
}
