import type { AnimalsCount, MatrixCounts } from './animals-count.ts';
import { MATRIX_COLUMNS } from './animals-count.ts';
import type { ApplicationsReport } from './applications-report.ts';
import { LIVE_RELEASE_FORMULA } from './figures.ts';
import type { StaysReport } from './stays-report.ts';

const FIGURES = {
  begin: 41,
  intakes: 12,
  outcomes: 10,
  end: 43,
  inFoster: 9,
  intakesByReason: { stray: 7, surrender: 5 },
  outcomesByReason: { adoption: 8, transfer_out: 1, died: 1 },
  stays: 10,
  medianDays: 21,
  p90Days: 64,
  liveReleaseRate: 0.9,
  withoutIntake: 0,
  withoutOutcome: 0,
};
const DIVIDED = {
  ...FIGURES,
  byCategory: [{ categoryId: 1n, name: 'Dog', ...FIGURES }],
  byAge: [{ age: 'adult' as const, ...FIGURES }],
};

export const STAYS_EXAMPLE: StaysReport = {
  from: '2026-10',
  to: '2026-10',
  timeZone: 'America/Chicago',
  liveReleaseFormula: LIVE_RELEASE_FORMULA,
  isBalanced: true,
  total: DIVIDED,
  months: [{ month: '2026-10', ...DIVIDED }],
  gaps: { count: 0, animals: [] },
};

const NONE = Object.fromEntries(MATRIX_COLUMNS.map((column) => [column, 0])) as Record<
  keyof MatrixCounts,
  number
>;

export const ANIMALS_COUNT_EXAMPLE: AnimalsCount = {
  month: '2026-10',
  rows: [
    {
      species: 'canine',
      age: 'adult',
      ...NONE,
      beginningInShelter: 32,
      beginningInFoster: 9,
      strayAtLarge: 7,
      relinquishedByOwner: 5,
      adoption: 8,
      transferredOutInState: 1,
      diedInCare: 1,
      endingInShelter: 34,
      endingInFoster: 9,
    },
  ],
  otherCategories: [],
  outcomesWithoutColumn: 0,
  gaps: { count: 0, animals: [] },
};

const APPLICATIONS = { received: 31, answered: 28, answeredInTime: 26, waiting: 2, medianDays: 2.4 };

export const APPLICATIONS_EXAMPLE: ApplicationsReport = {
  from: '2026-10',
  to: '2026-10',
  timeZone: 'America/Chicago',
  total: APPLICATIONS,
  months: [{ month: '2026-10', ...APPLICATIONS }],
};
