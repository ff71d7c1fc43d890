import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../candidates/petstore.ts';
import type { Followers, FollowersReport } from '../children/followers.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { jsonOf, startChild } from '../processes.ts';
import type { Result, Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { type Latency, latencyOf } from '../statistics.ts';

const LIST_INTERVAL_MS = 10;
/** How long the list is read before and after the streams are opened. */
const LIST_MS = 4_000;

interface Sizes {
  readonly streams: number;
  readonly webhooks: number;
  readonly changes: number;
}

/** Measures how fast a change arrives at many streams and webhooks, the memory of the streams, and what they cost the list. */
export const push =
  (targets: Record<'memory' | 'latency' | 'list', Target>): Measurement<Sizes> =>
  async (sizes) => {
    await using scope = new RunScope();
    const { path, keys } = await storeOfAccounts(Math.max(sizes.webhooks, sizes.streams / 100))(scope);
    const store = new DatabaseSync(path);
    store.exec("update accounts set role = 'manager'");
    store.close();
    const service = await startService(scope, path, {
      core: 'server',
      env: { OUTBOUND_NETWORKS: '127.0.0.1', OUTBOUND_HTTP_HOSTS: '127.0.0.1' },
    });
    const given: Followers = { url: service.url, keys, ...sizes };
    const child = startChild(scope, 'followers.ts', [JSON.stringify(given)], { core: 'load' });
    await child.printed(/warm/);
    const list = { url: `${service.url}/v1/pets?limit=20`, key: keys[0] ?? '' };
    await readList(list, sleep(LIST_MS));
    const alone = await readList(list, sleep(LIST_MS));
    const beforeMb = service.memory().nowMb;
    process.kill(child.pid, 'SIGUSR2');
    await child.printed(/open/);
    const grownMb = service.memory().nowMb - beforeMb;
    const followed = await readList(list, sleep(LIST_MS));
    process.kill(child.pid, 'SIGUSR2');
    const changed = await readList(list, child.ended);
    const { streams, webhooks } = await jsonOf<FollowersReport>(child);
    const grownLaterMb = service.memory().peakMb - beforeMb;
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const results: Result[] = [
      {
        what: 'memory of the streams',
        value: grownLaterMb,
        unit: 'MB',
        target: targets.memory,
        figures: `${grownMb.toFixed(0)} MB before the first change`,
      },
      {
        what: 'a change at a stream, p99',
        value: streams.p99,
        unit: 'ms',
        target: targets.latency,
        figures: `p50 ${ms(streams.p50)}, longest ${ms(streams.max)}, ${streams.count} of ${sizes.streams * sizes.changes} arrived`,
      },
      {
        what: 'a change at a webhook, p99',
        value: webhooks.p99,
        unit: 'ms',
        target: targets.latency,
        figures: `p50 ${ms(webhooks.p50)}, longest ${ms(webhooks.max)}, ${webhooks.count} of ${sizes.webhooks * sizes.changes} arrived`,
      },
      {
        what: 'first page while a change a second is sent against without changes, p99',
        value: changed.p99 / followed.p99,
        target: targets.list,
        figures: `p50 and p99 ${ms(changed.p50)}, ${ms(changed.p99)}; without changes ${ms(followed.p50)}, ${ms(followed.p99)}; without streams ${ms(alone.p50)}, ${ms(alone.p99)}`,
      },
    ];
    const title = `${sizes.streams} streams, ${sizes.webhooks} webhooks`;
    return results.map((result) => ({ ...result, what: `${title}: ${result.what}` }));
  };

/** Reads the first page every 10 ms until the end. */
async function readList({ url, key }: { url: string; key: string }, end: Promise<unknown>): Promise<Latency> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  end.then(over, over);
  const latencies: number[] = [];
  while (!isOver) {
    const beganAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await response.text();
    if (!response.ok) throw new Error(`the list is ${response.status}`);
    latencies.push(performance.now() - beganAt);
    await sleep(LIST_INTERVAL_MS);
  }
  return latencyOf(latencies);
}
