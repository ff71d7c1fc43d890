import type { Store } from '../data/seed.ts';
import { type Served, serveCopy } from '../data/served-copy.ts';
import { get } from '../load/one-request.ts';
import { FIRST_PAGE } from '../load/requests.ts';
import { numbersIn, startChild } from '../processes/processes.ts';
import type { Sizes } from '../sizes.ts';
import { until } from '../until.ts';
import { type Answers, send } from './overload-load.ts';

const CLOSED_CONNECTIONS = 64;
/** So that no run begins with the requests of the one before. */
const APART = 7_919;
const NORMAL_MS = 50;

/** What was seen at so many times the load that the service can bear. */
export interface Step {
  readonly times: number;
  readonly answers: Answers;
  readonly health: { readonly p99: number; readonly longest: number; readonly faults: number };
  /** The most so far, over what it was under the load that it can bear. */
  readonly growthMb: number | undefined;
  readonly peakMb: number | undefined;
  /** From the last arrival to an answer as fast as on a quiet day. */
  readonly recoveryMs: number;
}

export interface Ladder {
  /** Requests a second, all accepted. */
  readonly bearable: number;
  readonly steps: readonly Step[];
}

/** A fresh service on a fresh copy of the store: the load that it can bear, then parts and multiples of it. */
export function climb(store: Store, times: readonly number[], sizes: Sizes): Promise<Ladder> {
  return serveCopy(store, { core: 'server', profileFolder: sizes.profileFolder }, async (service) => {
    const bearable = await bearableLoad(service.url, store, sizes);
    const before = (await service.memory())?.nowMb;
    const steps: Step[] = [];
    for (const each of times)
      steps.push(await measureStep({ service, store, sizes, bearable, before }, each));
    return { bearable, steps };
  });
}

async function bearableLoad(url: string, store: Store, { overload }: Sizes): Promise<number> {
  const size = { connections: CLOSED_CONNECTIONS, mostConnections: CLOSED_CONNECTIONS, perSecond: undefined };
  const load = { ...size, url, store };
  await send({ ...load, seconds: overload.warmUpSeconds, first: 0 });
  const answers = await send({ ...load, seconds: overload.loadSeconds, first: APART });
  if (answers.others + answers.broken === 0) return answers.acceptedPerSecond;
  throw new Error(`${CLOSED_CONNECTIONS} connections are not all answered: ${JSON.stringify(answers)}`);
}

interface Place {
  service: Served;
  store: Store;
  sizes: Sizes;
  bearable: number;
  before: number | undefined;
}

async function measureStep(place: Place, times: number): Promise<Step> {
  const { service, store, sizes, bearable, before } = place;
  const { seconds, connections, mostConnections } = sizes.overload;
  const load = { url: service.url, store, connections, mostConnections };
  const prober = startChild('open-loop-prober.ts', [service.url], { core: 'load' });
  try {
    await prober.printed(/(probing)/);
    let recoveryMs = Number.NaN;
    const answers = await send(
      { ...load, seconds, perSecond: bearable * times, first: Math.round(APART * (2 + times)) },
      async () => {
        recoveryMs = await untilNormal(service.url, store.key);
        await prober.stop();
      },
    );
    const health = numbersIn((await prober.output()).trim().split('\n').at(-1) ?? '', [
      'p99',
      'longest',
      'faults',
    ]);
    const peakMb = (await service.memory())?.peakMb;
    const growthMb = peakMb === undefined || before === undefined ? undefined : peakMb - before;
    return { times, answers, health, peakMb, growthMb, recoveryMs };
  } finally {
    await prober.stop();
  }
}

/** Milliseconds until a page is given as fast as on a quiet day. */
async function untilNormal(url: string, key: string): Promise<number> {
  const begun = performance.now();
  await until(async () => {
    const sentAt = performance.now();
    const { status } = await get(`${url}${FIRST_PAGE}`, key);
    return status === 200 && performance.now() - sentAt < NORMAL_MS;
  }, 'a normal answer');
  return performance.now() - begun;
}
