import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { type Service, startService } from '../candidates/petstore.ts';
import type { UploadStatuses, Uploads } from '../children/uploads.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { jsonOf, startChild } from '../processes.ts';
import type { Result, Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';

const SAMPLE_MS = 50;
/** The service measures how late a timer of this interval is, and its metric has the interval in it. */
const LAG_INTERVAL_MS = 10;
const MS_PER_SECOND = 1_000;

interface Sizes {
  readonly uploads: number;
  readonly rounds: number;
}

interface Round {
  readonly statuses: UploadStatuses;
  /** The longest delay of the event loop. */
  readonly delayMs: number;
  /** The most memory of the service and the process that decodes pictures, above that before the first upload. */
  readonly grownMb: number;
  readonly seconds: number;
}

/** Uploads many pictures at once, after a first one. Measures the memory and the event loop of the service, which uses both cores. */
export const uploads =
  (targets: Record<'memory' | 'delay', Target>): Measurement<Sizes> =>
  async ({ uploads: count, rounds }) => {
    const [measured = []] = await inTurns(rounds, [() => measureRound(count)]);
    const medianOf = (value: (round: Round) => number) => median(measured.map(value));
    const accepted = medianOf(({ statuses }) => statuses[201] ?? 0);
    const rejected = medianOf(({ statuses }) => statuses[503] ?? 0);
    const took = `${medianOf(({ seconds }) => seconds).toFixed(1)} s`;
    const results: Result[] = [
      {
        what: 'service and child, above the memory before',
        value: medianOf(({ grownMb }) => grownMb),
        unit: 'MB',
        target: targets.memory,
        figures: `${accepted} stored, ${rejected} responses 503, in ${took}`,
      },
      {
        what: 'longest delay of the event loop',
        value: medianOf(({ delayMs }) => delayMs),
        unit: 'ms',
        target: targets.delay,
      },
      {
        what: 'uploads without a 201 or a 503',
        value: count - medianOf(({ statuses }) => (statuses[201] ?? 0) + (statuses[503] ?? 0)),
        target: { max: 0 },
      },
    ];
    return results.map((result) => ({ ...result, what: `${count} uploads at once: ${result.what}` }));
  };

async function measureRound(count: number): Promise<Round> {
  await using scope = new RunScope();
  const { path, keys } = await storeOfAccounts(count / 2)(scope);
  const store = new DatabaseSync(path);
  store.exec("update accounts set role = 'manager'");
  store.close();
  const metrics = await freePort();
  const service = await startService(scope, path, { env: { METRICS_PORT: `${metrics}` } });
  const given: Uploads = { url: service.url, count, keys };
  const beforeMb = service.memoryWithChildrenMb();
  const child = startChild(scope, 'uploads.ts', [JSON.stringify(given)], { core: 'load' });
  await child.printed(/warm/);
  await delayOf(metrics); // until now
  const startedAt = performance.now();
  const peakMb = peakMemory(service, child.ended);
  const statuses = await jsonOf<UploadStatuses>(child);
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND;
  // Only now, because to read it delays other requests, too.
  const delayMs = await delayOf(metrics);
  return { statuses, seconds, delayMs, grownMb: (await peakMb) - beforeMb };
}

/** Samples the memory until `ended`. */
async function peakMemory(service: Service, ended: Promise<unknown>): Promise<number> {
  let [isOver, peakMb] = [false, 0];
  ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await sleep(SAMPLE_MS);
    peakMb = Math.max(peakMb, service.memoryWithChildrenMb());
  }
  return peakMb;
}

/** Returns the longest delay of the event loop since it was last read. */
async function delayOf(metrics: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const [, delay] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  return Number(delay) * MS_PER_SECOND - LAG_INTERVAL_MS;
}
