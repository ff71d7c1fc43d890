import type { Scope } from '@petstore/testing/folders.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import type { LeastWork } from '../children/least-work/program.ts';
import type { Store } from '../data/stores.ts';
import type { HttpRequest } from '../load/requests.ts';
import type { Core } from '../processes.ts';
import type { Target } from '../report.ts';

/** What is sent to every candidate. */
export interface ThroughputLoad<S extends Store = Store> {
  readonly title: string;
  /** One request is sent again and again, several in turn. */
  requests(store: S): readonly HttpRequest[];
  /** For the ratio between the candidate and the baseline. */
  readonly target?: Target;
  /** What the least work does for it, where that is a baseline. */
  readonly leastWork?: LeastWork;
  /** Status and body of each response; otherwise the status is 200 or 201. */
  readonly expected?: RegExp;
  /** True to send the `ETag` of the first response with every request. */
  readonly isConditional?: boolean;
  /** 64 without it. */
  readonly connections?: number;
  /** Settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** For the ratio of their p99. Requests that fail are then counted, and end no run. */
  readonly p99Target?: Target;
}

/** A load for one store. */
export interface PreparedLoad extends Omit<ThroughputLoad, 'requests'> {
  readonly requests: readonly HttpRequest[];
  /** The response of the service to the first request. */
  readonly response: ApiResponse;
}

export interface Server {
  readonly url: string;
  /** Undefined where several processes serve. */
  readonly pid?: number;
}

/** A server that can do the work of a scenario. */
export interface Candidate {
  readonly name: string;
  /** Starts fresh processes that are stopped after the scope. */
  serve(scope: Scope, load: PreparedLoad): Promise<Server>;
  /** Replaces the requests of a load. */
  readonly requestsFor?: (requests: readonly HttpRequest[]) => readonly HttpRequest[];
}

/** What a candidate is made of. */
interface Setup {
  /** Of all rounds. */
  readonly scope: Scope;
  readonly store: Store;
  /** The core of the server, unless the system chooses. */
  readonly core: Core | undefined;
}

export type Candidates = (setup: Setup) => Promise<readonly Candidate[]>;
