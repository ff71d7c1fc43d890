import type { Scope } from '@petstore/testing/folders.ts';
import type { Store } from '../data/stores.ts';
import { type HttpRequest, writeRequests } from '../load/requests.ts';
import { type Durations, type LoadResult, sendLoad, sendWarmLoad } from '../load/wrk.ts';
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
  /** What the other client got. */
  readonly beside?: LoadResult | undefined;
}

/** Something that can do the work of a scenario. */
export interface Candidate {
  readonly name: string;
  /** Does a load in fresh processes. */
  measure(load: ThroughputLoad): Promise<Throughput>;
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

interface HttpServer {
  readonly name: string;
  /** Starts fresh processes that are stopped after the scope, and returns their URL. */
  serve(scope: Scope, load: ThroughputLoad): Promise<string>;
  /** Replaces the paths of the service. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** Returns a candidate that serves HTTP. */
export function httpCandidate(
  { store, durations, cores }: Setup,
  { name, serve, paths = {} }: HttpServer,
): Candidate {
  const measure = async (load: ThroughputLoad): Promise<Throughput> => {
    await using scope = new RunScope();
    const all = load.requests(store).map((each) => ({ ...each, path: paths[each.path] ?? each.path }));
    const requests = all.length === 1 && all[0] !== undefined ? all[0] : writeRequests(scope, all);
    const base = { url: await serve(scope, load), key: store.key, core: cores.load };
    const sent = { ...base, requests, connections: CONNECTIONS };
    const measured = await sendWarmLoad(sent, durations);
    if (load.beside === undefined) return measured;
    const other = { ...base, requests: load.beside, connections: 1, pauseMs: PAUSE_MS };
    const [beside] = await Promise.all([other, sent].map((each) => sendLoad(each, durations.seconds)));
    return { ...measured, beside };
  };
  return { name, measure };
}
