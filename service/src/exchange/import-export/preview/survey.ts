import type { Fault, SourceRow } from '../readers/row.ts';
import { type FoundFile, readRows, type SourceFile } from '../readers/rows.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { chooseHeader } from './column-guesses.ts';
import { ColumnSurvey } from './column-survey.ts';
import { MAX_SAMPLE_ROWS } from './sample-rows.ts';

/** More columns are left out of a preview. */
const MAX_COLUMNS = 200;
const MAX_UNREADABLE_ROWS = 100;

export interface SurveyOptions {
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  readonly texts: ImportTexts;
}

/** What a file contains. */
export interface Survey extends FoundFile {
  readonly sheet: string | undefined;
  readonly headerRow: number;
  /** All names of columns, in their order. */
  readonly names: readonly string[];
  /** The columns that have a name of their own. */
  readonly columns: readonly ColumnSurvey[];
  /** Two columns have each of these names. */
  readonly repeatedNames: readonly string[];
  readonly rows: number;
  readonly sample: readonly SourceRow[];
  readonly unreadable: { readonly count: number; readonly first: readonly { line: number; fault: Fault }[] };
}

/**
 * Reads a whole file and counts the values of its columns.
 *
 * @throws {ImportError} if it cannot be read.
 */
export async function surveyFile(file: SourceFile, options: SurveyOptions): Promise<Survey> {
  const { sheet, headerRow, texts, now } = options;
  let found: FoundFile = { sheets: [] };
  const counts = new RowCounts(now);
  const reading = {
    columns: [],
    sheet,
    headerRow,
    texts,
    chooseHeader,
    onOpened: (opened: FoundFile) => {
      found = opened;
    },
  };
  for await (const { header, rows } of readRows(file, reading)) {
    counts.begin(header.names, header.line);
    for (const row of rows) counts.add(row);
  }
  const visible = found.sheets.find(({ isHidden }) => !isHidden) ?? found.sheets[0];
  return { ...found, sheet: sheet ?? visible?.name, ...counts.result() };
}

class RowCounts {
  readonly #now: number;
  #names: readonly string[] | undefined;
  #headerRow = 0;
  #columns: { readonly index: number; readonly survey: ColumnSurvey }[] = [];
  #rows = 0;
  #unreadable = 0;
  readonly #sample: SourceRow[] = [];
  readonly #firstUnreadable: { line: number; fault: Fault }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  begin(names: readonly string[], line: number): void {
    if (this.#names !== undefined) return;
    this.#names = names;
    this.#headerRow = line;
    const repeated = new Set(repeatedNames(names));
    this.#columns = [...names.entries()]
      .filter(([, name]) => name !== '' && !repeated.has(name))
      .slice(0, MAX_COLUMNS)
      .map(([index, name]) => ({ index, survey: new ColumnSurvey(name, this.#now) }));
  }

  add(row: SourceRow): void {
    this.#rows += 1;
    if (row.fault !== undefined) {
      this.#unreadable += 1;
      if (this.#firstUnreadable.length < MAX_UNREADABLE_ROWS)
        this.#firstUnreadable.push({ line: row.line, fault: row.fault });
      return;
    }
    const cells = row.cells();
    for (const { index, survey } of this.#columns) survey.add(cells[index] ?? '', row.line);
    if (this.#sample.length < MAX_SAMPLE_ROWS) this.#sample.push(row);
  }

  result() {
    const names = this.#names ?? [];
    return {
      names,
      headerRow: this.#headerRow,
      columns: this.#columns.map(({ survey }) => survey),
      repeatedNames: repeatedNames(names),
      rows: this.#rows,
      sample: this.#sample,
      unreadable: { count: this.#unreadable, first: this.#firstUnreadable },
    };
  }
}

/** Returns the names that two columns have, in time that grows with their number: a file may have thousands of columns. */
function repeatedNames(names: readonly string[]): string[] {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    if (seen.has(name) && name !== '') repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}
