import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Checker } from '@petstore/testing/history/checker.ts';
import { HistoryClient } from '@petstore/testing/history/clients/history-client.ts';
import { describeViolations, type Violation } from '@petstore/testing/history/violation.ts';
import { startProxy } from '@petstore/testing/http/proxy.ts';
import { Random } from '@petstore/testing/random.ts';
import { type Client, createClients, type Population } from './clients/clients.ts';
import { followFeed } from './clients/reader.ts';
import { runNemesis } from './nemesis.ts';
import { runPetstore, Service } from './service.ts';
import { mib, type Run, Tally } from './tally.ts';

const LINE_EVERY_MS = 10_000;
/** In the last quarter nothing restarts the service: long enough to see whether its memory grows. */
const SHARE_WITHOUT_RESTARTS = 0.25;
const MAX_GROWTH_BYTES = 100 * 1024 * 1024;

/** Runs the workload and the nemesis on a new store. Resolves with true if every promise was kept. */
export async function soak(
  { minutes, seed, workers }: { minutes: number; seed: number; workers: number },
  stop: AbortSignal,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-soak-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const run: Run = { folder, random: new Random(seed), tally: new Tally(), violations: [] };
  const service = new Service(run, await startProxy(), workers);
  try {
    await service.start();
    const population = await createClients(run, service);
    const credentials = population.manager;
    const { petstore } = new HistoryClient({ baseUrl: service.url, credentials });
    const checker = new Checker(population.history, petstore);
    const following = new AbortController();
    const followed = followFeed(petstore, following.signal);
    await runWorkload(run, service, population, checker, { ms: minutes * 60_000, stop });
    const { growth } = service;
    console.log('Comparing the store with the history of the clients …');
    const { violations } = run;
    violations.push(...(await checker.checkAll()));
    following.abort();
    violations.push(...checkFollower(await followed, checker.feed.ids));
    violations.push(...(await checkCounts(run, service, population)));
    const log = await service.stop();
    violations.push(...(await checkStore(service)), ...checkGrowth(growth));
    const isKept = violations.length === 0;
    const bound = `of at most ${mib(MAX_GROWTH_BYTES)}`;
    const grown = growth === undefined ? 'unknown: the run was too short' : `${mib(growth)} ${bound}`;
    const summary = [...run.tally.summary(), `growth:    ${grown}`, `compared:  ${checker.summary}`];
    console.log(`\n${summary.join('\n')}`);
    if (!isKept) console.log(`${describeViolations(violations, seed)}\nthe service's log ends with:\n${log}`);
    console.log(`result:    ${isKept ? 'every promise was kept' : 'promises were broken'}`);
    return isKept;
  } finally {
    service.abandon();
  }
}

/** Lets the clients and the nemesis work until the time is over, the signal is aborted, or a promise is broken. */
async function runWorkload(
  { folder, random, tally, violations }: Run,
  service: Service,
  population: Population,
  checker: Checker,
  { ms, stop }: { ms: number; stop: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal, AbortSignal.timeout(ms)]);
  const startedAt = performance.now();
  const lines = setInterval(() => console.log(tally.line(performance.now() - startedAt)), LINE_EVERY_MS);
  const target = { service, folder, population, random: random.for('faults'), violations };
  const lastRestart = startedAt + (1 - SHARE_WITHOUT_RESTARTS) * ms;
  const nemesis = runNemesis(target, { signal, lastRestart, checker, tally });
  const clients = population.clients.map((client) =>
    repeat(client, random.for(`${client.name} pauses`), signal),
  );
  const all = [nemesis.finally(() => over.abort()), ...clients].map((each) =>
    each.catch((error: unknown) => {
      over.abort();
      violations.push({ promise: 'no other error', acknowledged: undefined, found: String(error) });
    }),
  );
  await Promise.all(all);
  clearInterval(lines);
}

/** Sends the requests of a client at irregular intervals until the signal is aborted. */
async function repeat({ client, perSecond }: Client, random: Random, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await client.step();
    await sleep((2 * random.next() * 1_000) / perSecond, undefined, { signal }).catch(() => {});
  }
}

function checkFollower(seen: readonly bigint[], ids: readonly bigint[]): Violation[] {
  const first = seen.findIndex((id, index) => id !== ids[index]);
  if (seen.length > 0 && first < 0) return [];
  const promise = 'a client that follows the feed misses no event and sees none twice';
  return [{ promise, acknowledged: ids.slice(first, first + 5), found: seen.slice(first, first + 5) }];
}

async function checkCounts(run: Run, { crashes }: Service, population: Population): Promise<Violation[]> {
  const violations = population.overQuota.check(crashes);
  for (const { api, consumption } of population.workloads) {
    violations.push(...consumption.check(await api.petstore.usage(), crashes));
  }
  const found = run.tally.count(500);
  if (found > 0) violations.push({ promise: 'no response is a 500', acknowledged: 0, found });
  return violations;
}

async function checkStore({ store }: Service): Promise<Violation[]> {
  const found = await runPetstore(['doctor', '--json'], store);
  if (found.status === 0 && found.out.includes('passed the integrity check')) return [];
  return [{ promise: 'the store is whole', acknowledged: undefined, found }];
}

function checkGrowth(growth: number | undefined): Violation[] {
  if (growth === undefined || growth <= MAX_GROWTH_BYTES) return [];
  const promise = 'memory does not grow beyond its bound after the last restart';
  return [{ promise, acknowledged: mib(MAX_GROWTH_BYTES), found: mib(growth) }];
}
