import type { SheetFaultKind } from '../readers/xlsx/package/sheet-fault.ts';
import type { FoundDate } from '../values/date-order.ts';
import type { DateOrder } from '../values/dates.ts';

/**
 * The texts of an import about files and rows, in one language. The faults of rows end a sentence that begins with the column,
 * or with the row. Those of files are sentences.
 */
export interface ImportTexts {
  readonly row: {
    readonly missing: string;
    readonly tooLong: (characters: number) => string;
    readonly noInteger: (got: string) => string;
    /** `listed` are the values of the mapping, and `others` is the number of those that are not listed. */
    readonly notInMapping: (listed: string, others: number, got: string) => string;
    readonly unknownStatus: (got: string) => string;
    readonly unknownSex: (got: string) => string;
    readonly unknownSize: (got: string) => string;
    readonly unknownCoatLength: (got: string) => string;
    readonly unknownFlag: (got: string) => string;
    readonly noDate: (got: string) => string;
    readonly otherDateOrder: (got: string, order: DateOrder) => string;
    readonly future: string;
    readonly noAmount: (got: string) => string;
    readonly otherCurrency: (got: string, currency: string) => string;
    readonly noContact: string;
    readonly noVideo: string;
    readonly noMicrochip: string;
    readonly tooManyTags: string;
    readonly formulaError: (got: string) => string;
    readonly shortenedNumber: (got: string) => string;
    readonly notAsExported: string;
    readonly originNotAsExported: string;
    readonly notForAdoption: (status: string) => string;
    /** Why a row is left out: it is about a dead body, a report or an appointment. */
    readonly noStay: (reason: string) => string;
    readonly inBin: (petId: bigint) => string;
    /** An open order holds the animal, so that its movement cannot take it away. */
    readonly held: (petId: bigint) => string;
    /** Of a row with a new kind of animal. */
    readonly tooManyCategories: (maximum: number) => string;
    /** Of a row that would record one more. */
    readonly tooManyMovements: (maximum: number) => string;
    /** Of a row that records what happened to an animal, and that is not its newest one. */
    readonly newestNotImported: string;
    readonly endBeforeBeginning: (day: string) => string;
    /** Why animals cannot go together. An animal is its number in the file in quotes, or its id. */
    readonly together: {
      readonly noReference: string;
      readonly unknown: (animal: string) => string;
      readonly itself: string;
      readonly inBin: (animal: string) => string;
      readonly otherAccount: (animal: string) => string;
      readonly inOtherGroup: (animal: string, others: readonly string[]) => string;
      readonly held: (animal: string) => string;
      readonly gone: (animal: string) => string;
      readonly tooMany: (animals: number) => string;
      readonly tooManyApplications: (maximum: number) => string;
    };
  };
  readonly reading: {
    readonly unclosedQuote: string;
    readonly tooLong: (characters: number) => string;
    readonly tooLongOrUnclosed: (characters: number) => string;
    readonly tooManyLines: (lines: number) => string;
    readonly tooManyValues: (values: number) => string;
    readonly damagedText: string;
    readonly wrongCount: (values: number, columns: number) => string;
    readonly noObject: string;
    readonly unreadable: (fault: string) => string;
    readonly noText: string;
    readonly moreRows: string;
  };
  /** What must be chosen or corrected before an import. Sentences. */
  readonly problem: {
    readonly noName: string;
    readonly noKind: string;
    readonly noStatus: string;
    readonly statusUnknown: (values: readonly string[], rows: number) => string;
    readonly reasonUnknown: (column: string, values: readonly string[], rows: number) => string;
    readonly noCurrency: (column: string) => string;
    readonly noDates: (column: string, rows: number, example: FoundDate) => string;
    readonly noAmounts: (column: string, rows: number, example: FoundDate) => string;
    readonly repeatedColumn: (name: string) => string;
    readonly unreadableRows: (rows: number) => string;
    readonly shortenedNumbers: (column: string, example: string) => string;
    readonly formulaErrors: (column: string, example: string) => string;
    readonly noReference: string;
  };
  /** Why a spreadsheet cannot be read. */
  readonly sheet: Readonly<Record<SheetFaultKind, string>> & {
    readonly noSuchSheet: (name: string, sheets: readonly string[]) => string;
  };
  readonly file: {
    readonly empty: string;
    readonly header: (line: number, fault: string) => string;
    readonly missingColumns: (missing: readonly string[], found: readonly string[]) => string;
    readonly missingMembers: (missing: readonly string[], found: readonly string[]) => string;
    readonly twoColumns: (name: string) => string;
    readonly noHeaderRow: (line: number) => string;
    readonly dateOrderUnknown: (example: FoundDate) => string;
    readonly dateOrderContradiction: (dayFirst: FoundDate, monthFirst: FoundDate) => string;
    readonly temporaryFolder: string;
    readonly endedTooOften: (times: number) => string;
    readonly serviceFault: string;
  };
}
