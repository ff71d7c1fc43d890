import type { Scope } from '@petstore/testing/folders.ts';
import type { Store } from '../data/stores.ts';
import { type HttpRequest, writeRequests } from '../load/requests.ts';
import { type Durations, type Latency, type LoadResult, sendLoad, sendWarmLoad } from '../load/wrk.ts';
import type { Core } from '../processes.ts';
import type { Target } from '../report.ts';
import { RunScope } from '../scope.ts';

const CONNECTIONS = 64;
/** Rare enough to take nothing from the load beside it. */
const PAUSE_MS = 5;

/** What is sent to every candidate. */
export interface ThroughputLoad {
  readonly title: string;
  /** One request is sent again and again, several in turn. */
  requests(store: Store): readonly HttpRequest[];
  /** What another client requests meanwhile on a connection of its own. */
  readonly beside?: HttpRequest;
  /** For the ratio between the candidate and the baseline. */
  readonly target?: Target;
}

export interface Throughput extends Pick<LoadResult, 'perSecond' | 'p99Ms'> {
  /** The latency of the other client. */
  readonly beside?: Latency;
}

/** Something that can do the work of a scenario. */
export interface Candidate {
  readonly name: string;
  /** Does each load in fresh processes. Returns the throughputs in the order of the loads. */
  measure(loads: readonly ThroughputLoad[]): Promise<Throughput[]>;
}

/** What a candidate is made of. */
export interface Setup {
  /** Of all rounds. */
  readonly scope: Scope;
  readonly store: Store;
  readonly durations: Durations;
  /** The cores of the server and the load, unless the system chooses. */
  readonly cores: Readonly<Partial<Record<'server' | 'load', Core>>>;
  readonly profileFolder: string | undefined;
}

export type Candidates = (setup: Setup) => Promise<readonly Candidate[]>;

/** Returns whether a load changes the store, which must be a copy then. */
export function writes(load: ThroughputLoad, store: Store): boolean {
  return load.requests(store).some(({ method }) => method !== undefined);
}

interface HttpServer {
  readonly name: string;
  /** Starts fresh processes that are stopped after the scope, and returns their URL. */
  serve(scope: Scope, loads: readonly ThroughputLoad[]): Promise<string>;
  /** Replaces the paths of the service. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** Returns a candidate that serves HTTP. */
export function httpCandidate(setup: Setup, { name, serve, paths }: HttpServer): Candidate {
  return {
    name,
    measure: async (loads) => {
      await using scope = new RunScope();
      const url = await serve(scope, loads);
      const measured: Throughput[] = [];
      for (const load of loads) measured.push(await throughputOf(url, load, setup, paths));
      return measured;
    },
  };
}

/** Sends a load to a server. */
export async function throughputOf(
  url: string,
  load: ThroughputLoad,
  { store, durations, cores }: Setup,
  paths: HttpServer['paths'] = {},
): Promise<Throughput> {
  await using scope = new RunScope();
  const translated = load.requests(store).map((each) => ({ ...each, path: paths[each.path] ?? each.path }));
  const [first, ...others] = translated;
  if (first === undefined) throw new Error(`${load.title} has no requests`);
  const requests = others.length === 0 ? first : writeRequests(scope, translated);
  const base = { url, key: store.key, core: cores.load };
  const sent = { ...base, requests, connections: CONNECTIONS };
  const measured = await sendWarmLoad(sent, durations);
  if (load.beside === undefined) return measured;
  const other = { ...base, requests: load.beside, connections: 1, pauseMs: PAUSE_MS };
  const [beside] = await Promise.all([other, sent].map((each) => sendLoad(each, durations.seconds)));
  return { ...measured, ...(beside && { beside }) };
}
