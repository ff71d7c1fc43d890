/** A number or a day, which a spreadsheet may calculate with. */
interface Value {
  readonly value: string;
}

/** A text stays a text in a spreadsheet. Undefined is an empty cell. */
export type Cell = string | Value | undefined;

/** What a spreadsheet would run as a formula, which could send other cells away. Some also read the wide forms of East Asia. */
const FORMULA = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** What a spreadsheet would turn into a number or a day: `007`, `1E5`, `3/4`, or an integer of which it keeps 15 digits. */
const NUMBER_OR_DAY = /^\s*[.,]?\d[\d\s.,:/%-]*(?:e[+-]?\d+\s*)?$/i;
/** It looks the same as a number. */
const SHORT_INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** Returns a file for a spreadsheet program: with the mark by which it recognises UTF-8, and the line ends of RFC 4180. */
export function csvOf(rows: ReadonlyArray<readonly Cell[]>, separator: string): string {
  const lines = rows.map((row) => `${row.map(fieldOf).join(separator)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

/** Returns an integer with all of its digits: a spreadsheet rounds a number of more than 15. */
export function integerCell(integer: bigint): Cell {
  const digits = String(integer);
  return SHORT_INTEGER.test(digits) ? { value: digits } : digits;
}

/** Returns the text of a cell of `csvOf` as it was. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && needsApostrophe(cell) ? cell.slice(1) : cell;
}

function fieldOf(cell: Cell): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? quoted(needsApostrophe(cell) ? `'${cell}` : cell) : quoted(cell.value);
}

/** Also true for such a text after apostrophes, so that one apostrophe can be removed again. */
function needsApostrophe(text: string): boolean {
  const inner = text.replace(/^'+/, '');
  return FORMULA.test(inner) || (NUMBER_OR_DAY.test(inner) && !SHORT_INTEGER.test(inner));
}

function quoted(text: string): string {
  return /^[\w.-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
