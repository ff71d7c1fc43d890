import { unescapeText } from '../package/escaped-text.ts';
import { damaged } from '../package/sheet-fault.ts';
import { dateText, isoDateText } from './date-text.ts';
import { numberText, parseNumber } from './number-text.ts';

/** What cells refer to. */
export interface CellContext {
  readonly sharedStrings: readonly string[];
  /** Whether a style is a date, by its index. */
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

/**
 * Returns the text of a cell.
 *
 * @param content The content of its element `<v>`, or of `<is>`.
 * @throws {SheetFault} if a shared string is missing.
 */
export function cellText(type: string, content: string, style: number, context: CellContext): string {
  switch (type) {
    case 's':
      return sharedString(content.trim(), context);
    case 'n':
      return numericText(content.trim(), style, context);
    case 'b':
      return booleanText(content.trim());
    case 'd':
      return isoDateText(content.trim());
    case 'e':
      return content.trim() || '#VALUE!'; // An error is never read as an empty cell, which would erase a value.
    case 'str':
      return unescapeText(content);
    default:
      return content;
  }
}

function sharedString(index: string, { sharedStrings }: CellContext): string {
  if (index === '') return '';
  const text = sharedStrings[Number(index)];
  if (text === undefined) throw damaged();
  return text;
}

function numericText(content: string, style: number, { dateStyles, is1904 }: CellContext): string {
  const number = parseNumber(content);
  if (number === undefined) return content;
  return (dateStyles[style] ? dateText(number, is1904) : undefined) ?? numberText(number);
}

function booleanText(content: string): string {
  if (content === '1') return 'true';
  return content === '0' ? 'false' : content;
}
