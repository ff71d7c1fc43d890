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
  /** The service writes its CPU profiles here. */
  readonly profileFolder: string | undefined;
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
  profileFolder: undefined,
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
  profileFolder: undefined,
};

export const DEEP_PETS = 10_000_000;
