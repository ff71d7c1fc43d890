import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checker } from '@petstore/testing/history/checker.ts';
import { HistoryClient } from '@petstore/testing/history/clients/history-client.ts';
import { describeViolations, type Violation } from '@petstore/testing/history/violation.ts';
import { Random } from '@petstore/testing/random.ts';
import type { SoakArguments } from './arguments.ts';
import { throwFaults } from './fault-deck.ts';
import { type Population, populate } from './population.ts';
import { petstore } from './processes.ts';
import { follow } from './readers.ts';
import { Service } from './service.ts';
import { mib, Tally } from './tally.ts';
import { visit } from './visitor.ts';

const LINE_EVERY_MS = 10_000;
/** In the last quarter nothing restarts the service: long enough to see whether it grows. */
const WITHOUT_RESTARTS = 0.25;
const MOST_GROWTH_BYTES = 100 * 1024 * 1024;

/** One run on a store of its own. Resolves with whether everything is right; sooner when the signal is aborted. */
export async function soak({ minutes, seed }: SoakArguments, stop: AbortSignal): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-soak-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return new Soak(folder, seed).run(minutes * 60_000, stop);
}

class Soak {
  readonly #folder: string;
  readonly #seed: number;
  readonly #random: Random;
  readonly #tally = new Tally();
  readonly #violations: Violation[] = [];

  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  async run(ms: number, stop: AbortSignal): Promise<boolean> {
    const store = join(this.#folder, 'petstore.db');
    const service = await Service.start(store, this.#tally);
    try {
      return await this.#use(service, ms, stop);
    } finally {
      service.abandon();
    }
  }

  async #use(service: Service, ms: number, stop: AbortSignal): Promise<boolean> {
    const { store } = service;
    const place = { store, url: service.url, random: this.#random };
    const population = await populate({ ...place, tally: this.#tally, violations: this.#violations });
    const credentials = population.accounts.city;
    const { petstore: manager } = new HistoryClient({ baseUrl: service.url, credentials });
    const checker = new Checker(population.ledger, manager);
    const following = new AbortController();
    const followed = follow(manager, following.signal);
    await this.#live(service, population, checker, { ms, stop });
    const { growth } = service;
    console.log('Comparing the store with what the clients were told …');
    this.#violations.push(...(await checker.checkAll()));
    following.abort();
    this.#checkFollower(await followed, checker.feed.ids);
    await this.#checkCounts(service, population);
    const log = await service.end();
    await this.#checkDoctor(store);
    this.#violations.push(...service.violations);
    this.#checkGrowth(growth);
    return this.#report(checker.summary, growth, log);
  }

  /** Everybody visits, and things go wrong, until the time is over, the signal is aborted, or nothing can go on. */
  async #live(
    service: Service,
    { visitors, ledger, households, accounts }: Population,
    checker: Checker,
    { ms, stop }: { ms: number; stop: AbortSignal },
  ): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([stop, over.signal, AbortSignal.timeout(ms)]);
    const began = performance.now();
    const lines = setInterval(
      () => console.log(this.#tally.line((performance.now() - began) / 1_000)),
      LINE_EVERY_MS,
    );
    const random = this.#random.for('faults');
    const violations = this.#violations;
    const strangerKey = accounts.stranger.key;
    const stage = { service, folder: this.#folder, ledger, households, random, violations, strangerKey };
    const lastRestart = began + (1 - WITHOUT_RESTARTS) * ms;
    const onFault = (name: string) => this.#tally.noteFault(name);
    const faults = throwFaults(stage, { signal, lastRestart, checker, onFault });
    const visits = visitors.map(({ name, person, perSecond }) =>
      visit(person, { random: this.#random.for(`${name} pauses`), perSecond, signal }),
    );
    const ends = [faults.finally(() => over.abort()), ...visits].map((life) =>
      life.catch((error: unknown) => {
        over.abort();
        violations.push({
          promise: 'nothing else goes wrong',
          acknowledged: undefined,
          found: String(error),
        });
      }),
    );
    await Promise.all(ends);
    clearInterval(lines);
  }

  #checkFollower(seen: readonly bigint[], ids: readonly bigint[]): void {
    const isWhole = seen.length > 0 && seen.every((id, index) => id === ids[index]);
    if (isWhole) return;
    const promise = 'whoever follows the feed through all faults misses nothing and sees nothing twice';
    const first = seen.findIndex((id, index) => id !== ids[index]);
    this.#violations.push({
      promise,
      acknowledged: ids.slice(first, first + 5),
      found: seen.slice(first, first + 5),
    });
  }

  async #checkCounts(service: Service, { households, impolite }: Population): Promise<void> {
    const { crashes } = service;
    for (const { api, consumption } of households) {
      this.#violations.push(...consumption.check(await api.petstore.usage(), crashes));
    }
    this.#violations.push(...impolite.check(crashes));
    if (this.#tally.count(500) === 0) return;
    const promise = 'nothing is answered with 500';
    this.#violations.push({ promise, acknowledged: 0, found: this.#tally.count(500) });
  }

  async #checkDoctor(store: string): Promise<void> {
    const doctor = await petstore(['doctor', '--json'], store).ended;
    if (doctor.status === 0 && doctor.out.includes('passed the integrity check')) return;
    this.#violations.push({ promise: 'the store is whole', acknowledged: undefined, found: doctor });
  }

  #checkGrowth(growth: number | undefined): void {
    if (growth === undefined || growth <= MOST_GROWTH_BYTES) return;
    const promise = 'memory does not grow beyond its bound after the last restart';
    this.#violations.push({ promise, acknowledged: mib(MOST_GROWTH_BYTES), found: mib(growth) });
  }

  #report(compared: string, growth: number | undefined, log: string): boolean {
    const isRight = this.#violations.length === 0;
    const grown =
      growth === undefined
        ? 'not known: it was too short'
        : `${mib(growth)} of at most ${mib(MOST_GROWTH_BYTES)}`;
    console.log(['', ...this.#tally.summary(), `growth:    ${grown}`, `compared:  ${compared}`].join('\n'));
    if (!isRight)
      console.log(
        `${describeViolations(this.#violations, this.#seed)}\nthe service's log ends with:\n${log}`,
      );
    console.log(
      isRight ? 'result:    everything is as the clients were told' : 'result:    promises were broken',
    );
    return isRight;
  }
}
