import { type DateOrder, type DateReading, isAmbiguous, provenOrder } from './dates.ts';

/** A date of a file, by which people find it. */
export interface FoundDate {
  /** The line of the file, or the row of the sheet. */
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

/** What the dates of a file show about their order. */
export interface DateEvidence {
  /** The first date that is possible only with the day first. */
  readonly dayFirst?: FoundDate;
  /** The first date that is possible only with the month first. */
  readonly monthFirst?: FoundDate;
  /** The first date that is possible with both, and a different day. */
  readonly ambiguous?: FoundDate;
}

/** How the order of a file is decided. A file has one order for all of its columns. */
export type OrderDecision =
  | { readonly kind: 'not needed' }
  | { readonly kind: 'proven'; readonly order: DateOrder }
  | { readonly kind: 'unknown'; readonly example: FoundDate }
  | { readonly kind: 'contradiction'; readonly dayFirst: FoundDate; readonly monthFirst: FoundDate };

function kindOf(reading: DateReading): keyof DateEvidence | undefined {
  if (isAmbiguous(reading)) return 'ambiguous';
  const order = provenOrder(reading);
  if (order === undefined) return undefined;
  return order === 'day-first' ? 'dayFirst' : 'monthFirst';
}

/** Collects the dates of one column in the order of the file. */
export class DateColumn {
  #evidence: DateEvidence = {};
  #dates = 0;
  #others = 0;

  /** @param reading undefined for a text that is no date. */
  add(reading: DateReading | undefined, found: FoundDate): void {
    this.count(reading !== undefined);
    if (reading !== undefined) this.see(reading, found);
  }

  /** Counts a value whose text was seen before. */
  count(isDate: boolean): void {
    if (isDate) this.#dates += 1;
    else this.#others += 1;
  }

  /** Uses a date as evidence. */
  see(reading: DateReading, found: FoundDate): void {
    const kind = kindOf(reading);
    if (kind !== undefined && this.#evidence[kind] === undefined) {
      this.#evidence = { ...this.#evidence, [kind]: found };
    }
  }

  get dates(): number {
    return this.#dates;
  }

  get evidence(): DateEvidence {
    return this.#evidence;
  }

  /** True if most of its values are dates. */
  get isDated(): boolean {
    return this.#dates > this.#others;
  }
}

/**
 * Decides the order by the evidence of the columns that are imported. If they leave it open, the other columns of dates decide:
 * people write all dates of a file alike.
 */
export function decideOrder(
  evidence: readonly DateEvidence[],
  others: readonly DateColumn[] = [],
): OrderDecision {
  const decision = decideBy(evidence);
  if (decision.kind !== 'unknown') return decision;
  const byOthers = decideBy(others.filter(({ isDated }) => isDated).map((column) => column.evidence));
  return byOthers.kind === 'proven' ? byOthers : decision;
}

function decideBy(evidence: readonly DateEvidence[]): OrderDecision {
  const [dayFirst, monthFirst, ambiguous] = (['dayFirst', 'monthFirst', 'ambiguous'] as const).map((kind) =>
    firstOf(evidence.flatMap((one) => one[kind] ?? [])),
  );
  if (dayFirst !== undefined && monthFirst !== undefined)
    return { kind: 'contradiction', dayFirst, monthFirst };
  if (dayFirst !== undefined) return { kind: 'proven', order: 'day-first' };
  if (monthFirst !== undefined) return { kind: 'proven', order: 'month-first' };
  return ambiguous === undefined ? { kind: 'not needed' } : { kind: 'unknown', example: ambiguous };
}

function firstOf(dates: readonly FoundDate[]): FoundDate | undefined {
  return dates.reduce<FoundDate | undefined>(
    (first, date) => (first === undefined || date.line < first.line ? date : first),
    undefined,
  );
}
