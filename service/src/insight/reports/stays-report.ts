import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { type Figures, figuresOf, isBalanced, LIVE_RELEASE_FORMULA } from './figures.ts';
import { findGaps, type Gap } from './gaps.ts';
import { type Age, type MonthCounts, type PeriodCounts, readCounts } from './month-counts.ts';

/** Which animals, and which months. */
export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
  /** Only the animals of this account; undefined for all. */
  readonly ownerId: bigint | undefined;
}

interface CategoryFigures extends Figures {
  readonly categoryId: bigint;
  readonly name: string | null;
}

interface AgeFigures extends Figures {
  readonly age: Age;
}

interface DividedFigures extends Figures {
  readonly byCategory: readonly CategoryFigures[];
  readonly byAge: readonly AgeFigures[];
}

export interface StaysReport {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly liveReleaseFormula: string;
  /** False if begin + in - out is not the end: `gaps` has the animals. */
  readonly isBalanced: boolean;
  readonly total: DividedFigures;
  readonly months: ReadonlyArray<{ readonly month: string } & DividedFigures>;
  readonly gaps: { readonly count: number; readonly animals: readonly Gap[] };
}

export const AGES: readonly Age[] = ['young', 'adult', 'unknown'];

/** Writes may happen while the parts are read. Then what they say together may not add up, and they are read again. */
const MAX_READINGS = 3;

/** Reads the counts of a period so that they add up. */
export async function readPeriod(db: Queries, period: ReportPeriod): Promise<PeriodCounts> {
  for (let reading = 1; ; reading += 1) {
    const found = await readCounts(db, period);
    const end = (found.counts.at(-1) ?? []).reduce((sum, one) => sum + one.end, 0);
    if (end === found.counted || reading === MAX_READINGS) return found;
  }
}

export async function readStaysReport(
  db: Queries,
  period: ReportPeriod,
  timeZone: string,
): Promise<StaysReport> {
  const { months, counts } = await readPeriod(db, period);
  const names = await categoryNames(db);
  const total = await divide(counts, names);
  const count = total.withoutIntake + total.withoutOutcome;
  const divided: StaysReport['months'][number][] = [];
  for (const [index, month] of months.entries())
    divided.push({ month, ...(await divide([counts[index] ?? []], names)) });
  return {
    from: period.from,
    to: period.to,
    timeZone,
    liveReleaseFormula: LIVE_RELEASE_FORMULA,
    isBalanced: isBalanced(total),
    total,
    months: divided,
    gaps: { count, animals: count === 0 ? [] : await findGaps(db, period) },
  };
}

export type CategoryNames = ReadonlyMap<string, string | null>;

const allNames = new PreparedQuery((db) => db.selectFrom('categories').select(['id', 'name']));

export async function categoryNames(db: Queries): Promise<CategoryNames> {
  const rows = await allNames.all(db, {});
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

async function divide(
  periods: ReadonlyArray<readonly MonthCounts[]>,
  names: CategoryNames,
): Promise<DividedFigures> {
  const byCategory: CategoryFigures[] = [];
  for (const [id, ofCategory] of await group(periods, ({ categoryId }) => categoryId))
    byCategory.push({ categoryId: BigInt(id), name: names.get(id) ?? null, ...(await inTurn(ofCategory)) });
  const byAge: AgeFigures[] = [];
  const ages = await group(periods, ({ age }) => age);
  for (const age of AGES) byAge.push({ age, ...(await inTurn(ages.get(age) ?? [])) });
  return {
    ...(await inTurn(periods)),
    byCategory: byCategory
      .filter(hasAnimals)
      .sort((one, other) => (one.categoryId < other.categoryId ? -1 : 1)),
    byAge: byAge.filter(hasAnimals),
  };
}

async function inTurn(periods: ReadonlyArray<readonly MonthCounts[]>): Promise<Figures> {
  await nextTurn();
  return figuresOf(periods);
}

/** Divides the counts of each period, because a member may have as many categories as animals. */
async function group<Key>(
  periods: ReadonlyArray<readonly MonthCounts[]>,
  keyOf: (one: MonthCounts) => Key,
): Promise<Map<Key, MonthCounts[][]>> {
  const groups = new Map<Key, MonthCounts[][]>();
  for (const [index, counts] of periods.entries()) {
    for (const [key, ofKey] of Map.groupBy(counts, keyOf)) {
      const ofPeriods = groups.get(key) ?? periods.map(() => []);
      ofPeriods[index] = ofKey;
      groups.set(key, ofPeriods);
    }
    await nextTurn();
  }
  return groups;
}

function hasAnimals({ begin, intakes, outcomes, end }: Figures): boolean {
  return begin + intakes + outcomes + end > 0;
}
