/** How much a run measures. */
export interface Sizes {
  /** Small sizes prove that the rows run; their ratios mean nothing. */
  readonly quick: boolean;
  /** Pairs of measurements; even where two sides alternate, so that each is first as often as the other. */
  readonly rounds: Readonly<Record<'load' | 'depth' | 'quota' | 'start' | 'import', number>>;
  readonly loadSeconds: number;
  /** V8 goes on compiling for some seconds, on the core that is measured. */
  readonly warmUpSeconds: number;
  /** Pets in the catalogue that is listed. */
  readonly pets: number;
  readonly depthPets: { readonly small: number; readonly large: number };
  readonly depthRequests: number;
  readonly accounts: readonly number[];
  readonly decisions: number;
  readonly importRows: number;
  readonly scaleOut: LoadSizes & { readonly pets: number };
  readonly outages: {
    /** How long an engine is away. */
    readonly awayMs: number;
    /** What an account may send a minute. */
    readonly perMinute: number;
    /** How long the load goes on before the engine goes away, and after all is as before. */
    readonly calmMs: number;
  };
  readonly overload: {
    readonly rounds: number;
    readonly pets: number;
    readonly warmUpSeconds: number;
    /** For finding the load that the service can bear. */
    readonly loadSeconds: number;
    /** Multiples of that load, each for so many seconds. */
    readonly times: readonly number[];
    readonly seconds: number;
    /** Open from the beginning, and at most. */
    readonly connections: number;
    readonly mostConnections: number;
  };
  readonly create: LoadSizes & { readonly pets: number };
  readonly peers: LoadSizes & { readonly pets: number };
  readonly growth: LoadSizes & {
    readonly pets: readonly number[];
    readonly accounts: readonly number[];
    readonly connections: readonly number[];
  };
  /** The service writes its CPU profiles here. */
  readonly profileFolder: string | undefined;
  /** Plots and their figures are written here. */
  readonly outFolder: string | undefined;
}

interface LoadSizes {
  readonly rounds: number;
  readonly loadSeconds: number;
  /** 0 for none: `wrk` counts in whole seconds. */
  readonly warmUpSeconds: number;
}

export const FULL: Sizes = {
  quick: false,
  rounds: { load: 6, depth: 3, quota: 3, start: 12, import: 4 },
  loadSeconds: 3,
  warmUpSeconds: 3,
  pets: 1_000_000,
  depthPets: { small: 1_000, large: 1_000_000 },
  depthRequests: 4_000,
  accounts: [1, 1_000, 1_000_000],
  decisions: 2_000_000,
  importRows: 1_000_000,
  scaleOut: { rounds: 4, pets: 100_000, loadSeconds: 3, warmUpSeconds: 2 },
  outages: { awayMs: 2_000, perMinute: 600, calmMs: 2_000 },
  overload: {
    rounds: 3,
    pets: 100_000,
    warmUpSeconds: 3,
    loadSeconds: 4,
    times: [0.5, 1, 2, 4],
    seconds: 6,
    connections: 1_000,
    mostConnections: 1_000,
  },
  create: { rounds: 6, pets: 100_000, loadSeconds: 3, warmUpSeconds: 2 },
  peers: { rounds: 4, pets: 1_000, loadSeconds: 3, warmUpSeconds: 2 },
  growth: {
    rounds: 1,
    pets: [1_000, 100_000, 10_000_000],
    accounts: [1, 1_000, 1_000_000],
    connections: [1, 10, 100, 1_000],
    loadSeconds: 5,
    warmUpSeconds: 2,
  },
  profileFolder: undefined,
  outFolder: undefined,
};

export const QUICK: Sizes = {
  quick: true,
  rounds: { load: 2, depth: 1, quota: 1, start: 2, import: 2 },
  loadSeconds: 0.5,
  warmUpSeconds: 0.2,
  pets: 10_000,
  depthPets: { small: 1_000, large: 10_000 },
  depthRequests: 200,
  accounts: [1, 1_000, 10_000],
  decisions: 200_000,
  importRows: 20_000,
  scaleOut: { rounds: 1, pets: 2_000, loadSeconds: 0.5, warmUpSeconds: 0 },
  outages: { awayMs: 1_000, perMinute: 600, calmMs: 300 },
  overload: {
    rounds: 1,
    pets: 2_000,
    warmUpSeconds: 0.5,
    loadSeconds: 0.5,
    times: [0.5, 2],
    seconds: 1,
    connections: 100,
    mostConnections: 1_000,
  },
  create: { rounds: 1, pets: 2_000, loadSeconds: 0.5, warmUpSeconds: 0 },
  peers: { rounds: 1, pets: 1_000, loadSeconds: 0.5, warmUpSeconds: 0 },
  growth: {
    rounds: 1,
    pets: [1_000, 10_000],
    accounts: [1, 1_000],
    connections: [1, 10],
    loadSeconds: 0.5,
    warmUpSeconds: 0,
  },
  profileFolder: undefined,
  outFolder: undefined,
};

export const DEEP_PETS = 10_000_000;
