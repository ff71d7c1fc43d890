/** What both sides gave, round by round. */
export interface Rounds<Subject, Yardstick> {
  readonly subject: readonly Subject[];
  readonly yardstick: readonly Yardstick[];
}

/** Measures both sides in every round, in the order A B, B A, A B: what slows the machine meanwhile slows both. */
export async function alternate<Subject, Yardstick>(
  rounds: number,
  measureSubject: () => Promise<Subject>,
  measureYardstick: () => Promise<Yardstick>,
): Promise<Rounds<Subject, Yardstick>> {
  const subject: Subject[] = [];
  const yardstick: Yardstick[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) subject.push(await measureSubject());
    yardstick.push(await measureYardstick());
    if (round % 2 === 1) subject.push(await measureSubject());
  }
  return { subject, yardstick };
}

/** Measures every side in every round, in the order A B C, C B A, A B C. Returns what each side gave, round by round. */
export async function inTurns<T>(rounds: number, sides: ReadonlyArray<() => Promise<T>>): Promise<T[][]> {
  const given: T[][] = sides.map(() => []);
  const inOrder = [...sides.entries()];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? inOrder : inOrder.toReversed();
    for (const [index, measure] of order) given[index]?.push(await measure());
  }
  return given;
}

/** The median of the rounds' own ratios, since the two sides of a round ran next to each other. */
export function medianRatio({ subject, yardstick }: Rounds<number, number>): number {
  return median(subject.map((value, round) => value / (yardstick[round] ?? Number.NaN)));
}

export function medianDifference({ subject, yardstick }: Rounds<number, number>): number {
  return median(subject.map((value, round) => value - (yardstick[round] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** @param share from 0 to 1: 0.99 is the value that 99 of 100 do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
