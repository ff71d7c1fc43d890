import { readAmount } from '../values/amounts.ts';
import { isBlank } from '../values/cell-texts.ts';
import { DateColumn } from '../values/date-order.ts';
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

/** What is known of a text: whether it is a date, and the currency of an amount, which is empty without a symbol. */
interface Meaning {
  readonly isFilled: boolean;
  readonly isDate?: boolean;
  readonly currency?: string | undefined;
}

/** A column without a date or an amount among so many values has none. */
const MAX_READ_WITHOUT_VALUE = 2000;

/** Counts the values of one column, and looks for dates and amounts among them. */
export class ColumnSurvey {
  readonly name: string;
  readonly #now: number;
  readonly #counts = new Map<string, Meaning & { rows: number; line: number }>();
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
    if (text === '') this.empty += 1;
    const counted = this.#counts.get(text);
    const meaning = counted ?? this.#read(text, line);
    if (counted !== undefined) counted.rows += 1;
    else this.#count(text, line, meaning);
    if (meaning.isFilled) this.#add(meaning, { text, line, rows: 1 });
  }

  /** A text is read once, unless the column has too many different ones. */
  #read(text: string, line: number): Meaning {
    if (isBlank(text)) return { isFilled: false };
    const mayBeValue = this.filled < MAX_READ_WITHOUT_VALUE || this.dateColumn.dates + this.amounts > 0;
    if (!mayBeValue) return { isFilled: true };
    const reading = readDate(text, this.#now);
    if (reading !== undefined) this.dateColumn.see(reading, { line, column: this.name, text });
    const amount = readAmount(text);
    return {
      isFilled: true,
      isDate: reading !== undefined,
      currency: amount && (amount.currencies[0] ?? ''),
    };
  }

  #add({ isDate = false, currency }: Meaning, found: CountedValue): void {
    this.filled += 1;
    this.dateColumn.count(isDate);
    if (!isDate) this.firstNoDate ??= found;
    if (currency === undefined) {
      this.firstNoAmount ??= found;
      return;
    }
    this.amounts += 1;
    if (currency !== '') this.#currencies.set(currency, (this.#currencies.get(currency) ?? 0) + 1);
  }

  #count(text: string, line: number, meaning: Meaning): void {
    if (this.#counts.size < MAX_COUNTED_VALUES && text.length <= MAX_VALUE_LENGTH) {
      this.#counts.set(text, { ...meaning, rows: 1, line });
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

  /** The currencies that symbols suggest, the most frequent first. */
  get currencies(): string[] {
    return [...this.#currencies].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
  }
}
