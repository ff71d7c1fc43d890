import type { Queries } from '../../platform/database/database.ts';
import { runSyncOf } from '../../platform/database/prepared-query.ts';
import { addMonths, monthsOf } from './months.ts';
import { type OpenGroup, readBegun, readEnded, type StayGroup, type StayScope } from './stay-groups.ts';

/** The ages as the keys of stays have them. */
const AGES = { y: 'young', a: 'adult', u: 'unknown' } as const;
export type Age = (typeof AGES)[keyof typeof AGES];

/** What happened in one month to the animals of one category and age. */
export interface MonthCounts {
  readonly categoryId: string;
  readonly age: Age;
  begin: number;
  end: number;
  fosterBegin: number;
  fosterEnd: number;
  /** By reason and region: `transfer_in same`. Undefined without one, as most are if there are many categories. */
  intakes?: Map<string, number>;
  outcomes?: Map<string, number>;
  /** The stays that ended, by their days. */
  days?: Map<number, number>;
  /** The outcomes of which no intake is known. */
  withoutIntake: number;
  /** The stays of which no outcome is known, because another intake followed. */
  withoutOutcome: number;
}

/** The counts of a period. */
export interface PeriodCounts {
  readonly months: readonly string[];
  /** For each month, those of each category and age. */
  readonly counts: ReadonlyArray<readonly MonthCounts[]>;
  /** The animals that the stays themselves have in care at the end. */
  readonly counted: number;
}

/** How many animals came into care, or left it, or became adults there. */
interface Change {
  stay: number;
  foster: number;
}

/** Adds up the groups of stays of a period. */
class PeriodSum {
  readonly months: readonly string[];
  readonly #index: ReadonlyMap<string, number>;
  readonly #cells = new Map<string, { counts: MonthCounts[]; begin: Change; changes: Change[] }>();

  constructor(months: readonly string[]) {
    this.months = months;
    this.#index = new Map(months.map((month, index) => [month, index]));
  }

  addOpen(kind: StayScope['kind'], { categoryId, age, growsUp, count }: OpenGroup): void {
    this.#cell(categoryId, age).begin[kind] += count;
    this.#growUp(kind, categoryId, growsUp, count);
  }

  addIn(kind: StayScope['kind'], { parts, count }: StayGroup): void {
    const [month = '', categoryId = '', age = '', reason = '', region = '', growsUp = ''] = parts;
    const index = this.#index.get(month) ?? 0;
    const cell = this.#cell(categoryId, age);
    this.#change(cell, index)[kind] += count;
    this.#growUp(kind, categoryId, growsUp, count);
    const counts = cell.counts[index];
    if (kind === 'foster' || counts === undefined) return;
    counts.intakes ??= new Map();
    increase(counts.intakes, `${reason} ${region}`, count);
  }

  addOut(kind: StayScope['kind'], { parts, count }: StayGroup): void {
    const [month = '', categoryId = '', age = '', reason = '', region = '', days = ''] = parts;
    const index = this.#index.get(month) ?? 0;
    const cell = this.#cell(categoryId, age);
    const isKnown = days !== '?';
    if (isKnown) this.#change(cell, index)[kind] -= count;
    const counts = cell.counts[index];
    if (kind === 'foster' || counts === undefined) return;
    if (reason === '-') {
      counts.withoutOutcome += count;
      return;
    }
    counts.outcomes ??= new Map();
    increase(counts.outcomes, `${reason} ${region}`, count);
    if (isKnown) {
      counts.days ??= new Map();
      increase(counts.days, Number(days), count);
    } else counts.withoutIntake += count;
  }

  result(counted: number): PeriodCounts {
    for (const { counts, begin, changes } of this.#cells.values()) {
      let { stay, foster } = begin;
      for (const [index, month] of counts.entries()) {
        [month.begin, month.fosterBegin] = [stay, foster];
        stay += changes[index]?.stay ?? 0;
        foster += changes[index]?.foster ?? 0;
        [month.end, month.fosterEnd] = [stay, foster];
      }
    }
    const cells = [...this.#cells.values()];
    const counts = this.months.map((_, index) => cells.flatMap((cell) => cell.counts[index] ?? []));
    return { months: this.months, counts, counted };
  }

  #growUp(kind: StayScope['kind'], categoryId: string, month: string, count: number): void {
    const index = this.#index.get(month);
    if (index === undefined) return;
    this.#change(this.#cell(categoryId, 'y'), index)[kind] -= count;
    this.#change(this.#cell(categoryId, 'a'), index)[kind] += count;
  }

  #cell(categoryId: string, ageKey: string) {
    const name = `${categoryId} ${ageKey}`;
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const age = AGES[ageKey as keyof typeof AGES]; // the keys have no others
    const made = {
      counts: this.months.map(() => emptyCounts(categoryId, age)),
      begin: { stay: 0, foster: 0 },
      changes: this.months.map(() => ({ stay: 0, foster: 0 })),
    };
    this.#cells.set(name, made);
    return made;
  }

  #change({ changes }: { readonly changes: readonly Change[] }, index: number): Change {
    const change = changes[index];
    if (change === undefined) throw new Error(`The period has no month ${index}`);
    return change;
  }
}

function emptyCounts(categoryId: string, age: Age): MonthCounts {
  const numbers = { begin: 0, end: 0, fosterBegin: 0, fosterEnd: 0, withoutIntake: 0, withoutOutcome: 0 };
  return { categoryId, age, ...numbers };
}

export function increase<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Reads the counts of all months from the first to the last one. */
export async function readCounts(
  db: Queries,
  { from, to, ownerId }: { from: string; to: string; ownerId: bigint | undefined },
): Promise<PeriodCounts> {
  const sum = new PeriodSum(monthsOf(from, to));
  const period = { from, end: addMonths(to, 1) };
  const read = async (kind: StayScope['kind']) => {
    const scope = { kind, ownerId };
    await readBegun(db, scope, period, (group) => sum.addIn(kind, group));
    return readEnded(db, scope, period, {
      addEnded: (group) => sum.addOut(kind, group),
      addOpen: (group) => sum.addOpen(kind, group),
    });
  };
  const isServer = runSyncOf(db) === undefined;
  // A server reads both at the same time. No figure depends on the order in which they arrive.
  const foster = isServer ? read('foster') : await read('foster');
  const [counted] = await Promise.all([read('stay'), foster]);
  return sum.result(counted);
}
