import { TEXTS } from './spreadsheet-texts.ts';

/** The content of a spreadsheet: the names of its columns, and the values of its rows. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the delimiter that is most frequent in the first line: a comma, a semicolon or a tab. */
export function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const header = end === -1 ? text : text.slice(0, end);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Parses CSV (RFC 4180) with any of the delimiters. Lines without a value are left out. */
export function parseCsv(text: string, delimiter = delimiterOf(text)): Table {
  const [columns = [], ...rows] = recordsIn(text.replace(/^\uFEFF/, ''), delimiter);
  return { columns, rows };
}

function recordsIn(text: string, delimiter: string): string[][] {
  // A value is quoted, with doubled quotes inside, or has no delimiter and no line break.
  const value = new RegExp(
    `(?:"((?:[^"]|"")*)"|((?!")[^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  const records: string[][] = [];
  let record: string[] = [];
  while (value.lastIndex < text.length || record.length > 0) {
    const match = value.exec(text);
    if (match === null) throw new Error(TEXTS.openQuote(records.length + 1));
    const [, quoted, plain = '', end] = match;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === delimiter) continue;
    if (record.some((text) => text.trim() !== '')) records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}

/** Writes a table as CSV with commas. */
export function writeCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((record) => `${record.map(quoted).join(',')}\n`).join('');
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Returns the different values of a column, the most frequent first. */
export function valuesOf({ columns, rows }: Table, column: string): string[] {
  const index = columns.indexOf(column);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[index] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
