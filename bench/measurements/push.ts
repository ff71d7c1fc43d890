import { DatabaseSync } from 'node:sqlite';
import { startService } from '../candidates/petstore.ts';
import type { Followers, FollowersReport } from '../children/followers.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { jsonOf, startChild } from '../processes.ts';
import type { Result, Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';

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
    const beforeMb = service.memory().nowMb;
    process.kill(child.pid, 'SIGUSR2');
    await child.printed(/open/);
    const grownMb = service.memory().nowMb - beforeMb;
    process.kill(child.pid, 'SIGUSR2');
    const { streams, webhooks, list } = await jsonOf<FollowersReport>(child);
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
        what: 'first page while a change a second is sent, p99',
        value: list.changed.p99,
        unit: 'ms',
        target: targets.list,
        figures: `p50 ${ms(list.changed.p50)}; without changes ${ms(list.followed.p50)}, ${ms(list.followed.p99)}; without streams ${ms(list.alone.p50)}, ${ms(list.alone.p99)}`,
      },
    ];
    const title = `${sizes.streams} streams, ${sizes.webhooks} webhooks`;
    return results.map((result) => ({ ...result, what: `${title}: ${result.what}` }));
  };
