// cspell:ignore Fmts dmyhs
import { damaged } from '../package/sheet-fault.ts';
import type { Attributes, XmlHandler } from '../package/xml.ts';

/** The ids of the built-in formats that show dates or times, as ranges. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** More than any program writes. */
const MAX_CODE_LENGTH = 1000;
/** Excel writes at most 250 formats and 65,490 styles. */
const MAX_CODES = 2_000;
const MAX_STYLES = 100_000;

/** Reads which styles of cells show a number as a date or a time. */
export class DateStyles implements XmlHandler {
  readonly #codes = new Map<number, string>();
  readonly #formats: number[] = [];
  #section = '';

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 0 && name !== 'styleSheet') throw damaged();
    if (depth === 1) this.#section = name;
    if (depth !== 2) return;
    if (this.#codes.size >= MAX_CODES || this.#formats.length >= MAX_STYLES) throw damaged();
    const format = Number(attributes.numFmtId?.value ?? 0);
    if (this.#section === 'numFmts' && name === 'numFmt') {
      this.#codes.set(format, attributes.formatCode?.value.slice(0, MAX_CODE_LENGTH) ?? '');
    } else if (this.#section === 'cellXfs' && name === 'xf') this.#formats.push(format);
  }

  close(): void {}

  text(): void {}

  /** Returns whether each style is a date, by its index. */
  areDates(): boolean[] {
    const dates = new Map<number, boolean>();
    return this.#formats.map((format) => {
      const known = dates.get(format) ?? this.#isDate(format);
      dates.set(format, known);
      return known;
    });
  }

  #isDate(format: number): boolean {
    const code = this.#codes.get(format);
    if (code !== undefined) return isDateFormat(code);
    return BUILT_IN_DATES.some(([first, last]) => first <= format && format <= last);
  }
}

/**
 * Matches the next token of a format: a quoted text, brackets, an escaped character, a character whose width is left blank (`_`) or
 * which is repeated (`*`), or one character.
 */
const TOKEN = /"[^"]*"?|\[[^\]]*\]?|[\\_*].?|./gsu;
const DATE_TOKEN = /^(?:[dmyhs]|\[(?:h+|m+|s+)\])$/i;

/** Returns whether a custom format shows a date or a time. Only its first section counts, which is for positive numbers. */
export function isDateFormat(code: string): boolean {
  for (const [token] of code.matchAll(TOKEN)) {
    if (token === ';') return false;
    if (DATE_TOKEN.test(token)) return true;
  }
  return false;
}
