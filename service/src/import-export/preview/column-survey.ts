import { readAmount } from '../values/amounts.ts';
import { isBlank } from '../values/cell-texts.ts';
import { DateColumn, type DateEvidence } from '../values/date-order.ts';
import { readDate } from '../values/dates.ts';

/** The different values that are counted for each column. */
export const MAX_COUNTED_VALUES = 1000;
/** The values that a preview lists for each column. */
export const MAX_LISTED_VALUES = 100;
/** Longer texts are descriptions, whose values no one chooses among. */
const MAX_VALUE_LENGTH = 200;

export interface CountedValue {
  readonly text: string;
  readonly rows: number;
  /** The first row that has it. */
  readonly line: number;
}

/** Counts the values of one column, and looks for dates and amounts among them. */
export class ColumnSurvey {
  readonly name: string;
  readonly #now: number;
  readonly #counts = new Map<string, { rows: number; line: number }>();
  readonly dateColumn = new DateColumn();
  readonly #currencies = new Map<string, number>();
  /** True if the column has more values than are counted. */
  hasMore = false;
  empty = 0;
  amounts = 0;
  filled = 0;
  /** The first value that is no date, and the first that is no amount. */
  firstNoDate: CountedValue | undefined;
  firstNoAmount: CountedValue | undefined;

  constructor(name: string, now: number) {
    this.name = name;
    this.#now = now;
  }

  add(text: string, line: number): void {
    if (text === '') {
      this.empty += 1;
    } else {
      this.#addValue(text, line);
    }
    this.#count(text, line);
  }

  #addValue(text: string, line: number): void {
    if (isBlank(text)) return;
    this.filled += 1;
    const found = { text, line, rows: 1 };
    const reading = readDate(text, this.#now);
    if (reading === undefined) this.firstNoDate ??= found;
    this.dateColumn.add(reading, { line, column: this.name, text });
    const amount = readAmount(text);
    if (amount === undefined) this.firstNoAmount ??= found;
    else this.amounts += 1;
    const [currency] = amount?.currencies ?? [];
    if (currency !== undefined) this.#currencies.set(currency, (this.#currencies.get(currency) ?? 0) + 1);
  }

  #count(text: string, line: number): void {
    const counted = this.#counts.get(text);
    if (counted !== undefined) {
      counted.rows += 1;
    } else if (this.#counts.size < MAX_COUNTED_VALUES && text.length <= MAX_VALUE_LENGTH) {
      this.#counts.set(text, { rows: 1, line });
    } else {
      this.hasMore = true;
    }
  }

  /** The counted values, the most frequent first. */
  get values(): CountedValue[] {
    return [...this.#counts]
      .map(([text, { rows, line }]) => ({ text, rows, line }))
      .sort((one, other) => other.rows - one.rows || one.line - other.line);
  }

  /** What the dates of the column show about their order. */
  get evidence(): DateEvidence {
    return this.dateColumn.evidence;
  }

  /** The currencies that symbols suggest, the most frequent first. */
  get currencies(): string[] {
    return [...this.#currencies].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
  }
}
