import {
  SPECIES_GROUPS,
  type SpeciesGroup,
  speciesGroupOf,
} from '../../exchange/import-export/values/species-groups.ts';
import type { Queries } from '../../platform/database/database.ts';
import { findGaps, type Gap } from './gaps.ts';
import type { MonthCounts } from './month-counts.ts';
import { AGES, categoryNames, readPeriod } from './stays-report.ts';

/**
 * The columns of the Basic Data Matrix of Shelter Animals Count, and what counts in each: reasons of intakes or of outcomes with
 * their region. A transfer whose region is not known counts as one in the state.
 */
const INTAKES = {
  strayAtLarge: ['stray'],
  relinquishedByOwner: ['surrender', 'return'],
  ownerIntendedEuthanasiaIntake: ['owner_intended_euthanasia'],
  transferredInInState: ['transfer_in same', 'transfer_in -'],
  transferredInOutOfState: ['transfer_in other'],
  transferredInInternational: ['transfer_in international'],
  seizedOrImpounded: ['seized'],
  otherIntakes: ['born_in_care', 'other'],
} as const;

const OUTCOMES = {
  adoption: ['adoption'],
  returnedToOwner: ['return_to_owner'],
  transferredOutInState: ['transfer_out same', 'transfer_out -'],
  transferredOutOutOfState: ['transfer_out other'],
  transferredOutInternational: ['transfer_out international'],
  returnedToField: ['returned_to_field'],
  otherLiveOutcomes: ['other_live'],
  diedInCare: ['died'],
  lostInCare: ['lost'],
  shelterEuthanasia: ['euthanasia'],
  ownerIntendedEuthanasiaOutcome: ['owner_intended_euthanasia'],
} as const;

export const MATRIX_COLUMNS = [
  'beginningInShelter',
  'beginningInFoster',
  ...(Object.keys(INTAKES) as (keyof typeof INTAKES)[]), // the keys of constants
  ...(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]),
  'endingInShelter',
  'endingInFoster',
] as const;
type MatrixColumn = (typeof MATRIX_COLUMNS)[number];

export type MatrixCounts = Readonly<Record<MatrixColumn, number>>;

/** The matrix calls the ages so. */
const AGE_NAMES = { young: 'up_to_5_months', adult: 'adult', unknown: 'unknown' } as const;
export const MATRIX_AGES = AGES.map((age) => AGE_NAMES[age]);

interface MatrixRow extends MatrixCounts {
  readonly species: SpeciesGroup;
  readonly age: (typeof MATRIX_AGES)[number];
}

export interface AnimalsCount {
  readonly month: string;
  readonly rows: readonly MatrixRow[];
  /** The categories that belong to no species group, with what the matrix lacks. */
  readonly otherCategories: ReadonlyArray<{
    readonly categoryId: bigint;
    readonly name: string | null;
    readonly intakes: number;
    readonly outcomes: number;
  }>;
  /** The outcomes with the reason `other`, for which the matrix has no column. */
  readonly outcomesWithoutColumn: number;
  readonly gaps: { readonly count: number; readonly animals: readonly Gap[] };
}

/** Reads the matrix of one month. It has all groups and ages, also those without animals. */
export async function readAnimalsCount(
  db: Queries,
  { month, ownerId }: { month: string; ownerId: bigint | undefined },
): Promise<AnimalsCount> {
  const period = { from: month, to: month, ownerId };
  const { counts } = await readPeriod(db, period);
  const names = await categoryNames(db);
  const groupOf = ({ categoryId }: MonthCounts) => speciesGroupOf(names.get(categoryId) ?? null);
  const all = counts[0] ?? [];
  const grouped = all.filter((one) => groupOf(one) !== undefined);
  const gaps = all.reduce((sum, one) => sum + one.withoutIntake + one.withoutOutcome, 0);
  return {
    month,
    rows: SPECIES_GROUPS.flatMap((species) =>
      AGES.map((age) => ({
        species,
        age: AGE_NAMES[age],
        ...matrixCounts(grouped.filter((one) => one.age === age && groupOf(one) === species)),
      })),
    ),
    otherCategories: otherCategories(
      all.filter((one) => groupOf(one) === undefined),
      names,
    ),
    outcomesWithoutColumn: countOf(grouped, ({ outcomes }) => outcomes, ['other']),
    gaps: { count: gaps, animals: gaps === 0 ? [] : await findGaps(db, period) },
  };
}

type CountsOf = (one: MonthCounts) => ReadonlyMap<string, number> | undefined;

function matrixCounts(counts: readonly MonthCounts[]): MatrixCounts {
  const sum = (read: (one: MonthCounts) => number) => counts.reduce((total, one) => total + read(one), 0);
  const columns = (table: Readonly<Record<string, readonly string[]>>, read: CountsOf) =>
    Object.fromEntries(
      Object.entries(table).map(([column, reasons]) => [column, countOf(counts, read, reasons)]),
    );
  return {
    beginningInShelter: sum(({ begin, fosterBegin }) => begin - fosterBegin),
    beginningInFoster: sum(({ fosterBegin }) => fosterBegin),
    ...columns(INTAKES, ({ intakes }) => intakes),
    ...columns(OUTCOMES, ({ outcomes }) => outcomes),
    endingInShelter: sum(({ end, fosterEnd }) => end - fosterEnd),
    endingInFoster: sum(({ fosterEnd }) => fosterEnd),
  } as MatrixCounts; // it has a member for each column
}

/** @param reasons with a region, or all regions of a reason. */
function countOf(counts: readonly MonthCounts[], read: CountsOf, reasons: readonly string[]): number {
  let total = 0;
  for (const one of counts)
    for (const [key, count] of read(one) ?? []) {
      if (reasons.includes(key) || reasons.includes(key.split(' ')[0] ?? '')) total += count;
    }
  return total;
}

function otherCategories(counts: readonly MonthCounts[], names: ReadonlyMap<string, string | null>) {
  const ids = [...new Set(counts.map(({ categoryId }) => BigInt(categoryId)))];
  return ids
    .sort((one, other) => (one < other ? -1 : 1))
    .map(String)
    .map((id) => {
      const ofCategory = counts.filter(({ categoryId }) => categoryId === id);
      const total = (read: CountsOf) =>
        ofCategory.reduce(
          (sum, one) => sum + [...(read(one)?.values() ?? [])].reduce((all, count) => all + count, 0),
          0,
        );
      return {
        categoryId: BigInt(id),
        name: names.get(id) ?? null,
        intakes: total((one) => one.intakes),
        outcomes: total((one) => one.outcomes),
      };
    })
    .filter(({ intakes, outcomes }) => intakes + outcomes > 0);
}
